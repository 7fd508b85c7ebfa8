#pragma once

namespace tilescape {

inline constexpr double pjPerMillijoule = 1e9;

} // namespace tilescape
