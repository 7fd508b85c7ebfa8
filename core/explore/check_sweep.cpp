#include "core/explore/check_parts.h"
#include "core/explore/sobol.h"
#include "core/explore/sweep.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace tilescape::explore {

using support::Diagnostics;

namespace {

template <typename T>
void checkName(Diagnostics& faults, const std::string& pointer, const Setting& setting, const std::map<std::string, T>& known)
{
    if (known.contains(setting.value)) {
        return;
    }
    std::vector<std::string_view> names;
    for (const auto& [name, value] : known) {
        names.push_back(name);
    }
    addFault(faults, pointer, fmt::format("there is no {} '{}'", setting.key, setting.value),
        names.empty() ? "none was given" : support::suggestName(setting.value, names));
}

void checkSetting(Diagnostics& faults, const std::string& pointer, const Setting& setting, const Base& base)
{
    if (setting.key == networkKey) {
        checkName(faults, pointer, setting, base.networks);
    } else if (setting.key == hardwareKey) {
        checkName(faults, pointer, setting, base.chips);
    } else {
        schedule::Problem problem;
        for (support::Diagnostic& fault : apply(setting, problem)) {
            fault.pointer = pointer;
            faults.push_back(std::move(fault));
        }
    }
}

bool isKnown(const std::string& key)
{
    const std::vector<std::string_view> keys = settingKeys();
    return key == networkKey || key == hardwareKey || std::find(keys.begin(), keys.end(), key) != keys.end();
}

void checkRange(Diagnostics& faults, const std::string& pointer, const Axis& axis, const Base& base)
{
    const Range& range = *axis.range;
    if (!(range.from < range.to) || !std::isfinite(range.from) || !std::isfinite(range.to)) {
        addFault(faults, pointer, fmt::format("the range goes from {} to {}", range.from, range.to),
            "its end must lie above its beginning");
        return;
    }
    if (range.logarithmic && range.from <= 0) {
        addFault(faults, pointer, fmt::format("the logarithmic range begins at {}", range.from), "it must begin above 0");
    }
    for (const std::string& key : axis.keys) {
        if (!isNumeric(key)) {
            addFault(faults, pointer, fmt::format("the values of {} are names", key), "list them as values");
            continue;
        }
        for (const double end : {range.from, range.to}) {
            checkSetting(faults, pointer, {key, fmt::format("{}", end)}, base);
        }
    }
}

void checkValues(Diagnostics& faults, const std::string& pointer, const Axis& axis, const Base& base)
{
    if (axis.values.empty()) {
        addFault(faults, pointer, "the axis has no values", "list values, or give a range");
    }
    for (std::size_t row = 0; row < axis.values.size(); ++row) {
        const std::string place = fmt::format("{}/values/{}", pointer, row);
        if (axis.values[row].size() != axis.keys.size()) {
            addFault(faults, place, fmt::format("this row has {} values", axis.values[row].size()),
                fmt::format("one for each of the {} keys is needed", axis.keys.size()));
            continue;
        }
        for (std::size_t k = 0; k < axis.keys.size(); ++k) {
            checkSetting(faults, place, {axis.keys[k], axis.values[row][k]}, base);
        }
    }
}

/// Faults of the keys, which come before those of the values.
Diagnostics checkKeys(const Axis& axis, const std::string& pointer)
{
    Diagnostics faults;
    if (axis.keys.empty()) {
        addFault(faults, pointer, "the axis has no key", "name what it turns");
    }
    for (const std::string& key : axis.keys) {
        if (!isKnown(key)) {
            schedule::Problem problem;
            for (support::Diagnostic& fault : apply({key, ""}, problem)) {
                fault.pointer = pointer;
                faults.push_back(std::move(fault));
            }
        }
    }
    return faults;
}

void checkCount(Diagnostics& faults, const Sweep& sweep)
{
    if (sweep.pattern == Pattern::Sobol) {
        if (sweep.sobolCount < 1 || sweep.sobolCount > mostPoints) {
            addFault(faults, "/points", fmt::format("there are {} points", sweep.sobolCount),
                fmt::format("a sweep has 1 to {}", mostPoints));
        }
        if (sweep.axes.size() > sobolDimensions) {
            addFault(faults, "/axes", fmt::format("there are {} axes", sweep.axes.size()),
                fmt::format("Sobol points have up to {}", sobolDimensions));
        }
        return;
    }
    double points = 1;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
        const Axis& axis = sweep.axes[a];
        if (sweep.pattern == Pattern::List && axis.values.size() != sweep.axes.front().values.size()) {
            addFault(faults, fmt::format("/axes/{}", a),
                fmt::format("this axis has {} values and the first {}", axis.values.size(), sweep.axes.front().values.size()),
                "the axes of a list have equally many");
        }
        points *= sweep.pattern == Pattern::Grid ? static_cast<double>(axis.values.size()) : 1;
    }
    if (points > static_cast<double>(mostPoints)) {
        addFault(faults, "/axes", fmt::format("there are {} points", points), fmt::format("a sweep has up to {}", mostPoints));
    }
}

void checkOptions(Diagnostics& faults, const PointOptions& options)
{
    if (!(options.within >= 0 && options.within <= mostWithin)) {
        addFault(faults, "/within", fmt::format("points may be taken within {}", options.within),
            fmt::format("it is a part from 0 to {}; at 0 every point is solved", mostWithin));
    } else if (options.within > 0 && options.proveBounds) {
        addFault(faults, "/within", "points that are not solved have no proven bound", "take either 'within' or 'prove_bounds'");
    }
}

} // namespace

Diagnostics check(const Axis& axis, const Base& base, const std::string& pointer)
{
    Diagnostics faults = checkKeys(axis, pointer);
    if (!faults.empty()) {
        return faults;
    }
    if (axis.range) {
        checkRange(faults, pointer, axis, base);
    } else {
        checkValues(faults, pointer, axis, base);
    }
    return faults;
}

Diagnostics check(const Sweep& sweep)
{
    Diagnostics faults;
    std::set<std::string> seen;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
        const std::string pointer = fmt::format("/axes/{}", a);
        const Diagnostics own = check(sweep.axes[a], sweep.base, pointer);
        faults.insert(faults.end(), own.begin(), own.end());
        if (sweep.axes[a].range && !sweep.axes[a].spacing && sweep.pattern != Pattern::Sobol) {
            addFault(faults, pointer, "the key 'steps' is missing", "the range of a grid or list is taken in steps");
        }
        for (const std::string& key : sweep.axes[a].keys) {
            if (sweep.pattern == Pattern::OneByOne && (key == networkKey || key == hardwareKey)) {
                addFault(faults, pointer, fmt::format("{} is varied one by one", key), "take a grid");
            }
            if (!seen.insert(key).second) {
                addFault(faults, pointer, fmt::format("{} is turned by another axis as well", key), "each key has one axis");
            }
        }
    }
    if (sweep.axes.empty()) {
        addFault(faults, "/axes", "there is no axis", "a sweep turns one key or more");
    }
    for (std::size_t i = 0; i < sweep.base.settings.size(); ++i) {
        const Setting& setting = sweep.base.settings[i];
        checkSetting(faults, fmt::format("/set/{}", setting.key), setting, sweep.base);
    }
    checkObjectives(faults, sweep.objectives);
    checkOptions(faults, sweep.options);
    if (faults.empty()) {
        checkCount(faults, sweep);
    }
    return faults;
}

void normalize(Axis& axis)
{
    for (std::vector<std::string>& row : axis.values) {
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (axis.keys[k] != networkKey && axis.keys[k] != hardwareKey) {
                schedule::Problem problem;
                apply({axis.keys[k], row[k]}, problem);
                row[k] = valueText(problem, axis.keys[k]);
            }
        }
    }
}

} // namespace tilescape::explore
