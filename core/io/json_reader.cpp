#include "core/io/json_reader.h"

#include "core/support/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::io {
namespace {

constexpr Count formatVersion = 1;
constexpr double wholeUpTo = 9007199254740992.0; // 2^53: beyond, a fraction is lost unseen

} // namespace

void JsonFaults::add(std::string pointer, std::string problem, std::string remedy)
{
    m_faults.push_back(
        {support::Severity::Error, m_file, std::move(pointer), m_layer, std::move(problem), std::move(remedy)});
}

void JsonFaults::add(support::Diagnostics faults, const std::string& prefix)
{
    for (support::Diagnostic& fault : faults) {
        fault.file = m_file;
        fault.pointer = prefix + fault.pointer;
        m_faults.push_back(std::move(fault));
    }
}

void JsonPlace::fault(std::string problem, std::string remedy) const
{
    m_faults->add(m_pointer, std::move(problem), std::move(remedy));
}

bool JsonPlace::isObject() const
{
    if (!m_value->is_object()) {
        fault(fmt::format("this is {}", shown()), "an object, { ... }, is needed");
        return false;
    }
    return true;
}

bool JsonPlace::isObject(std::span<const std::string_view> known) const
{
    if (!isObject()) {
        return false;
    }
    for (const auto& [key, value] : m_value->items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            m_faults->add(m_pointer + "/" + escapedKey(key), fmt::format("the key '{}' is unknown", key),
                          support::suggestName(key, known));
        }
    }
    return true;
}

std::vector<std::string> JsonPlace::keys() const
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : m_value->items()) {
        keys.push_back(key);
    }
    return keys;
}

std::optional<JsonPlace> JsonPlace::find(std::string_view key) const
{
    const auto found = m_value->find(std::string(key));
    if (found == m_value->end()) {
        return {};
    }
    return JsonPlace(*found, m_pointer + "/" + escapedKey(key), *m_faults);
}

std::optional<JsonPlace> JsonPlace::require(std::string_view key) const
{
    std::optional<JsonPlace> found = find(key);
    if (!found) {
        fault(fmt::format("the key '{}' is missing", key), "it has no default");
    }
    return found;
}

std::optional<std::vector<JsonPlace>> JsonPlace::elements() const
{
    if (!m_value->is_array()) {
        fault(fmt::format("this is {}", shown()), "a list, [ ... ], is needed");
        return {};
    }
    std::vector<JsonPlace> places;
    for (std::size_t i = 0; i < m_value->size(); ++i) {
        places.emplace_back((*m_value)[i], fmt::format("{}/{}", m_pointer, i), *m_faults);
    }
    return places;
}

std::optional<std::string> JsonPlace::text() const
{
    if (!m_value->is_string()) {
        fault(fmt::format("this is {}", shown()), "a text in quotes is needed");
        return {};
    }
    return m_value->get<std::string>();
}

std::optional<bool> JsonPlace::flag() const
{
    if (!m_value->is_boolean()) {
        fault(fmt::format("this is {}", shown()), "true or false is needed");
        return {};
    }
    return m_value->get<bool>();
}

std::optional<Count> JsonPlace::count() const
{
    if (m_value->is_number_unsigned()
        && m_value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<Count>::max())) {
        fault(fmt::format("{} is too large", shown()), "a whole number of 64 bits is needed");
        return {};
    }
    if (m_value->is_number_integer()) {
        return m_value->get<Count>();
    }
    const double value = m_value->is_number_float() ? m_value->get<double>() : 0.5;
    if (value != std::floor(value)) {
        fault(fmt::format("this is {}", shown()), "a whole number is needed");
        return {};
    }
    if (std::abs(value) > wholeUpTo) {
        fault(fmt::format("{} is too large", shown()), "a whole number of 64 bits is needed");
        return {};
    }
    return static_cast<Count>(value);
}

std::optional<double> JsonPlace::number() const
{
    if (!m_value->is_number()) {
        fault(fmt::format("this is {}", shown()), "a number is needed");
        return {};
    }
    return m_value->get<double>();
}

std::optional<double> JsonPlace::numberOrUnlimited() const
{
    if (m_value->is_string() && m_value->get_ref<const std::string&>() == "unlimited") {
        return std::numeric_limits<double>::infinity();
    }
    if (!m_value->is_number()) {
        fault(fmt::format("this is {}", shown()), "a number or \"unlimited\" is needed");
        return {};
    }
    return m_value->get<double>();
}

std::optional<Extent> JsonPlace::extent() const
{
    if (m_value->is_number()) {
        const std::optional<Count> side = count();
        return side ? std::optional(Extent{*side, *side}) : std::nullopt;
    }
    if (!m_value->is_array() || m_value->size() != 2) {
        fault(fmt::format("this is {}", shown()), "[height, width] or one whole number for both is needed");
        return {};
    }
    const std::vector<JsonPlace> sides = *elements();
    const std::optional<Count> height = sides[0].count();
    const std::optional<Count> width = sides[1].count();
    return height && width ? std::optional(Extent{*height, *width}) : std::nullopt;
}

std::optional<std::size_t> JsonPlace::choice(std::span<const std::string_view> names) const
{
    const std::optional<std::string> name = text();
    if (!name) {
        return {};
    }
    const auto found = std::find(names.begin(), names.end(), *name);
    if (found == names.end()) {
        fault(fmt::format("'{}' is unknown", *name), support::suggestName(*name, names));
        return {};
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::string JsonPlace::shown() const
{
    constexpr std::size_t longest = 40;
    if (m_value->is_object()) {
        return "an object";
    }
    const auto isStructured = [](const nlohmann::ordered_json& value) { return value.is_structured(); };
    if (m_value->is_array()
        && (m_value->size() > longest || std::any_of(m_value->begin(), m_value->end(), isStructured))) {
        return "a list"; // written out it may be as long as the file, and as deep
    }
    std::string text = m_value->dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
    if (text.size() > longest) {
        text = text.substr(0, longest) + "...";
    }
    return text;
}

bool isFormat(const JsonPlace& root, std::string_view format)
{
    if (!root.isObject()) {
        return false;
    }
    const std::optional<JsonPlace> place = root.find("format");
    if (!place) {
        root.fault("the key 'format' is missing",
                   fmt::format("write \"format\": \"{}\", \"version\": {}", format, formatVersion));
    }
    const std::optional<std::string> found = place ? place->text() : std::nullopt;
    if (!found) {
        return false;
    }
    if (*found != format) {
        place->fault(fmt::format("the format is '{}'", *found), fmt::format("'{}' is needed here", format));
        return false;
    }
    const std::optional<JsonPlace> versionPlace = root.require("version");
    const std::optional<Count> version = versionPlace ? versionPlace->count() : std::nullopt;
    if (!version) {
        return false;
    }
    if (*version != formatVersion) {
        versionPlace->fault(fmt::format("the version is {}", *version),
                            fmt::format("this program reads version {}", formatVersion));
        return false;
    }
    return true;
}

} // namespace tilescape::io
