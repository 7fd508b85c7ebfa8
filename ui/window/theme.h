#pragma once

namespace tilescape::ui::window {

/// Light or dark; `System` follows the desktop.
enum class Theme { System, Light, Dark };

/// Gives the whole application its style and palette, which drawings take their colours from.
void applyPalette(Theme theme);
/// What palettes cannot say, in the colours of the palette: docks as cards, pills.
void applySheet();
/// Both.
void applyTheme(Theme theme);

/// The choice that was saved last.
Theme savedTheme();
void saveTheme(Theme theme);

} // namespace tilescape::ui::window
