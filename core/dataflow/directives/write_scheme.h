#pragma once

#include "core/dataflow/directives/form.h"

namespace tilescape::dataflow::directives {

/// A layer's scheme as directives. `kept`: what its buffer stores; the rest bypasses it. `readScheme` gives it back equal, but for
/// `Blocking::keep`: whether a tensor would be stored anyway depends on the layers around, which `checkLayer` knows.
LayerDirectives writeScheme(const LayerContext& context, const LayerScheme& scheme, const PerTensor<bool>& kept);

/// How what comes from outside lies over the memory channels; none if nothing of it is cut.
std::optional<LayerDirectives> writeInputs(const std::string& name, const Partition& partition, Count batch,
                                           Count channels, Extent size);

} // namespace tilescape::dataflow::directives
