#pragma once

#include "core/schedule/data_transfers.h"
#include "ui/style/palette.h"

#include <array>

/// Colours of data that travels, as Tangram Fig. 10b has them, from the colours of Okabe and Ito: the same in every view.
namespace tilescape::ui::style {

inline QColor offChipColour() { return categorical(2); } ///< from and to memory: green
inline QColor neighbourColour() { return categorical(5); } ///< to another region: red
inline QColor localColour(const QPalette& palette) { return categorical(isDark(palette) ? 4 : 0); } ///< within one: blue

using Travel = schedule::Route;
inline constexpr std::array<Travel, 3> allTravels{Travel::WithinRegion, Travel::BetweenRegions, Travel::Memory};

QColor travelColour(Travel travel, const QPalette& palette);
/// The line of an edge or an arrow: what colours tell, lines tell, too.
Qt::PenStyle travelStyle(Travel travel);
QString travelLabel(Travel travel); ///< "within a region", "to another region", "through DRAM"

} // namespace tilescape::ui::style
