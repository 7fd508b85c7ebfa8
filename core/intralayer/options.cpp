#include "core/intralayer/options.h"

#include <array>

namespace tilescape::intralayer {

std::string_view nameOf(Goal goal)
{
    static constexpr std::array<std::string_view, 3> names{"energy", "delay", "energy_delay"};
    return names[static_cast<std::size_t>(goal)];
}

} // namespace tilescape::intralayer
