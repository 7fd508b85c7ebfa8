#include "core/io/training_parts.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using namespace training::parallelism;

namespace {

constexpr std::string_view forcedKey = "forced";
constexpr std::array<std::string_view, 2> choiceNames{"data", "model"};

void readNumber(const JsonPlace& place, const Number& row, Settings& settings)
{
    const std::optional<double> value = place.number();
    if (!value) {
        return;
    }
    std::string wrong = faultOf(row, *value);
    if (!wrong.empty()) {
        place.fault(fmt::format("{} is {}", row.key, *value), std::move(wrong));
        return;
    }
    row.set(settings, *value);
}

void readForced(const JsonPlace& place, std::vector<Forced>& forced)
{
    static constexpr std::array<std::string_view, 3> keys{"level", "layer", "choice"};
    if (!place.isObject(keys)) {
        return;
    }
    const auto level = place.require("level");
    const auto layer = place.require("layer");
    const auto choice = place.require("choice");
    const std::optional<Count> number = level ? level->count() : std::nullopt;
    const std::optional<std::string> name = layer ? layer->text() : std::nullopt;
    const std::optional<std::size_t> value = choice ? choice->choice(choiceNames) : std::nullopt;
    if (number && (*number < 1 || *number > mostLevels)) {
        level->fault(fmt::format("the level is {}", *number), fmt::format("levels count from 1 to {}", mostLevels));
    }
    const auto isSame = [&](const Forced& other) { return number == other.level && name == other.layer; };
    if (std::any_of(forced.begin(), forced.end(), isSame)) {
        place.fault(fmt::format("{} is forced twice at level {}", *name, *number),
                    "one choice is needed for each layer and level");
    }
    if (number && name && value) {
        forced.push_back({*number, *name, *value == 0 ? Choice::Data : Choice::Model});
    }
}

} // namespace

void readParallelism(const JsonPlace& place, Settings& settings)
{
    std::vector<std::string_view> keys{forcedKey};
    for (const Option& row : options()) {
        keys.push_back(row.key);
    }
    for (const Number& row : numbers()) {
        keys.push_back(row.key);
    }
    if (!place.isObject(keys)) {
        return;
    }
    for (const Option& row : options()) {
        const auto found = place.find(row.key);
        const auto choice = found ? found->choice(row.values) : std::nullopt;
        row.set(settings, choice.value_or(row.get(settings)));
    }
    for (const Number& row : numbers()) {
        if (const auto found = place.find(row.key)) {
            readNumber(*found, row, settings);
        }
    }
    const auto found = place.find(forcedKey);
    const auto elements = found ? found->elements() : std::nullopt;
    if (elements) {
        for (const JsonPlace& element : *elements) {
            readForced(element, settings.forced);
        }
    }
}

ordered_json parallelismJson(const Settings& settings)
{
    const Settings usual;
    ordered_json json;
    for (const Option& row : options()) {
        if (row.get(settings) != row.get(usual)) {
            json[std::string(row.key)] = row.values[row.get(settings)];
        }
    }
    for (const Number& row : numbers()) {
        if (row.get(settings) != row.get(usual)) {
            json[std::string(row.key)] = row.get(settings);
        }
    }
    for (const Forced& forced : settings.forced) {
        json[std::string(forcedKey)].push_back(
            {{"level", forced.level}, {"layer", forced.layer}, {"choice", nameOf(forced.choice)}});
    }
    return json;
}

} // namespace tilescape::io
