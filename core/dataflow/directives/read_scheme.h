#pragma once

#include "core/dataflow/directives/form.h"

#include <optional>

namespace tilescape::dataflow::directives {

/// The scheme that a layer's directives say. None with errors among `faults`: what is missing, what does not match layer,
/// array or chip, loops that leave something out, each at its place with the amount.
std::optional<LayerScheme> readScheme(const LayerContext& context, const LayerDirectives& directives, Faults& faults);

/// How what comes from outside lies over a grid of memory channels. None with errors among `faults`.
std::optional<Partition> readInputs(const LayerDirectives& directives, Extent channels, Faults& faults);

/// The directive of each tensor under `scope`, by what it names and which dimensions it has; null where there is none.
PerTensor<const TensorDirective*> matchTensors(const LayerForm& form, const Scope& scope);

} // namespace tilescape::dataflow::directives
