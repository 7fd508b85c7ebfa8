#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <optional>
#include <vector>

namespace tilescape::schedule {

/// A layer and the scheme by which it is to run.
struct GivenScheme {
    std::size_t layer = 0; ///< index in `Problem::network.layers`
    Slot slot;
    dataflow::LayerScheme scheme;
};

/// Those of a schedule, in its order.
std::vector<GivenScheme> schemesOf(const Schedule& schedule);

/// The schedule of given schemes, priced by the cost model. `schemes` must contain every layer once, in the order in
/// which they run. If a scheme does not fit its region, its loops, the memories or the chip's abilities, the schedule
/// has no result, and its diagnostics say why.
Schedule evaluate(std::shared_ptr<const Problem> problem, const dataflow::Partition& inputPartition,
                  const std::vector<GivenScheme>& schemes);

/// Whether the chip of `problem` has the tiles and PE arrays of the one that the schedule is for.
bool keepsShape(const Problem& problem, const Schedule& standing);

/// The standing schedule under the parameters of `problem`, as they are before `solve`: what `evaluate` gives for its
/// schemes, with the record of the search that found them. Where `keepsShape` this takes a small part of the time of
/// `evaluate`. Nothing if the schemes do not fit any more, or if network, batch or search space are others.
std::optional<Schedule> priceAnew(const Problem& problem, const Schedule& standing);

} // namespace tilescape::schedule
