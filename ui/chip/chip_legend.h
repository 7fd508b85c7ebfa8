#pragma once

#include "ui/chip/chip_painter.h"
#include "ui/plot/legend.h"

#include <vector>

namespace tilescape::ui::chip {

/// What the picture shows, and nothing else: the parts of the layer, or the shared data that rotate, or the links' load;
/// the ways in which the segment's data travel; what the buffers hold if that is drawn at this scale.
std::vector<plot::LegendEntry> chipLegend(const ChipContent& content, const ChipLook& look);

} // namespace tilescape::ui::chip
