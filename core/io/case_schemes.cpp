#include "core/io/case_values.h"

namespace tilescape::io {

namespace {

/// The region that a scheme lists, or the whole chip.
dataflow::Region readRegion(const JsonPlace& scheme, Extent extent, Extent chip)
{
    const auto place = scheme.find("region");
    if (!place) {
        return dataflow::wholeChip(chip);
    }
    std::vector<Tile> listed;
    const auto tiles = place->elements().value_or(std::vector<JsonPlace>{});
    for (const JsonPlace& tile : tiles) {
        const auto position = tile.extent();
        listed.push_back(position ? Tile{position->height, position->width} : Tile{});
    }
    const double needed = static_cast<double>(extent.height) * static_cast<double>(extent.width);
    if (static_cast<double>(listed.size()) != needed) {
        place->fault(fmt::format("the region lists {} tiles", listed.size()),
                     fmt::format("the shares of the partition multiply up to {}", needed));
    }
    return {extent, std::move(listed)};
}

PerTensor<Count> countsAt(const JsonPlace& object, std::string_view key)
{
    PerTensor<Count> counts{{1, 1, 1}};
    if (const auto place = object.require(key); place && place->isObject()) {
        for (const Tensor tensor : allTensors) {
            counts[tensor] = countAt(*place, nameOf(tensor));
        }
    }
    return counts;
}

dataflow::Sharing readSharing(const JsonPlace& place)
{
    dataflow::Sharing sharing;
    sharing.group = countsAt(place, "group");
    sharing.subgroup = countsAt(place, "subgroup");
    const auto level = place.require("inserted_level");
    if (!level || !level->isObject()) {
        return sharing;
    }
    if (const auto factors = level->require("factors"); factors && factors->isObject()) {
        for (const Loop loop : allLoops) {
            sharing.insertedFactors[loop] = countAt(*factors, nameOf(loop));
        }
    }
    if (const auto order = level->require("order_outer_first")) {
        sharing.insertedOrder = permutationAt(*order, allLoops);
    }
    return sharing;
}

void readBlocking(const JsonPlace& scheme, dataflow::Blocking& blocking)
{
    const auto factors = scheme.require("blocking");
    for (const Loop loop : allLoops) {
        const auto place = factors && factors->isObject() ? factors->require(nameOf(loop)) : std::nullopt;
        const auto levels = place ? place->elements() : std::nullopt;
        if (!levels) {
            continue;
        }
        std::vector<Count> values;
        for (const JsonPlace& level : *levels) {
            values.push_back(level.count().value_or(0));
        }
        const bool sound = values.size() == 3
            && std::all_of(values.begin(), values.end(), [](Count value) { return value >= 1 && value <= largestCount; });
        if (!sound) {
            place->fault("these are no three factors", "give the factors at DRAM, buffer and register level, each at least 1");
            continue;
        }
        std::copy(values.begin(), values.end(), blocking.factors[loop].begin());
    }
    const auto orders = scheme.require("order_outer_first");
    const auto levels = orders ? orders->elements() : std::nullopt;
    if (levels && levels->size() != blocking.order.size()) {
        orders->fault("these are no two orders", "give the loop orders at DRAM and at buffer level");
    } else if (levels) {
        for (std::size_t level = 0; level < blocking.order.size(); ++level) {
            blocking.order[level] = permutationAt((*levels)[level], allLoops);
        }
    }
}

/// The tensors that `place` lists.
PerTensor<bool> readKeep(const JsonPlace& place)
{
    PerTensor<bool> keep{{false, false, false}};
    std::array<std::string_view, 3> names;
    std::transform(allTensors.begin(), allTensors.end(), names.begin(), [](Tensor tensor) { return nameOf(tensor); });
    for (const JsonPlace& element : place.elements().value_or(std::vector<JsonPlace>{})) {
        if (const auto number = element.choice(names)) {
            keep[allTensors[*number]] = true;
        }
    }
    return keep;
}

} // namespace

dataflow::Partition readPartition(const JsonPlace& place)
{
    dataflow::Partition partition;
    if (const auto order = place.require("order_outer_first")) {
        partition.order = permutationAt(*order, dataflow::allSplits);
    }
    const auto dims = place.require("dims");
    for (const dataflow::Split split : dataflow::allSplits) {
        if (dims && dims->isObject()) {
            partition.shares[split] = extentAt(*dims, nameOf(split));
        }
    }
    return partition;
}

dataflow::LayerScheme readScheme(const JsonPlace& place, Extent chip)
{
    dataflow::LayerScheme scheme;
    if (const auto partition = place.require("partition"); partition && partition->isObject()) {
        scheme.partition = readPartition(*partition);
    }
    scheme.region = readRegion(place, scheme.partition.tiles(), chip);
    readBlocking(place, scheme.blocking);
    if (const auto keep = place.find("keep")) {
        scheme.blocking.keep = readKeep(*keep);
    }
    if (const auto replication = place.require("replication"); replication && replication->isObject()) {
        scheme.replication = {countAt(*replication, "input_channels"), countAt(*replication, "output_channels")};
    }
    if (const auto sharing = place.find("sharing"); sharing && sharing->isObject()) {
        scheme.sharing = readSharing(*sharing);
    }
    return scheme;
}

} // namespace tilescape::io
