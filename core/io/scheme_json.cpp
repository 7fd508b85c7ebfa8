#include "core/io/scheme_json.h"

#include "core/support/ceiling.h"

#include <algorithm>

namespace tilescape::io {

Json extentJson(Extent extent) { return Json::array({extent.height, extent.width}); }

Json partitionJson(const dataflow::Partition& partition)
{
    Json order = Json::array();
    Json dims = Json::object();
    for (const dataflow::Split split : partition.order) {
        order.push_back(nameOf(split));
    }
    for (const dataflow::Split split : dataflow::allSplits) {
        dims[std::string(nameOf(split))] = extentJson(partition.shares[split]);
    }
    return {{"order_outer_first", std::move(order)}, {"dims", std::move(dims)}};
}

namespace {

Json jsonOfTensors(const auto& values)
{
    Json tensors = Json::object();
    for (const Tensor tensor : allTensors) {
        tensors[std::string(nameOf(tensor))] = values[tensor];
    }
    return tensors;
}

Json sharingJson(const dataflow::Sharing& sharing)
{
    Json group = Json::object();
    Json subgroup = Json::object();
    Json factors = Json::object();
    Json order = Json::array();
    for (const Tensor tensor : allTensors) {
        group[std::string(nameOf(tensor))] = sharing.group[tensor];
        subgroup[std::string(nameOf(tensor))] = sharing.subgroup[tensor];
    }
    for (const Loop loop : allLoops) {
        factors[std::string(nameOf(loop))] = sharing.insertedFactors[loop];
    }
    for (const Loop loop : sharing.insertedOrder) {
        order.push_back(nameOf(loop));
    }
    return {{"group", std::move(group)},
            {"subgroup", std::move(subgroup)},
            {"inserted_level", {{"factors", std::move(factors)}, {"order_outer_first", std::move(order)}}}};
}

} // namespace

Json schemeJson(const dataflow::LayerScheme& scheme)
{
    Json blocking = Json::object();
    for (const Loop loop : allLoops) {
        blocking[std::string(nameOf(loop))] = scheme.blocking.factors[loop];
    }
    Json orders = Json::array();
    for (const auto& level : scheme.blocking.order) {
        Json order = Json::array();
        for (const Loop loop : level) {
            order.push_back(nameOf(loop));
        }
        orders.push_back(std::move(order));
    }
    Json region = Json::array();
    for (const Tile tile : scheme.region.tiles) {
        region.push_back(Json::array({tile.row, tile.column}));
    }
    Json json = {{"partition", partitionJson(scheme.partition)},
            {"blocking", std::move(blocking)},
            {"order_outer_first", std::move(orders)},
            {"region", std::move(region)},
            {"replication",
             {{"input_channels", scheme.replication.inputChannels},
              {"output_channels", scheme.replication.outputChannels}}}};
    if (scheme.replication.taps > 0) {
        json["replication"]["taps"] = scheme.replication.taps;
        json["replication"]["stripes"] = scheme.replication.stripes;
    }
    for (const Tensor tensor : allTensors) {
        if (scheme.blocking.keep[tensor]) {
            json["keep"].push_back(nameOf(tensor));
        }
    }
    if (scheme.sharing.group != dataflow::Sharing{}.group) {
        json["sharing"] = sharingJson(scheme.sharing);
    }
    return json;
}

Json tensorsJson(const PerTensor<double>& values) { return jsonOfTensors(values); }
Json tensorsJson(const PerTensor<Count>& values) { return jsonOfTensors(values); }

Json countsJson(PerTensor<double> counts)
{
    std::transform(counts.begin(), counts.end(), counts.begin(), support::wholeWhereMeant);
    return tensorsJson(counts);
}

Json sharedBuffersJson(const cost::LayerCost& cost)
{
    Json json = Json::object();
    for (const Tensor tensor : allTensors) {
        if (cost.sharedLevel[tensor] > 0) {
            json[std::string(nameOf(tensor))] = {
                {"level", cost.sharedLevel[tensor]},
                {"words_held", cost.sharedWords[tensor]},
                {"accesses_words", support::wholeWhereMeant(cost.sharedAccesses[tensor])}};
        }
    }
    return json;
}

Json accessesJson(const cost::LayerCost& cost)
{
    Json accesses = Json::object();
    for (const Level level : allLevels) {
        accesses[std::string(nameOf(level))] = countsJson(cost.accesses[level]);
    }
    accesses["neighbour_buffers"] = countsJson(cost.remoteBufferAccesses);
    return accesses;
}

} // namespace tilescape::io
