#pragma once

#include "ui/chip/chip_painter.h"
#include "ui/plot/legend.h"

#include <QStringList>

#include <vector>

namespace tilescape::ui::chip {

/// What the picture shows, and nothing else: the parts of the layer, or the shared data that rotate, or the links' load;
/// the ways in which the segment's data travel; what the buffers hold if that is drawn at this scale.
std::vector<plot::LegendEntry> chipLegend(const ChipContent& content, const ChipLook& look);

/// The same for a page, which may be narrow: no entry is wider than a column, and nothing that the caption says.
std::vector<plot::LegendEntry> paperLegend(const ChipContent& content, const ChipLook& look);
/// What title, inspector and tooltips tell on the screen, in lines to be wrapped.
QStringList paperCaption(const ChipContent& content, const ChipLook& look);

} // namespace tilescape::ui::chip
