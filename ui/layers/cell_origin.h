#pragma once

#include "core/schedule/schedule.h"

#include <QString>

namespace tilescape::ui::layers {

/// Where the number of a cell comes from: the terms behind it, and the manual's page. Empty for names and places.
QString cellOrigin(int column, const tilescape::network::Layer& layer, const schedule::ScheduledLayer& scheduled);

} // namespace tilescape::ui::layers
