#include "core/explore/sweep.h"

#include "core/explore/energy_parts.h"
#include "core/explore/sobol.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

/// The value at `fraction` of a range, in [0, 1], as text.
std::string textAt(const Range& range, double fraction, bool whole)
{
    double value = range.logarithmic ? range.from * std::pow(range.to / range.from, fraction)
                                     : range.from + fraction * (range.to - range.from);
    value = fraction == 1 ? range.to : value;
    return fmt::format("{}", whole ? std::round(value) : value);
}

/// Of a linear range each whole number has an equal part.
std::string drawnFrom(const Range& range, double fraction, bool whole)
{
    if (!whole || range.logarithmic) {
        return textAt(range, fraction, whole);
    }
    const double drawn = std::floor(range.from + fraction * (range.to - range.from + 1));
    return fmt::format("{}", std::min(drawn, range.to)); // the sum may be rounded up to the number behind the range
}

bool takesWhole(const Axis& axis)
{
    return std::any_of(axis.keys.begin(), axis.keys.end(), [](const std::string& key) { return isWhole(key); });
}

std::vector<Setting> rowOf(const Axis& axis, std::size_t row)
{
    std::vector<Setting> settings;
    for (std::size_t k = 0; k < axis.keys.size(); ++k) {
        settings.push_back({axis.keys[k], axis.values[row][k]});
    }
    return settings;
}

/// The row of each axis at a point of a grid or a list.
std::vector<std::size_t> rowsAt(const Sweep& sweep, std::size_t number)
{
    std::vector<std::size_t> rows(sweep.axes.size(), number);
    if (sweep.pattern == Pattern::Grid) {
        for (std::size_t a = sweep.axes.size(); a-- > 0;) {
            const std::size_t size = sweep.axes[a].values.size();
            rows[a] = number % size;
            number /= size;
        }
    }
    return rows;
}

/// Those of the base, or one axis' own and the base's for all others.
std::vector<Setting> settingsOneByOne(const Sweep& sweep, std::size_t number)
{
    const schedule::Problem base = problemWith(sweep.base, {});
    std::vector<Setting> settings;
    std::size_t first = 1; // point of the axis
    for (const Axis& axis : sweep.axes) {
        if (number >= first && number < first + axis.values.size()) {
            const std::vector<Setting> own = rowOf(axis, number - first);
            settings.insert(settings.end(), own.begin(), own.end());
        } else {
            for (const std::string& key : axis.keys) {
                settings.push_back({key, valueText(base, key)});
            }
        }
        first += axis.values.size();
    }
    return settings;
}

/// How much of a solve changes with the key: what changes more comes first in `solvingOrder`.
int weightOf(std::string_view key)
{
    static constexpr std::array<std::string_view, 7> structural{
        "tile_rows", "tile_columns", "pe_rows", "pe_columns", "array_dataflow", "register_bytes_per_pe", "buffer_bytes_per_tile"};
    if (key == networkKey) {
        return 0;
    }
    if (key == hardwareKey) {
        return 1;
    }
    if (!isNumeric(key) || key == "batch") {
        return 2;
    }
    return std::find(structural.begin(), structural.end(), key) != structural.end() ? 3 : 4;
}

} // namespace

std::string_view nameOf(Pattern pattern)
{
    static constexpr std::array<std::string_view, 4> names{"grid", "list", "one_by_one", "sobol"};
    return names[static_cast<std::size_t>(pattern)];
}

void expand(Axis& axis, std::size_t steps)
{
    assert(steps > 1 && axis.range);
    const Range range = *std::exchange(axis.range, std::nullopt);
    axis.spacing = Spacing{range, steps};
    for (std::size_t step = 0; step < steps; ++step) {
        const double fraction = static_cast<double>(step) / static_cast<double>(steps - 1);
        const std::vector<std::string> row(axis.keys.size(), textAt(range, fraction, takesWhole(axis)));
        if (axis.values.empty() || axis.values.back() != row) {
            axis.values.push_back(row);
        }
    }
}

std::size_t pointCount(const Sweep& sweep)
{
    if (sweep.pattern == Pattern::Sobol) {
        return sweep.sobolCount;
    }
    if (sweep.pattern == Pattern::List) {
        return sweep.axes.empty() ? 0 : sweep.axes.front().values.size();
    }
    const bool each = sweep.pattern == Pattern::OneByOne;
    std::size_t count = 1; // of OneByOne the base
    for (const Axis& axis : sweep.axes) {
        count = each ? count + axis.values.size() : count * axis.values.size();
    }
    return count;
}

std::vector<std::string> keysOf(const std::vector<Axis>& axes)
{
    std::vector<std::string> keys;
    for (const Axis& axis : axes) {
        keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
    }
    return keys;
}

std::vector<std::string> keysOf(const Sweep& sweep) { return keysOf(sweep.axes); }

bool turnsPrices(const std::vector<Axis>& axes)
{
    const std::vector<std::string> keys = keysOf(axes);
    return std::any_of(keys.begin(), keys.end(), [](const std::string& key) { return isPrice(key); });
}

std::vector<Setting> settingsAt(const Axis& axis, double fraction)
{
    assert(fraction >= 0 && fraction < 1);
    if (!axis.range) {
        const auto size = static_cast<double>(axis.values.size());
        return rowOf(axis, static_cast<std::size_t>(fraction * size));
    }
    std::vector<Setting> settings;
    for (const std::string& key : axis.keys) {
        settings.push_back({key, drawnFrom(*axis.range, fraction, takesWhole(axis))});
    }
    return settings;
}

std::vector<Setting> settingsAt(const Sweep& sweep, std::size_t number)
{
    assert(number < pointCount(sweep));
    if (sweep.pattern == Pattern::OneByOne) {
        return settingsOneByOne(sweep, number);
    }
    std::vector<Setting> settings;
    const std::vector<std::size_t> rows = rowsAt(sweep, number);
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
        const Axis& axis = sweep.axes[a];
        const std::vector<Setting> own = sweep.pattern == Pattern::Sobol ? settingsAt(axis, sobolPoint(number, a))
                                                                         : rowOf(axis, rows[a]);
        settings.insert(settings.end(), own.begin(), own.end());
    }
    return settings;
}

schedule::Problem problemWith(const Base& base, const std::vector<Setting>& settings)
{
    schedule::Problem problem = base.problem;
    problem.kept.reset();
    for (const Setting& setting : settings) {
        if (setting.key == networkKey) {
            problem.network = base.networks.at(setting.value);
        } else if (setting.key == hardwareKey) {
            problem.hardware = base.chips.at(setting.value);
        }
    }
    for (const Setting& setting : base.settings) {
        apply(setting, problem);
    }
    for (const Setting& setting : settings) {
        if (setting.key != networkKey && setting.key != hardwareKey) {
            apply(setting, problem);
        }
    }
    return problem;
}

std::optional<std::vector<Setting>> settingsOf(const schedule::Problem& problem, const Base& base,
                                               const std::vector<std::string>& keys)
{
    schedule::Problem searched = problem;
    searched.kept.reset();
    std::vector<Setting> settings;
    Setting* chip = nullptr; // other settings may have changed it, so that which one it was shows in the end only
    settings.reserve(keys.size());
    for (const std::string& key : keys) {
        const bool isName = key == networkKey || key == hardwareKey;
        settings.push_back({key, isName ? std::string() : valueText(problem, key)});
        if (key == hardwareKey) {
            chip = &settings.back();
        } else if (key == networkKey) {
            const auto known = std::find_if(base.networks.begin(), base.networks.end(),
                                            [&](const auto& each) { return each.second == problem.network; });
            if (known == base.networks.end()) {
                return std::nullopt;
            }
            settings.back().value = known->first;
        }
    }
    if (!chip) {
        return problemWith(base, settings) == searched ? std::optional(settings) : std::nullopt;
    }
    for (const auto& [name, hardware] : base.chips) {
        chip->value = name;
        if (problemWith(base, settings) == searched) {
            return settings;
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> solvingOrder(const Sweep& sweep)
{
    const std::vector<std::string> keys = keysOf(sweep);
    std::vector<std::size_t> byWeight(keys.size());
    std::iota(byWeight.begin(), byWeight.end(), std::size_t{0});
    std::stable_sort(byWeight.begin(), byWeight.end(),
                     [&](std::size_t a, std::size_t b) { return weightOf(keys[a]) < weightOf(keys[b]); });
    std::vector<std::vector<std::string>> texts(pointCount(sweep));
    for (std::size_t point = 0; point < texts.size(); ++point) {
        const std::vector<Setting> settings = settingsAt(sweep, point);
        for (const std::size_t key : byWeight) {
            texts[point].push_back(settings[key].value);
        }
    }
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
    return order;
}

} // namespace tilescape::explore
