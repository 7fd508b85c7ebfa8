#include "core/search/space/buffer_sharing.h"

#include "core/cost/rotation.h"
#include "core/support/factors.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace tilescape::search {

using dataflow::Blocking;
using dataflow::LoopNest;
using dataflow::Sharing;
using dataflow::SharingGroup;

namespace {

class SharingSearch {
public:
    SharingSearch(const LoopNest& nest, const Blocking& blocking, const PerTensor<SharingGroup>& groups,
                  const hardware::Machine& machine, const cost::TileContext& context, Count outputPieces)
        : m_nest(nest),
          m_blocking(blocking),
          m_groups(groups),
          m_machine(machine),
          m_context(context),
          m_outputPieces(outputPieces),
          m_fetches(cost::fetchesOf(nest, blocking, context.reloadsWeights)),
          m_kept(cost::keptInBuffer(blocking, m_fetches, context.mayBypass))
    {
        for (const Tensor tensor : allTensors) {
            m_sharing.group[tensor] = groups[tensor].extent.size();
            const bool mayShare = m_kept[tensor] && m_nest.bufferWords[tensor] > 0;
            m_sharing.subgroup[tensor] =
                mayShare ? dataflow::largestHolding(m_sharing.group[tensor], piecesOf(tensor)) : 1;
        }
        m_best.bufferOrder = blocking.order[1];
        m_best.sharing = m_sharing;
    }

    SharingAnswer run()
    {
        if (m_sharing.subgroup == PerTensor<Count>{{1, 1, 1}}) {
            return m_best;
        }
        m_best.wordHops = std::numeric_limits<double>::infinity();
        sortLoops();
        for (const PerTensor<Count>& subgroup : subgroups()) {
            m_sharing.subgroup = subgroup;
            overSplits(0);
        }
        return m_best;
    }

private:
    /// Loops that no tensor reuses across may be split and swapped; those inside every tensor's innermost dimension loop
    /// stay innermost, so that fetch counts keep.
    void sortLoops()
    {
        const auto& order = m_blocking.order[1];
        std::size_t lastFlexible = order.size();
        for (const Tensor tensor : allTensors) {
            for (std::size_t position = order.size(); position-- > 0;) {
                if (m_blocking.factors[order[position]][1] > 1 && m_nest.variesWith(tensor, order[position])) {
                    lastFlexible = std::min(lastFlexible, position);
                    break;
                }
            }
        }
        for (std::size_t position = 0; position < order.size(); ++position) {
            if (m_blocking.factors[order[position]][1] > 1) {
                (position <= lastFlexible ? m_flexible : m_fixed).push_back(order[position]);
            }
        }
        std::sort(m_flexible.begin(), m_flexible.end());
    }

    /// That must have room at a time.
    [[nodiscard]] Count piecesOf(Tensor tensor) const { return tensor == Tensor::Output ? m_outputPieces : 1; }

    /// As much sharing as there is; and as little as the buffers have room for, whichever tensor gives way first.
    [[nodiscard]] std::vector<PerTensor<Count>> subgroups() const
    {
        std::vector<PerTensor<Count>> found{m_sharing.subgroup};
        std::array<Tensor, 3> order = allTensors;
        do {
            const PerTensor<Count> smallest = smallestSubgroups(order);
            if (std::find(found.begin(), found.end(), smallest) == found.end()) {
                found.push_back(smallest);
            }
        } while (std::next_permutation(order.begin(), order.end()));
        return found;
    }

    [[nodiscard]] PerTensor<Count> smallestSubgroups(const std::array<Tensor, 3>& order) const
    {
        PerTensor<Count> subgroup = m_sharing.subgroup;
        const auto bufferWords = [&](const PerTensor<Count>& parts) {
            const auto held = cost::wordsHeld(m_nest, m_blocking, m_kept, parts, m_context.counts)[Storage::Buffer];
            return held[Tensor::Weight] + held[Tensor::Input] + m_outputPieces * held[Tensor::Output];
        };
        for (const Tensor tensor : order) {
            PerTensor<Count> fewer = subgroup;
            for (Count smaller = subgroup[tensor]; smaller > 0; --smaller) {
                fewer[tensor] = smaller;
                if (residue(m_sharing.group[tensor], smaller) != 0
                    || !dataflow::mayHoldBetween(smaller, piecesOf(tensor))) {
                    continue;
                }
                if (bufferWords(fewer) > m_machine.capacities.bufferWordsPerTile) {
                    break;
                }
                subgroup[tensor] = smaller;
            }
        }
        return subgroup;
    }

    void overSplits(std::size_t depth)
    {
        if (depth == m_flexible.size()) {
            overOrders();
            return;
        }
        const Loop loop = m_flexible[depth];
        for (const Count factor : support::divisors(m_blocking.factors[loop][1])) {
            m_sharing.insertedFactors[loop] = factor;
            overSplits(depth + 1);
        }
    }

    void overOrders()
    {
        std::vector<Loop> inserted;
        std::vector<Loop> left;
        for (const Loop loop : m_flexible) {
            if (m_sharing.insertedFactors[loop] > 1) {
                inserted.push_back(loop);
            }
            left.push_back(loop);
        }
        do {
            m_sharing.insertedOrder = completed({}, inserted);
            std::vector<Loop> bottom = left;
            do {
                price(completed(bottom, m_fixed));
            } while (std::next_permutation(bottom.begin(), bottom.end()));
        } while (std::next_permutation(inserted.begin(), inserted.end()));
    }

    /// The loops that are not named come first, then `outer`, then `inner`.
    static std::array<Loop, 3> completed(const std::vector<Loop>& outer, const std::vector<Loop>& inner)
    {
        std::array<Loop, 3> order{};
        std::size_t next = 0;
        for (const Loop loop : {Loop::Batch, Loop::OutputChannel, Loop::InputChannel}) {
            const auto isNamed = [loop](const std::vector<Loop>& loops) {
                return std::find(loops.begin(), loops.end(), loop) != loops.end();
            };
            if (!isNamed(outer) && !isNamed(inner)) {
                order[next++] = loop;
            }
        }
        for (const std::vector<Loop>* loops : {&outer, &inner}) {
            for (const Loop loop : *loops) {
                order[next++] = loop;
            }
        }
        return order;
    }

    void price(const std::array<Loop, 3>& bufferOrder)
    {
        Blocking blocking = m_blocking;
        blocking.order[1] = bufferOrder;
        const cost::RotationTraffic traffic = cost::rotationTraffic(m_nest, blocking, m_sharing, m_groups, m_fetches,
                                                                    m_kept, m_context.tiles, m_context.counts);
        double wordHops = 0;
        for (const double hops : traffic.wordHops) {
            wordHops += hops;
        }
        if (wordHops < m_best.wordHops) {
            m_best = {m_sharing, bufferOrder, wordHops};
        }
    }

    const LoopNest& m_nest;
    const Blocking& m_blocking;
    const PerTensor<SharingGroup>& m_groups;
    const hardware::Machine& m_machine;
    const cost::TileContext& m_context;
    Count m_outputPieces;
    PerStorage<PerTensor<Count>> m_fetches;
    PerTensor<bool> m_kept;
    Sharing m_sharing;
    SharingAnswer m_best;
    std::vector<Loop> m_flexible;
    std::vector<Loop> m_fixed;
};

} // namespace

SharingAnswer bestSharing(const LoopNest& nest, const Blocking& blocking, const PerTensor<SharingGroup>& groups,
                          const hardware::Machine& machine, const cost::TileContext& context, Count outputPieces)
{
    return SharingSearch(nest, blocking, groups, machine, context, outputPieces).run();
}

} // namespace tilescape::search
