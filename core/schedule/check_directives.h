#pragma once

#include "core/dataflow/directives/analysis.h"
#include "core/dataflow/directives/syntax.h"
#include "core/schedule/evaluate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescape::schedule {

/// One layer as its directives say it.
struct CheckedLayer {
    GivenScheme given;
    dataflow::directives::LayerCounts counts;
    PerTensor<bool> kept; ///< what the buffer stores by the model
    PerTensor<bool> onChip; ///< comes from, or stays in, tiles' buffers: its accesses to DRAM are to those
    dataflow::directives::Place place; ///< of the layer's first line
};

/// What a text of directives says of a problem, and everything that is wrong with it, in the order of the text.
struct CheckedDirectives {
    dataflow::directives::Document document;
    dataflow::Partition inputPartition;
    std::vector<CheckedLayer> layers; ///< in the order of the text; only those that could be read
    dataflow::directives::Faults faults;
    [[nodiscard]] bool sound() const { return !dataflow::directives::hasErrors(faults); }
};

/// Reads and checks a whole schedule, or, with `base`, some of its layers, the rest of which stays as it is there.
/// Faults, each at its line and column with the amount: form; names; sizes, stacks and updates that do not match layer,
/// array or chip; loops that leave out something; what does not fit a memory; data between layers that are fetched more
/// than once. Warnings: groups that neighbouring layers of a segment do not hand on alike; tensors that bypass unsaid.
CheckedDirectives checkDirectives(const Problem& problem, std::string_view text, const Schedule* base = nullptr);

/// The price of what was checked, by the detailed model. With faults: no schedule, and the faults as its diagnostics.
Schedule priceDirectives(std::shared_ptr<const Problem> problem, const CheckedDirectives& checked,
                         const Schedule* base = nullptr);

} // namespace tilescape::schedule
