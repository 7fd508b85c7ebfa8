#pragma once

#include "core/schedule/schedule.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::inspector {

/// The blocked loop nest of a layer as it stands in the inspector.
widgets::Figure loopNestFigure(const schedule::Problem& problem, const schedule::ScheduledLayer& layer);

} // namespace tilescape::ui::inspector
