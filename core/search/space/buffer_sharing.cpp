#include "core/search/space/buffer_sharing.h"

#include "core/cost/rotation.h"
#include "core/support/factors.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

namespace tilescape::search {

using dataflow::Blocking;
using dataflow::LoopNest;
using dataflow::Sharing;
using dataflow::SharingGroup;

namespace {

/// In an order, outermost first.
class LoopOrder {
public:
    void add(Loop loop) { m_loops[m_size++] = loop; }
    [[nodiscard]] auto begin() { return m_loops.begin(); }
    [[nodiscard]] auto end() { return m_loops.begin() + m_size; }
    [[nodiscard]] auto begin() const { return m_loops.begin(); }
    [[nodiscard]] auto end() const { return m_loops.begin() + m_size; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(m_size); }
    [[nodiscard]] Loop operator[](std::size_t place) const { return m_loops[place]; }
    [[nodiscard]] bool has(Loop loop) const { return std::find(begin(), end(), loop) != end(); }
    bool operator==(const LoopOrder& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

private:
    std::array<Loop, 3> m_loops{};
    std::ptrdiff_t m_size = 0;
};

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
          m_kept(cost::keptInBuffer(blocking, m_fetches, context.mayBypass)),
          m_ordered(blocking)
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
        const PerTensor<bool> rotates = cost::rotating(m_sharing, m_kept, m_context.counts);
        for (const PerTensor<Count>& subgroup : subgroups()) {
            m_sharing.subgroup = subgroup;
            m_rotations.clear();
            for (const Tensor tensor : allTensors) {
                if (rotates[tensor] && subgroup[tensor] > 1) {
                    m_rotations.emplace_back(m_nest, m_blocking, m_sharing, m_groups[tensor], m_fetches, tensor,
                                             m_context.tiles, m_context.counts);
                }
            }
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
                (position <= lastFlexible ? m_flexible : m_fixed).add(order[position]);
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
        std::vector<Tensor> order; // those that share
        std::copy_if(allTensors.begin(), allTensors.end(), std::back_inserter(order),
                     [this](Tensor tensor) { return m_sharing.subgroup[tensor] > 1; });
        do {
            const PerTensor<Count> smallest = smallestSubgroups(order);
            if (std::find(found.begin(), found.end(), smallest) == found.end()) {
                found.push_back(smallest);
            }
        } while (std::next_permutation(order.begin(), order.end()));
        return found;
    }

    [[nodiscard]] PerTensor<Count> smallestSubgroups(const std::vector<Tensor>& order) const
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
        if (m_best.wordHops == 0) {
            return;
        }
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
        LoopOrder inserted;
        for (const Loop loop : m_flexible) {
            if (m_sharing.insertedFactors[loop] > 1) {
                inserted.add(loop);
            }
        }
        findOrdersOfRest();
        do {
            for (const LoopOrder& rest : m_restOrders) {
                price(inserted, rest);
            }
        } while (std::next_permutation(inserted.begin(), inserted.end()));
    }

    [[nodiscard]] Count restOf(Loop loop) const
    {
        return ceilDivide(m_blocking.factors[loop][1], m_sharing.insertedFactors[loop]);
    }

    /// Of the flexible loops; where a loop of one iteration stands makes no difference.
    void findOrdersOfRest()
    {
        m_restOrders.clear();
        std::vector<LoopOrder>& known = m_repeatedOrders;
        known.clear();
        LoopOrder order = m_flexible;
        do {
            LoopOrder repeated;
            for (const Loop loop : order) {
                if (restOf(loop) > 1) {
                    repeated.add(loop);
                }
            }
            if (std::find(known.begin(), known.end(), repeated) == known.end()) {
                known.push_back(repeated);
                m_restOrders.push_back(order);
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }

    /// The loops that are not named come first, then `outer`, then `inner`.
    static std::array<Loop, 3> completed(const LoopOrder& outer, const LoopOrder& inner)
    {
        LoopOrder order;
        for (const Loop loop : {Loop::Batch, Loop::OutputChannel, Loop::InputChannel}) {
            if (!outer.has(loop) && !inner.has(loop)) {
                order.add(loop);
            }
        }
        for (const LoopOrder* loops : {&outer, &inner}) {
            for (const Loop loop : *loops) {
                order.add(loop);
            }
        }
        return {order[0], order[1], order[2]};
    }

    void price(const LoopOrder& inserted, const LoopOrder& rest)
    {
        m_sharing.insertedOrder = completed({}, inserted);
        m_ordered.order[1] = completed(rest, m_fixed);
        const cost::InnerLoops inner = cost::loopsInsideBuffer(m_ordered, m_sharing);
        double wordHops = 0;
        for (const cost::TensorRotation& rotation : m_rotations) {
            wordHops += rotation.under(inner.all()).wordHops;
        }
        if (wordHops < m_best.wordHops) {
            m_best = {m_sharing, m_ordered.order[1], wordHops};
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
    std::vector<cost::TensorRotation> m_rotations; ///< of what rotates in the present subgroups
    Blocking m_ordered;                            ///< the blocking with the order that is priced
    LoopOrder m_flexible;
    LoopOrder m_fixed;
    std::vector<LoopOrder> m_restOrders;
    std::vector<LoopOrder> m_repeatedOrders; ///< the same, without loops of one iteration
};

} // namespace

SharingAnswer bestSharing(const LoopNest& nest, const Blocking& blocking, const PerTensor<SharingGroup>& groups,
                          const hardware::Machine& machine, const cost::TileContext& context, Count outputPieces)
{
    return SharingSearch(nest, blocking, groups, machine, context, outputPieces).run();
}

} // namespace tilescape::search
