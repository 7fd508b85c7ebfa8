#pragma once

namespace tilescape::ui::window {

/// Light or dark; `System` follows the desktop.
enum class Theme { System, Light, Dark };

/// Colours the whole application: palette, docks as cards, pills.
void applyTheme(Theme theme);

/// The choice that was saved last.
Theme savedTheme();
void saveTheme(Theme theme);

} // namespace tilescape::ui::window
