#include "core/search/space/partition_space.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

using dataflow::allSplits;
using dataflow::Partition;
using dataflow::PerSplit;
using dataflow::Split;

Splittable splittable(const network::Layer& layer, Count batch)
{
    const bool depthwise = network::isDepthwise(layer);
    const Count groups = depthwise ? 1 : network::groupsOf(layer);
    const bool reduces = network::hasWeights(layer) && !depthwise;
    return {batch, quotient(layer.outputChannels, groups), layer.outputSize,
            reduces ? quotient(layer.inputChannels, groups) : 1, network::isWeightGradient(layer)};
}

namespace {

/// Padding that a split may bring, as a share of what is then done.
constexpr double mostPadding = 0.1;
constexpr double mostPaddingRounded = 0.25;

bool dividesWell(Count length, Count parts, double most)
{
    const Count padded = ceilDivide(length, parts) * parts;
    return length >= parts && static_cast<double>(padded - length) <= std::max(most * static_cast<double>(padded), 1.0);
}

} // namespace

bool needsGathering(const Splittable& what, const PerSplit<Extent>& shares)
{
    return what.sumsOverItems ? shares[Split::Batch].size() > 1 || shares[Split::Map].size() > 1
                              : shares[Split::InputChannel].size() > 1;
}

Split splitOfWholeRegions(const Splittable& what, const SearchSpace& space)
{
    const bool mayCutMap = what.map.size() > 1 && (space.gathersSums || !what.sumsOverItems);
    return mayCutMap ? Split::Map : Split::OutputChannel;
}

bool allowsShares(const Splittable& what, const SearchSpace& space, const PerSplit<Extent>& shares)
{
    const Count batchParts = shares[Split::Batch].size();
    const Count outputParts = shares[Split::OutputChannel].size();
    const Count inputParts = shares[Split::InputChannel].size();
    const Extent mapParts = shares[Split::Map];
    const double most = space.roundedFactors ? mostPaddingRounded : mostPadding;
    if (!space.gathersSums && needsGathering(what, shares)) {
        return false;
    }
    const bool evenBatch = residue(what.batch, batchParts) == 0;
    if ((batchParts > 1 && !space.batchPartition)
        || (!evenBatch && !(space.roundedFactors && dividesWell(what.batch, batchParts, most)))) {
        return false;
    }
    if (!space.hybridPartition) {
        const bool cutsMap = splitOfWholeRegions(what, space) == Split::Map;
        return inputParts == 1 && (cutsMap ? outputParts == 1 : mapParts.size() == 1);
    }
    if (inputParts > 1 && (!space.inputChannelPartition || what.inputChannels == 1)) {
        return false;
    }
    return dividesWell(what.outputChannels, outputParts, most) && dividesWell(what.map.height, mapParts.height, most)
           && dividesWell(what.map.width, mapParts.width, most) && dividesWell(what.inputChannels, inputParts, most);
}

namespace {

/// A split fills one side of the region before it takes a part of the other; maps are cut in both as they like.
bool fillsOneSideFirst(const PerSplit<Extent>& shares, Extent extent)
{
    return std::none_of(allSplits.begin(), allSplits.end(), [&](Split split) {
        const Extent share = shares[split];
        return split != Split::Map && share.height > 1 && share.height < extent.height && share.width > 1
               && share.width < extent.width;
    });
}

/// One order stands for all that place alike: splits into one part come first, by number; of two neighbours that cut different sides the one
/// that cuts the width comes first. The batch is the outermost of the others, as in Tangram's tool: that is a rule of the space, and other orders
/// may have shorter hops.
bool isCanonical(const std::array<Split, 4>& order, const PerSplit<Extent>& shares)
{
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const Extent outer = shares[order[i]];
        const Extent inner = shares[order[i + 1]];
        if (inner.size() == 1 && (outer.size() > 1 || order[i] > order[i + 1])) {
            return false;
        }
        const bool outerCutsHeight = outer.height > 1 && outer.width == 1;
        const bool innerCutsWidth = inner.height == 1 && inner.width > 1;
        if (order[i] != Split::Batch && outerCutsHeight && innerCutsWidth) {
            return false;
        }
    }
    const auto outermost =
        std::find_if(order.begin(), order.end(), [&](Split split) { return shares[split].size() > 1; });
    return shares[Split::Batch].size() == 1 || *outermost == Split::Batch;
}

PerSplit<Extent> fallback(const Splittable& what, const SearchSpace& space, Extent extent)
{
    PerSplit<Extent> shares;
    shares[splitOfWholeRegions(what, space)] = extent;
    return shares;
}

} // namespace

/// Those that `allowsShares` refuses whatever the other side adds are left out.
const RegionShares::OfSide& RegionShares::along(std::map<Count, OfSide>& known, Count Extent::*side, Count length) const
{
    const auto [place, isNew] = known.try_emplace(length);
    OfSide& found = place->second;
    if (!isNew) {
        return found;
    }
    const double most = m_space.roundedFactors ? mostPaddingRounded : mostPadding;
    const bool mayCutInput = m_space.inputChannelPartition && m_what.inputChannels > 1;
    found = support::fourFactors(length);
    std::erase_if(found, [&](const std::array<Count, 4>& shares) {
        const auto share = [&](Split split) { return shares[static_cast<std::size_t>(split)]; };
        const Count ofBatch = share(Split::Batch);
        if (ofBatch > 1
            && (!m_space.batchPartition || (residue(m_what.batch, ofBatch) != 0 && !m_space.roundedFactors))) {
            return true;
        }
        return m_space.hybridPartition
               && ((share(Split::InputChannel) > 1 && !mayCutInput) || share(Split::InputChannel) > m_what.inputChannels
                   || share(Split::OutputChannel) > m_what.outputChannels
                   || !dividesWell(m_what.map.*side, share(Split::Map), most));
    });
    return found;
}

std::vector<PerSplit<Extent>> RegionShares::of(Extent extent)
{
    std::vector<PerSplit<Extent>> found;
    for (const auto& height : along(m_ofHeight, &Extent::height, extent.height)) {
        for (const auto& width : along(m_ofWidth, &Extent::width, extent.width)) {
            PerSplit<Extent> shares;
            for (std::size_t i = 0; i < allSplits.size(); ++i) {
                shares[allSplits[i]] = {height[i], width[i]};
            }
            if (allowsShares(m_what, m_space, shares) && fillsOneSideFirst(shares, extent)) {
                found.push_back(shares);
            }
        }
    }
    const auto isWithoutSwitches = [](const PerSplit<Extent>& shares) {
        return shares[Split::Batch].size() == 1 && shares[Split::InputChannel].size() == 1;
    };
    if (std::none_of(found.begin(), found.end(), isWithoutSwitches)) {
        found.push_back(fallback(m_what, m_space, extent));
    }
    return found;
}

std::vector<PerSplit<Extent>> sharesOf(const Splittable& what, Extent extent, const SearchSpace& space)
{
    return RegionShares(what, space).of(extent);
}

std::vector<Partition> ordersOf(const PerSplit<Extent>& shares)
{
    std::vector<Partition> found;
    Partition partition;
    partition.shares = shares;
    do {
        if (isCanonical(partition.order, partition.shares)) {
            found.push_back(partition);
        }
    } while (std::next_permutation(partition.order.begin(), partition.order.end()));
    return found;
}

std::vector<Partition> partitions(const Splittable& what, Extent extent, const SearchSpace& space)
{
    std::vector<Partition> found;
    for (const PerSplit<Extent>& shares : sharesOf(what, extent, space)) {
        const std::vector<Partition> orders = ordersOf(shares);
        found.insert(found.end(), orders.begin(), orders.end());
    }
    return found;
}

} // namespace tilescape::search
