#include "core/io/result_rows.h"

#include "core/support/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

/// The measure as a number, where it is one: of a point without schedule only the area.
std::optional<double> valueOf(const explore::Measure& measure, const explore::PointResult& point)
{
    const double value = measure.of(point);
    const bool known = point.hasSchedule() || measure.key == "area_mm2";
    return known && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::string reasonLines(const std::map<std::string, std::size_t>& counts)
{
    constexpr std::size_t most = 5;
    std::vector<std::pair<std::string, std::size_t>> reasons(counts.begin(), counts.end());
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (std::size_t i = 0; i < std::min(reasons.size(), most); ++i) {
        text += fmt::format("  {} x {}\n", reasons[i].second, reasons[i].first);
    }
    return reasons.size() > most ? text
                                       + fmt::format("  and {} other reason{}\n", reasons.size() - most,
                                                     reasons.size() == most + 1 ? "" : "s")
                                 : text;
}

std::string measureHeading()
{
    std::string text;
    for (const explore::Measure& measure : explore::measures()) {
        text += fmt::format("{}{}", text.empty() ? "" : ",", measure.key);
    }
    return text;
}

std::string measureFields(const explore::PointResult& point)
{
    std::string text;
    for (const explore::Measure& measure : explore::measures()) {
        const std::optional<double> value = valueOf(measure, point);
        text += (&measure == explore::measures().data() ? "" : ",") + (value ? fmt::format("{}", *value) : std::string());
    }
    return text;
}

nlohmann::ordered_json settingsJson(const std::vector<explore::Setting>& settings)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const explore::Setting& setting : settings) {
        const std::optional<double> number =
            explore::isNumeric(setting.key) ? support::readQuantity(setting.value, "") : std::nullopt;
        nlohmann::ordered_json& value = json[setting.key];
        if (number && explore::isWhole(setting.key)) {
            value = static_cast<Count>(*number);
        } else if (number) {
            value = *number;
        } else {
            value = setting.value;
        }
    }
    return json;
}

void putMeasures(nlohmann::ordered_json& into, const explore::PointResult& point)
{
    for (const explore::Measure& measure : explore::measures()) {
        if (const std::optional<double> value = valueOf(measure, point)) {
            into[std::string(measure.key)] = *value;
        }
    }
    if (!point.hasSchedule()) {
        into["reason"] = point.reason;
    }
}

} // namespace tilescape::io
