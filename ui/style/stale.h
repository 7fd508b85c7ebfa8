#pragma once

namespace tilescape::ui::style {

/// Of charts that show the result of a problem that has changed since.
inline constexpr double staleOpacity = 0.45;

} // namespace tilescape::ui::style
