#pragma once

#include "core/dataflow/directives/analysis.h"
#include "core/dataflow/directives/syntax.h"
#include "core/schedule/evaluate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescape::schedule {

/// One layer of a text of directives.
struct CheckedLayer {
    GivenScheme given;
    dataflow::directives::LayerCounts counts; ///< counted from the directives
    PerTensor<bool> kept;                     ///< what the tile's buffer holds by the cost model
    PerTensor<bool> onChip; ///< lies in tiles' buffers: what counts as DRAM accesses are remote buffer accesses
    dataflow::directives::Place place; ///< of the layer's first line
};

/// What a text of directives says about the schedule of a problem, and all faults in it, in the order of the text.
struct CheckedDirectives {
    dataflow::directives::Document document;
    dataflow::Partition inputPartition;
    std::vector<CheckedLayer> layers; ///< in the order of the text; those that cannot be read are missing
    dataflow::directives::Faults faults;
    /// Whether there are no errors; warnings may remain.
    [[nodiscard]] bool sound() const { return !dataflow::directives::hasErrors(faults); }
};

/// Reads and checks the directives of a whole schedule or, with `base`, of some of its layers, the others remaining as
/// they are there. Every fault has its line, column and amount. Errors: syntax; unknown names; sizes, stacks and
/// updates that do not match layer, array or chip; loops that leave out a part; what does not fit a memory; data
/// between layers that are fetched more than once. Warnings: segments that solvers do not make; groups that neighbouring layers of a segment do not hand
/// on alike; tensors that the buffer stores although the text has them bypass it. What may follow from a directive that
/// cannot be read is left out: other faults of its layer, and warnings about its segment. A text without any directive
/// has one fault.
CheckedDirectives checkDirectives(const Problem& problem, std::string_view text, const Schedule* base = nullptr);

/// The schedule of checked directives, priced by the cost model. If there are errors, it has no result, and the faults
/// are its diagnostics.
Schedule priceDirectives(std::shared_ptr<const Problem> problem, const CheckedDirectives& checked,
                         const Schedule* base = nullptr);

} // namespace tilescape::schedule
