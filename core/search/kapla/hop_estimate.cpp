#include "core/search/kapla/hop_estimate.h"

#include "core/dataflow/sharing.h"
#include "core/support/hash_mixer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tilescape::search {

using dataflow::allSplits;
using dataflow::Partition;
using dataflow::Region;
using dataflow::Split;
using dataflow::Splits;

namespace {

Splits allBut(const Splits& splits)
{
    Splits others;
    for (const Split split : allSplits) {
        if (!splits.contains(split)) {
            others.add(split);
        }
    }
    return others;
}

/// As a consumer reads what its producer stored: the one's output channels are the other's input channels.
Partition channelsSwapped(Partition partition)
{
    std::swap(partition.shares[Split::OutputChannel], partition.shares[Split::InputChannel]);
    for (Split& split : partition.order) {
        split = split == Split::OutputChannel  ? Split::InputChannel
                : split == Split::InputChannel ? Split::OutputChannel
                                               : split;
    }
    return partition;
}

/// Hops of a word of a map in memory to a tile, in the mean, if every channel, which holds as much of a map as any other,
/// sent to the tiles that are nearest to it.
double meanFromChannels(const Region& region, const Region& memory)
{
    const std::size_t tiles = region.tiles.size();
    const std::size_t channels = memory.tiles.size();
    const std::size_t served = std::max<std::size_t>(1, tiles / channels);
    std::vector<Count> hops(tiles);
    double fromEach = 0;
    for (const Tile channel : memory.tiles) {
        for (std::size_t i = 0; i < tiles; ++i) {
            hops[i] = hopsBetween(region.tiles[i], channel);
        }
        std::nth_element(hops.begin(), hops.begin() + static_cast<std::ptrdiff_t>(served - 1), hops.end());
        fromEach += static_cast<double>(
            std::accumulate(hops.begin(), hops.begin() + static_cast<std::ptrdiff_t>(served), Count{0}));
    }
    return fromEach / static_cast<double>(served * channels);
}

} // namespace

PerTensor<double> fetchersOf(const LayerTask& task, const Partition& partition,
                             const PerTensor<Splits>& together)
{
    PerTensor<double> fetchers{{1, 1, 1}};
    for (const Tensor tensor : {Tensor::Weight, Tensor::Input}) {
        for (const Split split : together[tensor]) {
            fetchers[tensor] *= spreads(task) ? 1 : static_cast<double>(partition.shares[split].size());
        }
    }
    return fetchers;
}

double gatheringHops(const LayerTask& task, const Partition& partition, const Splits& together)
{
    return spreads(task) ? treeHops(partition, together) : hopsToMiddle(partition, together);
}

HopEstimate::HopEstimate(LayerTask own)
    : m_task(std::move(own)),
      m_sides(dataflow::gridSides(m_task.region)),
      m_toMemory(m_task.region, m_task.memory),
      m_tilesAt(m_toMemory.tilesAt())
{
    const LayerTask& task = m_task;
    if (task.inputIsLocal) {
        return;
    }
    // From other tiles about as far as regions are wide.
    m_meanInput = task.inputFromTiles ? std::sqrt(static_cast<double>(task.region.extent.size())) / 2
                                      : std::max(meanFromChannels(task.region, task.memory), // no less than from the nearest channel
                                                 leastToMemory(static_cast<Count>(task.region.tiles.size())));
}

double HopEstimate::leastToMemory(Count tiles) const
{
    const Count most = std::clamp<Count>(tiles, 1, static_cast<Count>(m_task.region.tiles.size()));
    Count counted = 0;
    Count all = 0;
    for (Count hops = 0; counted < most; ++hops) {
        const Count here = std::min(m_tilesAt[static_cast<std::size_t>(hops)], most - counted);
        counted += here;
        all += here * hops;
    }
    return static_cast<double>(all) / static_cast<double>(most);
}

HopEstimate::Shared HopEstimate::sharedOf(const Partition& partition, const PerTensor<double>& words) const
{
    Shared shared{dataflow::splitsOfPiece(m_task.layer, partition), {}, words, {}, 0};
    shared.fetchers = fetchersOf(m_task, partition, shared.together);
    for (const Tensor tensor : {Tensor::Weight, Tensor::Input}) {
        shared.tree[tensor] = spreads(m_task) ? treeHops(partition, shared.together[tensor]) : 0;
    }
    // Partial sums run one way only: as often as they are written, f of 2f - 1 fetches.
    shared.tree[Tensor::Output] = gatheringHops(m_task, partition, shared.together[Tensor::Output]) / 2;
    if (m_task.space.counts == Counts::Executed) {
        shared.gatherOnce = words[Tensor::Output] * shared.tree[Tensor::Output];
    }
    return shared;
}

double HopEstimate::meanTo(const Region& where, const Partition& stored, const Partition& partition,
                           const SideParts& groups) const
{
    const auto sidesOf = [&] {
        const std::lock_guard lock(m_mutex);
        const auto [known, isNew] = m_storedSides.try_emplace(&where.tiles.front());
        if (isNew) {
            known->second = dataflow::gridSides(where);
        }
        return &known->second;
    };
    // To the first and to the last of the places that a piece lies at, in the mean.
    std::vector<OutputPlaces> places{OutputPlaces(partition, stored, false)};
    if (!OutputPlaces::areSingle(partition, stored)) {
        places.emplace_back(partition, stored, true);
    }
    return meanNearestHops(groups, {m_task.region, m_sides}, {where, *sidesOf()}, places);
}

SideParts HopEstimate::groupsOf(const Partition& partition, const Splits& together) const
{
    return sideParts(partition,
                     allBut(spreads(m_task) ? together : Splits{}));
}

HopEstimate::Packed HopEstimate::packed(const Partition& partition)
{
    Packed packed;
    for (std::size_t i = 0; i < allSplits.size(); ++i) {
        const Extent share = partition.shares[allSplits[i]];
        packed.shares[i / 2] = packed.shares[i / 2] << 32U | static_cast<std::uint64_t>(share.height) << 16U
                               | static_cast<std::uint64_t>(share.width);
        packed.order = packed.order << 8U | static_cast<std::uint64_t>(partition.order[i]);
    }
    return packed;
}

std::size_t HopEstimate::Hash::operator()(const Asked& asked) const
{
    support::HashMixer mixer;
    mixer.add(static_cast<std::uint64_t>(asked.tensor) ^ reinterpret_cast<std::uintptr_t>(asked.where));
    for (const std::uint64_t part : {asked.partition.shares[0], asked.partition.shares[1], asked.partition.order,
                                     asked.stored.shares[0], asked.stored.shares[1], asked.stored.order}) {
        mixer.add(part);
    }
    return mixer.hash();
}

template <typename Distance>
double HopEstimate::remembered(const Asked& asked, const Distance& distance) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_known.find(asked); known != m_known.end()) {
            return known->second;
        }
    }
    const double found = distance();
    const std::lock_guard lock(m_mutex);
    return m_known.try_emplace(asked, found).first->second;
}

std::size_t HopEstimate::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_known.size() * 2 * sizeof(Asked);
}

double HopEstimate::weightDistance(const Partition& partition, const Shared& shared) const
{
    return remembered({Tensor::Weight, packed(partition), {}, nullptr}, [&] {
        return shared.fetchers[Tensor::Weight]
               * m_toMemory.meanOf(groupsOf(partition, shared.together[Tensor::Weight]));
    });
}

double HopEstimate::outputDistance(const Partition& partition, const Shared& shared) const
{
    // Where tiles gather sums between them, what stays is shared out among all of them anew, as its reader may want it: how far that is
    // counts as the reader's distance, which is taken at its mean.
    if (m_task.outputStays) {
        return 0;
    }
    return remembered({Tensor::Output, packed(partition), {}, nullptr}, [&] {
        const SideParts groups = groupsOf(partition, shared.together[Tensor::Output]);
        // Gradients of weights go where weights come from: the nearest channel.
        const double distance =
            network::isWeightGradient(m_task.layer)
                ? m_toMemory.meanOf(groups)
                : meanTo(m_task.memory, dataflow::project(partition, m_task.memory.extent), partition, groups);
        return shared.fetchers[Tensor::Output] * distance;
    });
}

HopEstimate::InputDistance HopEstimate::inputDistance(const Partition& partition, const Shared& shared) const
{
    const Splits& together = shared.together[Tensor::Input];
    const bool channelwise = !together.contains(Split::OutputChannel);
    InputDistance distance;
    distance.m_estimate = this;
    distance.m_partition = channelwise ? partition : channelsSwapped(partition);
    distance.m_groups = groupsOf(partition, together);
    distance.m_fetchers = shared.fetchers[Tensor::Input];
    distance.m_leastFromMemory = m_task.inputFromTiles ? 0 : distance.m_fetchers * m_toMemory.meanOf(distance.m_groups);
    return distance;
}

double HopEstimate::InputDistance::from(const LikelyInput& input) const
{
    const Asked asked{Tensor::Input, packed(m_partition), packed(input.partition), &input.region->tiles.front()};
    return m_estimate->remembered(
        asked, [&] { return m_fetchers * m_estimate->meanTo(*input.region, input.partition, m_partition, m_groups); });
}

std::vector<LikelyInput> HopEstimate::usualInputs() const
{
    std::vector<LikelyInput> inputs;
    if (m_task.inputFromTiles || !hopsMatter(m_task)) {
        return inputs;
    }
    for (const auto& [ofRows, ofColumns] :
         {std::pair{Split::Batch, Split::Batch}, std::pair{Split::OutputChannel, Split::OutputChannel},
          std::pair{Split::Map, Split::Map}, std::pair{Split::Batch, Split::OutputChannel},
          std::pair{Split::Map, Split::OutputChannel}}) {
        Partition input;
        input.shares[ofRows].height = m_task.memory.extent.height;
        input.shares[ofColumns].width = m_task.memory.extent.width;
        inputs.push_back({input, &m_task.memory});
    }
    return inputs;
}

} // namespace tilescape::search
