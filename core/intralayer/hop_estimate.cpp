#include "core/intralayer/hop_estimate.h"

#include "core/intralayer/partition_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tilescape::intralayer {

using dataflow::allSplits;
using dataflow::Partition;
using dataflow::Region;
using dataflow::Split;

namespace {

std::vector<Split> allBut(const std::vector<Split>& splits)
{
    std::vector<Split> others;
    for (const Split split : allSplits) {
        if (std::find(splits.begin(), splits.end(), split) == splits.end()) {
            others.push_back(split);
        }
    }
    return others;
}

/// As a consumer reads what its producer stored: the one's output channels are the other's input channels.
Partition channelsSwapped(Partition partition)
{
    std::swap(partition.shares[Split::OutputChannel], partition.shares[Split::InputChannel]);
    for (Split& split : partition.order) {
        split = split == Split::OutputChannel ? Split::InputChannel
            : split == Split::InputChannel    ? Split::OutputChannel
                                              : split;
    }
    return partition;
}

/// Hops from each tile of `region` to the first and to the last of the places that its piece lies at, in the mean.
auto halfway(const Region& region, const Partition& partition, const Partition& stored, const Region& where)
{
    return [&region, &where, first = OutputPlaces(partition, stored, false),
            last = OutputPlaces(partition, stored, true)](std::size_t row, std::size_t column) {
        const Tile tile = region.at(static_cast<Count>(row), static_cast<Count>(column));
        const Extent from = first.at(row, column);
        const Extent to = last.at(row, column);
        return hopsBetween(tile, where.at(from.height, from.width)) + hopsBetween(tile, where.at(to.height, to.width));
    };
}

} // namespace

HopEstimate::HopEstimate(const LayerTask& task) : m_task(task)
{
    for (const Tile tile : task.region.tiles) {
        Count nearest = std::numeric_limits<Count>::max();
        for (const Tile channel : task.memory.tiles) {
            nearest = std::min(nearest, hopsBetween(tile, channel));
        }
        m_toMemory.push_back(nearest);
    }
    if (task.inputIsLocal) {
        return;
    }
    // From a tile to the nearest memory channel; or about as far as regions are wide.
    m_meanInput = task.inputFromTiles
        ? std::sqrt(static_cast<double>(task.region.extent.size())) / 2
        : static_cast<double>(std::accumulate(m_toMemory.begin(), m_toMemory.end(), Count{0}))
            / static_cast<double>(m_toMemory.size());
}

HopEstimate::Shared HopEstimate::sharedOf(const Partition& partition, const PerTensor<double>& words) const
{
    Shared shared{dataflow::splitsThatShare(m_task.layer, partition), words, {}};
    for (const Tensor tensor : allTensors) {
        shared.tree[tensor] = spreads(m_task) ? treeHops(partition, shared.together[tensor]) : 0;
    }
    // Partial sums run along the tree one way only.
    shared.tree[Tensor::Output] /= 2;
    return shared;
}

/// Of a word from where it lies to the nearest tile of those that differ in `together` only.
template <typename Distance>
double HopEstimate::meanFirstHops(const Partition& partition, const std::vector<Split>& together,
                                  const Distance& distance) const
{
    const std::vector<Split> apart = allBut(together);
    const std::vector<Count> rows = partNumbers(partition, &Extent::height, apart);
    const std::vector<Count> columns = partNumbers(partition, &Extent::width, apart);
    const Count width = *std::max_element(columns.begin(), columns.end()) + 1;
    const Count height = *std::max_element(rows.begin(), rows.end()) + 1;
    std::vector<Count> nearest(static_cast<std::size_t>(width * height), std::numeric_limits<Count>::max());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < columns.size(); ++column) {
            Count& own = nearest[static_cast<std::size_t>(rows[row] * width + columns[column])];
            own = std::min(own, distance(row, column));
        }
    }
    return static_cast<double>(std::accumulate(nearest.begin(), nearest.end(), Count{0}))
        / static_cast<double>(nearest.size());
}

double HopEstimate::weightDistance(const Partition& partition, const Shared& shared) const
{
    return meanFirstHops(partition, shared.together[Tensor::Weight], [&](std::size_t row, std::size_t column) {
        return m_toMemory[row * static_cast<std::size_t>(m_task.region.extent.width) + column];
    });
}

double HopEstimate::outputDistance(const Partition& partition, const Shared& shared) const
{
    if (m_task.outputStays) {
        return 0;
    }
    const Partition stored = dataflow::project(partition, m_task.memory.extent);
    return meanFirstHops(partition, shared.together[Tensor::Output],
                         halfway(m_task.region, partition, stored, m_task.memory))
        / 2;
}

double HopEstimate::inputDistance(const Partition& partition, const Shared& shared, const LikelyInput& input) const
{
    const std::vector<Split>& together = shared.together[Tensor::Input];
    const bool channelwise = std::find(together.begin(), together.end(), Split::OutputChannel) == together.end();
    return meanFirstHops(partition, together,
                         halfway(m_task.region, channelwise ? partition : channelsSwapped(partition), input.partition,
                                 *input.region))
        / 2;
}

std::vector<LikelyInput> HopEstimate::usualInputs() const
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

} // namespace tilescape::intralayer
