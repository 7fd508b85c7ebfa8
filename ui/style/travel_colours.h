#pragma once

#include "ui/style/palette.h"

/// Colours of data that travels, as Tangram Fig. 10b has them, from the colours of Okabe and Ito.
namespace tilescape::ui::style {

inline QColor offChipColour() { return categorical(2); } ///< from and to memory: green
inline QColor neighbourColour() { return categorical(5); } ///< to another region: red
inline QColor localColour(const QPalette& palette) { return categorical(isDark(palette) ? 4 : 0); } ///< within one: blue

} // namespace tilescape::ui::style
