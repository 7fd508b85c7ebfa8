#include "core/io/explore_parts.h"

#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/problem_parts.h"
#include "core/io/project_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr std::string_view solverOfBase = "kapla"; ///< where no project names one

void note(const JsonPlace& place, support::Diagnostics faults)
{
    for (const support::Diagnostic& fault : faults) {
        place.fault(fault.file.empty() ? fault.problem : support::describe(fault), fault.remedy);
    }
}

/// A name of the library as it is, a file where it lies.
std::string locate(const std::string& name, const std::vector<std::string_view>& library, const std::filesystem::path& folder)
{
    const bool known = std::find(library.begin(), library.end(), name) != library.end();
    return known || name.empty() ? name : (folder / name).lexically_normal().string();
}

/// What a fault of another file says is one sentence of this place.
template <typename T>
void take(const JsonPlace& place, support::Result<T> read, T& into)
{
    if (read) {
        into = std::move(read.value());
        return;
    }
    for (const support::Diagnostic& fault : read.faults()) {
        std::string where = fault.file + (fault.pointer.empty() ? "" : ", at " + fault.pointer);
        place.fault(fmt::format("{}: {}", where, fault.problem), fault.remedy);
    }
}

void readNetworkAt(const JsonPlace& place, const std::filesystem::path& folder, network::Network& into)
{
    if (const auto name = place.text()) {
        take(place, loadNetwork(locate(*name, networkNames(), folder)), into);
    }
}

void readHardwareAt(const JsonPlace& place, const std::filesystem::path& folder, hardware::Hardware& into)
{
    if (const auto name = place.text()) {
        take(place, loadHardware(locate(*name, hardwareNames(), folder)), into);
    }
}

/// A project's file, or what stands in one.
void readProjectAt(const JsonPlace& place, const std::filesystem::path& folder, schedule::Problem& into)
{
    if (place.value().is_object()) {
        take(place, readProject(place.value().dump(), "the project"), into);
    } else if (const auto name = place.text()) {
        const auto text = readFile(folder / *name);
        take(place, text ? readProject(text.value(), (folder / *name).string()) : text.faults(), into);
    }
}

void readMode(const JsonPlace& place, search::SearchSpace& space)
{
    std::vector<std::string_view> names;
    for (const search::SpaceMode& mode : search::spaceModes()) {
        names.push_back(mode.key);
    }
    if (const auto choice = place.choice(names)) {
        space = search::spaceModes()[*choice].space;
    }
}

void readSettings(const JsonPlace& place, explore::Base& base)
{
    if (!place.isObject()) {
        return;
    }
    for (const std::string& key : place.keys()) {
        const JsonPlace at = *place.find(key);
        if (const auto value = settingAt(at)) {
            schedule::Problem scratch;
            base.settings.push_back({key, *value});
            note(at, explore::apply(base.settings.back(), scratch));
        }
    }
}

/// What names of networks and chips mean in this file, whatever the library or the folder has; one with faults is known all the same.
void readDefinitions(const JsonPlace& place, explore::Base& base)
{
    static constexpr std::array<std::string_view, 2> kinds{"networks", "hardware"};
    if (!place.isObject(kinds)) {
        return;
    }
    const auto networks = place.find("networks");
    for (const std::string& name : networks && networks->isObject() ? networks->keys() : std::vector<std::string>()) {
        base.networks[name] = networkFrom(*networks->find(name)).value_or(network::Network());
    }
    const auto chips = place.find("hardware");
    for (const std::string& name : chips && chips->isObject() ? chips->keys() : std::vector<std::string>()) {
        base.chips[name] = hardwareFrom(*chips->find(name)).value_or(hardware::Hardware());
    }
}

/// Whether this is what the library has under the name.
template <typename T>
bool isOfLibrary(const std::string& name, const T& value, const std::vector<std::string_view>& names, support::Result<T> (*load)(const std::string&))
{
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        return false;
    }
    const auto own = load(name);
    return own && own.value() == value;
}

/// Whether a JSON pointer is `other`, or that of something in it.
bool isAtOrBelow(std::string_view pointer, std::string_view other)
{
    return pointer.starts_with(other) && (pointer.size() == other.size() || pointer[other.size()] == '/');
}

} // namespace

std::span<const std::string_view> baseKeys()
{
    static constexpr std::array<std::string_view, 6> keys{"project", "network", "hardware", "mode", "set", "definitions"};
    return keys;
}

explore::Base baseFrom(const JsonPlace& root, const std::filesystem::path& folder)
{
    explore::Base base;
    if (const auto definitions = root.find("definitions")) {
        readDefinitions(*definitions, base);
    }
    const auto network = root.find("network");
    const auto hardware = root.find("hardware");
    if (const auto project = root.find("project")) {
        readProjectAt(*project, folder, base.problem);
        if (network || hardware) {
            root.fault("there is a project, and a network or chip as well", "a project names its own network and chip");
        }
    } else {
        base.problem.solver = solverOfBase;
        if (const auto place = root.find("networks") ? network : root.require("network")) {
            readNetworkAt(*place, folder, base.problem.network);
        }
        if (const auto place = root.require("hardware")) {
            readHardwareAt(*place, folder, base.problem.hardware);
        }
    }
    if (const auto mode = root.find("mode")) {
        readMode(*mode, base.problem.space);
    }
    if (const auto settings = root.find("set")) {
        readSettings(*settings, base);
    }
    return base;
}

std::vector<JsonPlace> placesAt(const JsonPlace& list) { return list.elements().value_or(std::vector<JsonPlace>()); }

std::optional<std::string> settingAt(const JsonPlace& place)
{
    const nlohmann::ordered_json& value = place.value();
    if (value.is_boolean()) {
        return value.get<bool>() ? "on" : "off";
    }
    if (value.is_number()) {
        return value.dump();
    }
    if (!value.is_string()) {
        place.fault(fmt::format("this is {}", place.shown()), "a text in quotes, a number, true or false is needed");
        return std::nullopt;
    }
    return place.text();
}

void loadNetworkInto(const JsonPlace& name, explore::Base& base, const std::filesystem::path& folder)
{
    const auto text = name.text();
    if (text && !base.networks.contains(*text)) {
        readNetworkAt(name, folder, base.networks[*text]);
    }
}

void loadChipInto(const JsonPlace& name, explore::Base& base, const std::filesystem::path& folder)
{
    const auto text = name.text();
    if (text && !base.chips.contains(*text)) {
        readHardwareAt(name, folder, base.chips[*text]);
    }
}

void putBase(nlohmann::ordered_json& into, const explore::Base& base)
{
    for (const explore::Setting& setting : base.settings) {
        into["set"][setting.key] = setting.value;
    }
    for (const auto& [name, network] : base.networks) {
        if (!isOfLibrary(name, network, networkNames(), loadNetwork)) {
            putNetwork(into["definitions"]["networks"][name], network);
        }
    }
    for (const auto& [name, chip] : base.chips) {
        if (!isOfLibrary(name, chip, hardwareNames(), loadHardware)) {
            putHardware(into["definitions"]["hardware"][name], chip);
        }
    }
    into["project"] = nlohmann::ordered_json::parse(writeProject(base.problem));
}

void noteFaultsOfCheck(const JsonPlace& root, const support::Diagnostics& found)
{
    const support::Diagnostics read = root.faults().all();
    for (const support::Diagnostic& fault : found) {
        const std::string key = fault.pointer.substr(0, fault.pointer.find('/', 1));
        const std::string place = root.pointer() + fault.pointer;
        const bool follows = std::any_of(read.begin(), read.end(), [&](const support::Diagnostic& other) {
            const bool missing = other.pointer == root.pointer() && !root.find(key.substr(1));
            return missing
                   || (other.pointer != root.pointer()
                       && (isAtOrBelow(place, other.pointer) || isAtOrBelow(other.pointer, place)));
        });
        if (!follows) {
            root.faults().add(support::Diagnostics{fault}, root.pointer());
        }
    }
}

std::vector<std::string> textsAt(const JsonPlace& root, std::string_view key)
{
    std::vector<std::string> texts;
    if (const auto list = root.find(key)) {
        for (const JsonPlace& at : placesAt(*list)) {
            texts.push_back(at.text().value_or(""));
        }
    }
    return texts;
}

std::string textOf(const explore::Base& base)
{
    std::string text = writeProject(base.problem);
    for (const explore::Setting& setting : base.settings) {
        text += fmt::format("{}={}\n", setting.key, setting.value);
    }
    for (const auto& [name, network] : base.networks) {
        text += name + '\n' + writeNetwork(network);
    }
    for (const auto& [name, chip] : base.chips) {
        text += name + '\n' + writeHardware(chip);
    }
    return text;
}

} // namespace tilescape::io
