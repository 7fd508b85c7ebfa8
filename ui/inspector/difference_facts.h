#pragma once

#include "core/explore/compare.h"
#include "ui/inspector/fact_list.h"

#include <string>
#include <vector>

namespace tilescape::ui::inspector {

/// What differs from the baseline, of the layer with this name, or of the network where `layer` is null: energy, each of its
/// terms that differs, cycles, and what of the mapping changed.
std::vector<Fact> differenceFacts(const tilescape::explore::ScheduleDifference& difference, const schedule::Schedule& baseline,
                                  const schedule::Schedule& schedule, const std::string* layer);

} // namespace tilescape::ui::inspector
