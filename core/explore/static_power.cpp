#include "core/explore/static_power.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

constexpr std::string_view staticKey = "static_milliwatts";
constexpr std::array<std::string_view, 4> sizeKeys{"tile_rows", "tile_columns", "pe_rows", "pe_columns"};

} // namespace

std::string staticPowerRemark(const std::vector<std::string>& keys, const Base& base)
{
    const auto turns = [&](std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
    if (turns(staticKey) || turns(hardwareKey) || std::none_of(sizeKeys.begin(), sizeKeys.end(), turns)) {
        return {};
    }
    schedule::Problem problem = base.problem;
    for (const Setting& setting : base.settings) {
        if (setting.key == staticKey) {
            apply(setting, problem); // checked before
        }
    }
    const double milliwatts = problem.hardware.staticMilliwatts;
    return milliwatts > 0 ? fmt::format("static power is {:.4g} mW whatever the size of the chip; it follows where an "
                                        "axis or variable has {} as a further key",
                                        milliwatts, staticKey)
                          : std::string();
}

} // namespace tilescape::explore
