#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/scheme.h"

#include <nlohmann/json.hpp>

namespace tilescape::io {

using Json = nlohmann::ordered_json;

/// Parts of a schedule as JSON, for the formats that share them.
Json extentJson(Extent extent);
Json partitionJson(const dataflow::Partition& partition);
Json schemeJson(const dataflow::LayerScheme& scheme);
Json tensorsJson(const PerTensor<double>& values);
Json tensorsJson(const PerTensor<Count>& values);
/// Sums of fractions of tiles: what rounding leaves of a whole number is none of them.
Json countsJson(PerTensor<double> counts);
/// What the buffers that all tiles share do for a layer; empty where they do nothing.
Json sharedBuffersJson(const cost::LayerCost& cost);
/// The words that a layer moves, by memory and tensor.
Json accessesJson(const cost::LayerCost& cost);

} // namespace tilescape::io
