#include "core/io/explore_parts.h"

#include "core/support/quantity_text.h"

#include <array>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

/// The number of a range's end, in the unit of its key.
std::optional<double> endAt(const JsonPlace& place, std::string_view key)
{
    if (!place.isText()) {
        return place.number();
    }
    const std::optional<double> value = support::readQuantity(*place.text(), explore::unitOf(key));
    if (!value) {
        place.fault(fmt::format("'{}' is no number of {}", *place.text(), key),
                    "a number, with a unit that fits, is needed");
    }
    return value;
}

std::vector<std::string> axisKeys(const JsonPlace& place)
{
    if (const auto one = place.find("key")) {
        if (place.find("keys")) {
            place.fault("there are key and keys", "an axis has the one or the other");
        }
        const auto name = one->text();
        return name ? std::vector{*name} : std::vector<std::string>();
    }
    if (!place.find("keys")) {
        place.fault("the key 'key' is missing", "an axis names what it turns, with 'key' or 'keys'");
    }
    return textsAt(place, "keys");
}

void readValues(const JsonPlace& place, explore::Axis& axis)
{
    for (const JsonPlace& at : placesAt(place)) {
        std::vector<std::string> row;
        if (at.value().is_array()) {
            for (const JsonPlace& one : placesAt(at)) {
                row.push_back(settingAt(one).value_or(""));
            }
        } else {
            row.assign(axis.keys.size(), settingAt(at).value_or(""));
        }
        axis.values.push_back(std::move(row));
    }
}

void readRange(const JsonPlace& place, explore::Axis& axis)
{
    static constexpr std::array<std::string_view, 2> scales{"linear", "logarithmic"};
    const auto from = place.require("from");
    const auto to = place.require("to");
    const std::string key = axis.keys.empty() ? "" : axis.keys.front();
    const auto first = from ? endAt(*from, key) : std::nullopt;
    const auto last = to ? endAt(*to, key) : std::nullopt;
    bool logarithmic = explore::isLogarithmic(key);
    if (const auto scale = place.find("scale")) {
        logarithmic = scale->choice(scales).value_or(0) == 1;
    }
    if (first && last) {
        axis.range = explore::Range{*first, *last, logarithmic};
    }
}

/// The networks and chips that the axis names.
void loadNamed(const JsonPlace& values, const explore::Axis& axis, explore::Base& base,
               const std::filesystem::path& folder)
{
    for (std::size_t k = 0; k < axis.keys.size(); ++k) {
        const bool networks = axis.keys[k] == explore::networkKey;
        if (!networks && axis.keys[k] != explore::hardwareKey) {
            continue;
        }
        for (const JsonPlace& at : placesAt(values)) {
            const JsonPlace name = at.value().is_array() && k < at.value().size() ? placesAt(at)[k] : at;
            if (!name.isText()) {
                if (name.value().is_primitive()
                    && !name.value().is_null()) { // no other value is noted where values are read
                    name.fault(fmt::format("this is {}", name.shown()), "a name or a file in quotes is needed");
                }
                continue;
            }
            if (networks) {
                loadNetworkInto(name, base, folder);
            } else {
                loadChipInto(name, base, folder);
            }
        }
    }
}

std::size_t readSteps(const JsonPlace& place)
{
    const std::optional<Count> count = place.count();
    if (count && (*count < 2 || *count > static_cast<Count>(explore::mostPoints))) {
        place.fault(fmt::format("the number of steps is {}", *count),
                    fmt::format("a range has 2 to {}", explore::mostPoints));
        return 0;
    }
    return static_cast<std::size_t>(count.value_or(0));
}

explore::Axis sweptAxis(const JsonPlace& place, explore::Base& base, const std::filesystem::path& folder)
{
    static constexpr std::array<std::string_view, 7> known{"key", "keys", "values", "from", "to", "scale", "steps"};
    if (!place.isObject(known)) {
        return {};
    }
    explore::Axis axis{axisKeys(place), {}, {}};
    const auto values = place.find("values");
    if (values && (place.find("from") || place.find("to"))) {
        place.fault("there are values and a range", "an axis has the one or the other");
    }
    if (values) {
        readValues(*values, axis);
        loadNamed(*values, axis, base, folder);
        return axis;
    }
    readRange(place, axis);
    const auto stepsPlace = place.find("steps");
    const std::size_t steps = stepsPlace ? readSteps(*stepsPlace) : 0;
    if (axis.range && steps > 0) {
        axis.spacing = explore::Spacing{*axis.range, steps};
        if (explore::check(axis, base, "").empty()) {
            expand(axis, steps);
        }
    }
    return axis;
}

} // namespace

std::vector<explore::Axis> axesAt(const JsonPlace& root, std::string_view key, explore::Base& base,
                                  const std::filesystem::path& folder)
{
    std::vector<explore::Axis> axes;
    if (const auto list = root.require(key)) {
        for (const JsonPlace& place : placesAt(*list)) {
            axes.push_back(sweptAxis(place, base, folder));
        }
    }
    return axes;
}

nlohmann::ordered_json axisJson(const explore::Axis& axis)
{
    nlohmann::ordered_json json{{"keys", axis.keys}};
    if (axis.range || axis.spacing) {
        const explore::Range& range = axis.range ? *axis.range : axis.spacing->range;
        json["from"] = range.from;
        json["to"] = range.to;
        json["scale"] = range.logarithmic ? "logarithmic" : "linear";
    }
    if (axis.spacing) {
        json["steps"] = axis.spacing->steps;
    } else if (!axis.range) {
        json["values"] = axis.values;
    }
    return json;
}

std::string textOf(const explore::Axis& axis)
{
    std::string text;
    for (const std::string& key : axis.keys) {
        text += key + ' ';
    }
    if (axis.range) {
        text += fmt::format("{} {} {}", axis.range->from, axis.range->to, axis.range->logarithmic);
    }
    for (const std::vector<std::string>& row : axis.values) {
        text += '\n';
        for (const std::string& value : row) {
            text += value + '\t';
        }
    }
    return text + '\n';
}

} // namespace tilescape::io
