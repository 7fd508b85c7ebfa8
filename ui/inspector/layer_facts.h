#pragma once

#include "core/schedule/schedule.h"
#include "ui/inspector/fact_list.h"

#include <vector>

namespace tilescape::ui::inspector {

/// What the inspector says of one layer in single lines: where it runs, how it is split, mapped and blocked, its cycles.
std::vector<Fact> layerFacts(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);

/// The same of the whole network.
std::vector<Fact> totalFacts(const schedule::Schedule& schedule);

} // namespace tilescape::ui::inspector
