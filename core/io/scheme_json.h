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

} // namespace tilescape::io
