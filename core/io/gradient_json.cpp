#include "core/io/training_parts.h"

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using training::gradient::ChoiceRow;
using training::gradient::Npu;
using training::gradient::NpuPreset;
using training::gradient::NumberRow;
using training::gradient::Settings;

namespace {

constexpr std::string_view nameKey = "npu";

void readNumber(const JsonPlace& place, const NumberRow& row, Settings& settings)
{
    const std::optional<Count> value = place.count();
    if (value && (*value < row.smallest || *value > row.largest)) {
        place.fault(fmt::format("{} is {}", row.key, *value),
                    fmt::format("it lies between {} and {}", row.smallest, row.largest));
    }
    row.value(settings) = value.value_or(row.value(settings));
}

std::vector<std::string_view> npuNames()
{
    std::vector<std::string_view> names{training::gradient::ownNpu};
    for (const NpuPreset& preset : training::gradient::npuPresets()) {
        names.push_back(preset.name);
    }
    return names;
}

/// The machine of this name; `own` has the numbers that stand.
Npu machineOf(const std::string& name, Npu standing)
{
    const NpuPreset* const preset = training::gradient::findNpuPreset(name);
    standing = preset ? preset->npu : standing;
    standing.name = name;
    return standing;
}

} // namespace

void readGradient(const JsonPlace& place, Settings& settings)
{
    std::vector<std::string_view> keys{nameKey};
    for (const NumberRow& row : training::gradient::numberRows()) {
        keys.push_back(row.key);
    }
    for (const ChoiceRow& row : training::gradient::choiceRows()) {
        keys.push_back(row.key);
    }
    if (!place.isObject(keys)) {
        return;
    }
    if (const auto name = place.find(nameKey)) {
        const std::vector<std::string_view> names = npuNames();
        const auto index = name->choice(names);
        settings.npu = index ? machineOf(std::string(names[*index]), settings.npu) : settings.npu;
    }
    for (const NumberRow& row : training::gradient::numberRows()) {
        if (const auto found = place.find(row.key)) {
            readNumber(*found, row, settings);
        }
    }
    for (const ChoiceRow& row : training::gradient::choiceRows()) {
        if (const auto found = place.find(row.key)) {
            const auto index = found->choice(row.names);
            row.set(settings, index ? static_cast<int>(*index) : row.get(settings));
        }
    }
}

ordered_json gradientJson(const Settings& settings)
{
    Settings copy = settings;
    Settings usual;
    ordered_json json;
    if (settings.npu.name != usual.npu.name) {
        json[std::string(nameKey)] = settings.npu.name;
        usual.npu = machineOf(settings.npu.name, usual.npu);
    }
    for (const NumberRow& row : training::gradient::numberRows()) {
        if (row.value(copy) != row.value(usual)) {
            json[std::string(row.key)] = row.value(copy);
        }
    }
    for (const ChoiceRow& row : training::gradient::choiceRows()) {
        if (row.get(settings) != row.get(usual)) {
            json[std::string(row.key)] = row.names[static_cast<std::size_t>(row.get(settings))];
        }
    }
    return json;
}

} // namespace tilescape::io
