#include "core/intralayer/quick_frame.h"

#include "core/dataflow/sharing.h"
#include "core/intralayer/partition_geometry.h"
#include "core/intralayer/partition_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace tilescape::intralayer {

using dataflow::allSplits;
using dataflow::LoopNest;
using dataflow::Partition;
using dataflow::PerSplit;
using dataflow::Split;

namespace {

/// Partitions kept for each likely layout of the input.
constexpr std::size_t partitionsForInput = 2;
/// Another order of the splits may be this much cheaper than the one that a class is blocked with.
constexpr double orderMargin = 0.03;

class FrameMaker {
public:
    FrameMaker(const LayerTask& task, const std::vector<RankedShares>& ranking, const std::vector<TopGroups>& tops,
               const QuickEffort& effort, const std::vector<LikelyInput>& inputs)
        : m_task(task), m_ranking(ranking), m_tops(tops), m_effort(effort), m_bestFor(tops.size()), m_inputs(inputs)
    {
    }

    QuickFrame run()
    {
        measureDistances();
        if (m_inputs.empty()) {
            m_inputs = usualInputs();
        }
        m_bestForInput.resize(m_inputs.size());
        m_made.inputDistance = meanDistance();
        for (const RankedShares& ranked : m_ranking) {
            const PartCounts parts = partCounts(ranked.shares);
            auto known = m_classes.find(parts);
            if (known == m_classes.end()) {
                if (m_classes.size() >= m_effort.shares || ranked.cost >= worst()) {
                    continue;
                }
                known = m_classes.emplace(parts, blockClass(ranked.shares)).first;
            }
            for (const Partition& partition : ordersOf(ranked.shares)) {
                consider(partition, known->second);
            }
        }
        for (Found& found : inOrder()) {
            found.split.kind = m_made.frame.kinds.size();
            m_made.frame.partitions.push_back(std::move(found.split));
            m_made.frame.kinds.push_back(std::move(found.kind));
            m_made.traffic.push_back(std::move(found.traffic));
            m_made.rotation.push_back(std::move(found.rotation));
        }
        return std::move(m_made);
    }

private:
    using Best = std::vector<std::pair<double, std::size_t>>; ///< cost, and place in `m_partitions`

    /// A partition that is answered for, with all that blockings need to know.
    struct Found {
        FramePartition split;
        BlockingKind kind;
        std::vector<NestTraffic> traffic;
        std::vector<RotationPriceList> rotation;
    };
    /// The best blocking under one kind of groups of all partitions into as many parts: how they lie changes hops only.
    struct ClassBest {
        double energyPj = std::numeric_limits<double>::infinity(); ///< without hops of fetches; infinite: none fits
        double cycles = 0;
        std::array<Count, 3> fetches{};
    };

    /// What is of use to none of the groups costs as much.
    [[nodiscard]] double worst() const
    {
        double worst = 0;
        for (std::size_t top = 0; top < m_tops.size(); ++top) {
            worst = std::max(worst, worstFor(top));
        }
        return worst;
    }

    [[nodiscard]] std::size_t mostFor(std::size_t top) const
    {
        return top == 0 ? m_effort.partitions : (m_effort.partitions + 1) / 2;
    }

    [[nodiscard]] double worstFor(std::size_t top) const
    {
        return m_bestFor[top].size() < mostFor(top) ? std::numeric_limits<double>::infinity() : m_bestFor[top].back().first;
    }

    /// Those that are among the best for any groups: the best for each of them, then the second best, and so on.
    std::vector<Found> inOrder()
    {
        std::vector<Found> ordered;
        std::set<std::size_t> taken;
        for (std::size_t rank = 0; rank < m_effort.partitions; ++rank) {
            for (const auto* lists : {&m_bestFor, &m_bestForInput}) {
                for (const Best& best : *lists) {
                    if (rank < best.size() && taken.insert(best[rank].second).second) {
                        ordered.push_back(prepared(m_partitions[best[rank].second]));
                    }
                }
            }
        }
        return ordered;
    }

    [[nodiscard]] Found prepared(const Partition& partition) const
    {
        Found found;
        found.kind = kindOf(m_task, partition);
        found.kind.nests = dataflow::loopNests(found.kind.tile, m_task.machine.peArray);
        found.split.partition = partition;
        for (const LoopNest& nest : found.kind.nests) {
            found.traffic.push_back(trafficOf(nest, found.kind.context, m_task.machine, found.kind.sharing));
            found.rotation.push_back(rotationPrices(nest, found.kind.context, m_task.machine, found.kind.sharing));
        }
        countHops(m_task, found.split);
        return found;
    }

    /// From a tile to the nearest memory channel; or about as far as regions are wide, where data come from another one.
    [[nodiscard]] double meanDistance() const
    {
        if (m_task.inputIsLocal) {
            return 0;
        }
        if (m_task.inputFromTiles) {
            return std::sqrt(static_cast<double>(m_task.region.extent.size())) / 2;
        }
        Count hops = 0;
        for (const Count own : m_toMemory) {
            hops += own;
        }
        return static_cast<double>(hops) / static_cast<double>(m_toMemory.size());
    }

    /// Hops of a word from where it lies to the nearest tile of those that differ in none of `splits`, in the mean.
    template <typename Distance>
    [[nodiscard]] double meanFirstHops(const Partition& partition, const std::vector<Split>& splits,
                                       const Distance& distance) const
    {
        const std::vector<Count> rows = partNumbers(partition, &Extent::height, splits);
        const std::vector<Count> columns = partNumbers(partition, &Extent::width, splits);
        const Count width = *std::max_element(columns.begin(), columns.end()) + 1;
        const Count height = *std::max_element(rows.begin(), rows.end()) + 1;
        std::vector<Count> nearest(static_cast<std::size_t>(width * height), std::numeric_limits<Count>::max());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t column = 0; column < columns.size(); ++column) {
                Count& own = nearest[static_cast<std::size_t>(rows[row] * width + columns[column])];
                own = std::min(own, distance(row, column));
            }
        }
        Count hops = 0;
        for (const Count own : nearest) {
            hops += own;
        }
        return static_cast<double>(hops) / static_cast<double>(nearest.size());
    }

    [[nodiscard]] double weightDistance(const Partition& partition, const std::vector<Split>& together) const
    {
        const auto width = static_cast<std::size_t>(m_task.region.extent.width);
        return meanFirstHops(partition, allBut(together),
                             [&](std::size_t row, std::size_t column) { return m_toMemory[row * width + column]; });
    }

    [[nodiscard]] double outputDistance(const Partition& partition, const std::vector<Split>& together) const
    {
        if (m_task.outputStays) {
            return 0;
        }
        const Partition stored = dataflow::project(partition, m_task.memory.extent);
        const OutputPlaces first(partition, stored, false);
        const OutputPlaces last(partition, stored, true);
        return meanFirstHops(partition, allBut(together),
                             [&](std::size_t row, std::size_t column) {
                                 const auto [down, across] = std::pair(static_cast<Count>(row), static_cast<Count>(column));
                                 const Tile tile = m_task.region.at(down, across);
                                 const auto hops = [&](Extent place) {
                                     return hopsBetween(tile, m_task.memory.at(place.height, place.width));
                                 };
                                 return hops(first.at(down, across)) + hops(last.at(down, across));
                             })
            / 2;
    }

    /// Of an input that lies as `input` has it, with the producer's output channels as the input's.
    [[nodiscard]] double inputDistance(const Partition& partition, const std::vector<Split>& together,
                                       const LikelyInput& input) const
    {
        const Partition& stored = input.partition;
        Partition read = partition;
        const bool channelwise = std::find(together.begin(), together.end(), Split::OutputChannel) == together.end();
        if (!channelwise) {
            std::swap(read.shares[Split::OutputChannel], read.shares[Split::InputChannel]);
            for (Split& split : read.order) {
                split = split == Split::OutputChannel ? Split::InputChannel
                    : split == Split::InputChannel    ? Split::OutputChannel
                                                      : split;
            }
        }
        const OutputPlaces first(read, stored, false);
        const OutputPlaces last(read, stored, true);
        return meanFirstHops(partition, allBut(together),
                             [&](std::size_t row, std::size_t column) {
                                 const auto [down, across] = std::pair(static_cast<Count>(row), static_cast<Count>(column));
                                 const Tile tile = m_task.region.at(down, across);
                                 const auto hops = [&](Extent place) {
                                     return hopsBetween(tile, input.region->at(place.height, place.width));
                                 };
                                 return hops(first.at(down, across)) + hops(last.at(down, across));
                             })
            / 2;
    }

    /// Ways in which an input may lie over channels at the four corners.
    [[nodiscard]] std::vector<LikelyInput> usualInputs() const
    {
        std::vector<LikelyInput> inputs;
        if (m_task.inputFromTiles || !hopsMatter(m_task) || m_task.memory.extent != Extent{2, 2}) {
            return inputs;
        }
        for (const auto& [ofRows, ofColumns] :
             {std::pair{Split::Batch, Split::Batch}, std::pair{Split::OutputChannel, Split::OutputChannel},
              std::pair{Split::Map, Split::Map}, std::pair{Split::Batch, Split::OutputChannel},
              std::pair{Split::Map, Split::OutputChannel}}) {
            Partition input;
            input.shares[ofRows].height = 2;
            input.shares[ofColumns].width = 2;
            inputs.push_back({input, &m_task.memory});
        }
        return inputs;
    }

    void measureDistances()
    {
        for (const Tile tile : m_task.region.tiles) {
            Count nearest = std::numeric_limits<Count>::max();
            for (const Tile channel : m_task.memory.tiles) {
                nearest = std::min(nearest, hopsBetween(tile, channel));
            }
            m_toMemory.push_back(nearest);
        }
    }

    /// Word-hops of one fetch of each tensor.
    [[nodiscard]] PerTensor<double> expectedHops(const Partition& partition) const
    {
        const dataflow::TileLayer tile = dataflow::tileLayer(m_task.layer, m_task.batch, partition);
        const PerTensor<double> words = distinctWords(m_task, tile, partition.shares);
        const PerTensor<std::vector<Split>> together = dataflow::splitsThatShare(m_task.layer, partition);
        const auto tree = [&](Tensor tensor) {
            return spreads(m_task) ? treeHops(partition, together[tensor]) : 0;
        };
        return {{words[Tensor::Weight] * (tree(Tensor::Weight) + weightDistance(partition, together[Tensor::Weight])),
                 words[Tensor::Input] * (tree(Tensor::Input) + m_made.inputDistance),
                 words[Tensor::Output]
                     * (tree(Tensor::Output) / 2 + outputDistance(partition, together[Tensor::Output]))}};
    }

    static std::vector<Split> allBut(const std::vector<Split>& splits)
    {
        std::vector<Split> others;
        for (const Split split : allSplits) {
            if (std::find(splits.begin(), splits.end(), split) == splits.end()) {
                others.push_back(split);
            }
        }
        return others;
    }

    /// Every nest without groups; with groups, the one that is best without.
    std::vector<ClassBest> blockClass(const PerSplit<Extent>& shares)
    {
        const Partition partition = ordersOf(shares).front();
        BlockingKind kind = kindOf(m_task, partition);
        kind.nests = dataflow::loopNests(kind.tile, m_task.machine.peArray);
        const PerTensor<double> hops = expectedHops(partition);
        std::array<double, 3> fetchPj{};
        for (const Tensor tensor : allTensors) {
            fetchPj[static_cast<std::size_t>(tensor)] = m_task.machine.hopPj * hops[tensor];
        }
        std::vector<ClassBest> found(m_tops.size());
        std::vector<NestTraffic> traffic;
        std::vector<RotationPriceList> rotation;
        for (const LoopNest& nest : kind.nests) {
            traffic.push_back(trafficOf(nest, kind.context, m_task.machine, kind.sharing));
            rotation.push_back(rotationPrices(nest, kind.context, m_task.machine, kind.sharing));
        }
        std::vector<std::pair<double, std::size_t>> nests; // best first
        for (std::size_t top = 0; top < m_tops.size(); ++top) {
            double cost = worstFor(top) * (1 + orderMargin);
            const auto search = [&](std::size_t nest) {
                const BlockingTask task{kind.nests[nest],   kind.context, m_task.machine, m_task.objective,
                                        hopsMatter(m_task), kind.sharing, m_tops[top]};
                const auto best =
                    quickBlockings({task, traffic[nest], fetchPj, rotation[nest]}, 1, cost, &m_made.counts);
                if (best.empty()) {
                    return false;
                }
                cost = best.front().cost;
                ClassBest& own = found[top];
                own = {best.front().energyPj, best.front().cycles, best.front().fetches};
                for (std::size_t tensor = 0; tensor < 3; ++tensor) {
                    own.energyPj -= fetchPj[tensor] * static_cast<double>(own.fetches[tensor]);
                }
                return true;
            };
            if (top == 0) {
                for (std::size_t nest = 0; nest < kind.nests.size(); ++nest) {
                    if (search(nest)) {
                        nests.emplace(nests.begin(), cost, nest);
                    }
                }
                continue;
            }
            for (const auto& [other, nest] : nests) {
                if (search(nest)) {
                    break;
                }
            }
        }
        return found;
    }

    void consider(const Partition& partition, const std::vector<ClassBest>& blockings)
    {
        const PerTensor<double> hops = expectedHops(partition);
        bool useful = considerInputs(partition, blockings.front(), hops);
        for (std::size_t top = 0; top < m_tops.size(); ++top) {
            const ClassBest& best = blockings[top];
            double energy = best.energyPj;
            for (const Tensor tensor : allTensors) {
                energy += m_task.machine.hopPj * hops[tensor]
                    * static_cast<double>(best.fetches[static_cast<std::size_t>(tensor)]);
            }
            const double cost = scalarOf(m_task.objective, energy, best.cycles);
            if (cost >= worstFor(top)) {
                continue;
            }
            offer(m_bestFor[top], mostFor(top), cost);
            useful = true;
        }
        if (useful) {
            m_partitions.push_back(partition);
        }
    }

    void offer(Best& list, std::size_t most, double cost) const
    {
        const auto place = std::upper_bound(list.begin(), list.end(), cost,
                                            [](double own, const auto& other) { return own < other.first; });
        list.insert(place, {cost, m_partitions.size()});
        list.resize(std::min(list.size(), most));
    }

    /// What suits an input that lies in one of the likely ways. Whether any is suited better than before.
    bool considerInputs(const Partition& partition, const ClassBest& best, const PerTensor<double>& hops)
    {
        bool useful = false;
        const auto times = [&](Tensor tensor) {
            return m_task.machine.hopPj * static_cast<double>(best.fetches[static_cast<std::size_t>(tensor)]);
        };
        const std::vector<Split> together = dataflow::splitsThatShare(m_task.layer, partition)[Tensor::Input];
        const double words =
            distinctWords(m_task, dataflow::tileLayer(m_task.layer, m_task.batch, partition), partition.shares)[Tensor::Input];
        const double tree = spreads(m_task) ? treeHops(partition, together) : 0;
        const double before = best.energyPj + times(Tensor::Weight) * hops[Tensor::Weight]
            + times(Tensor::Output) * hops[Tensor::Output] + times(Tensor::Input) * words * tree;
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            Best& list = m_bestForInput[input];
            const double worst = list.size() < partitionsForInput ? std::numeric_limits<double>::infinity() : list.back().first;
            if (scalarOf(m_task.objective, before, best.cycles) >= worst) {
                continue;
            }
            const double cost = scalarOf(
                m_task.objective,
                before + times(Tensor::Input) * words * inputDistance(partition, together, m_inputs[input]), best.cycles);
            if (cost < worst) {
                offer(list, partitionsForInput, cost);
                useful = true;
            }
        }
        return useful;
    }

    const LayerTask& m_task;
    const std::vector<RankedShares>& m_ranking;
    const std::vector<TopGroups>& m_tops;
    const QuickEffort& m_effort;
    QuickFrame m_made;
    std::map<PartCounts, std::vector<ClassBest>> m_classes;
    std::vector<Partition> m_partitions;
    std::vector<Best> m_bestFor; ///< by kind of groups
    std::vector<LikelyInput> m_inputs;
    std::vector<Best> m_bestForInput; ///< by likely input
    std::vector<Count> m_toMemory; ///< hops of each tile of the region to the nearest memory channel
};

} // namespace

QuickFrame quickFrameOf(const LayerTask& task, const std::vector<RankedShares>& ranking, const std::vector<TopGroups>& tops,
                        const QuickEffort& effort, const std::vector<LikelyInput>& inputs)
{
    return FrameMaker(task, ranking, tops, effort, inputs).run();
}

} // namespace tilescape::intralayer
