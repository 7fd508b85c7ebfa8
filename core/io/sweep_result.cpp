#include "core/io/sweep_result.h"

#include "core/explore/static_power.h"
#include "core/io/cell_text.h"
#include "core/io/explore_json.h"
#include "core/io/json_reader.h"
#include "core/io/result_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace tilescape::io {

using explore::Measure;
using explore::PointResult;
using explore::Setting;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t pointsShown = 20;

std::string settingsText(const std::vector<Setting>& settings)
{
    std::string text;
    for (const Setting& setting : settings) {
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", setting.key, setting.value);
    }
    return text;
}

/// The reasons with how many points each has.
std::string reasonsText(const explore::PointResults& results)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& [number, result] : results) {
        if (!result.hasSchedule()) {
            ++counts[result.reason];
        }
    }
    return reasonLines(counts);
}

/// How many points were solved themselves, and how near the others are; nothing where none has a schedule.
std::string solvedText(const explore::PointResults& results)
{
    std::size_t taken = 0;
    double farthest = 0;
    for (const auto& [number, result] : results) {
        taken += result.within ? 1 : 0;
        farthest = std::max(farthest, result.within.value_or(0));
    }
    if (std::none_of(results.begin(), results.end(), [](const auto& row) { return row.second.hasSchedule(); })) {
        return {};
    }
    return fmt::format("{} were solved; {} have the best schedule of these, at most {:.3g} % above their bound.\n", results.size() - taken, taken,
                       farthest * 100);
}

} // namespace

std::string writeSweepCsv(const explore::Sweep& sweep, const explore::PointResults& results)
{
    std::string text = "point";
    for (const std::string& key : keysOf(sweep)) {
        text += ',' + csvField(key);
    }
    const bool byPrices = sweep.options.within > 0; // some points have other points' schedules
    text += ",status," + measureHeading() + (byPrices ? ",front,within,reason\n" : ",front,reason\n");
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    for (const auto& [number, result] : results) {
        text += fmt::format("{}", number);
        for (const Setting& setting : settingsAt(sweep, number)) {
            text += ',' + csvField(setting.value);
        }
        const bool onFront = std::binary_search(front.begin(), front.end(), number);
        text += fmt::format(",{},{},{},", nameOf(result.status), measureFields(result), onFront ? 1 : 0);
        text += byPrices ? (result.within ? fmt::format("{},", *result.within) : ",") : "";
        text += csvField(result.reason) + '\n';
    }
    return text;
}

std::string writeSweepJson(const explore::Sweep& sweep, const explore::PointResults& results)
{
    ordered_json json{{"format", sweepResultFormat}, {"version", 1}, {"name", sweep.name}};
    json["question"] = sweepJson(sweep);
    json["objectives"] = sweep.objectives;
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    ordered_json points = ordered_json::array();
    for (const auto& [number, result] : results) {
        ordered_json point{{"point", number}, {"settings", settingsJson(settingsAt(sweep, number))}};
        point["status"] = nameOf(result.status);
        putMeasures(point, result);
        if (result.within) {
            point["within"] = *result.within;
        }
        if (std::binary_search(front.begin(), front.end(), number)) {
            point["front"] = true;
        }
        points.push_back(std::move(point));
    }
    json["points"] = std::move(points);
    return prettyText(json);
}

std::string writeSweepSummary(const explore::Sweep& sweep, const explore::PointResults& results)
{
    const auto solved = static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](const auto& row) { return row.second.hasSchedule(); }));
    std::string text = fmt::format("{}{} of {} points, {} with a schedule.\n", sweep.name.empty() ? "" : sweep.name + ": ",
                                   results.size(), pointCount(sweep), solved);
    text += sweep.options.within > 0 ? solvedText(results) : "";
    text += reasonsText(results);
    if (const std::string remark = explore::staticPowerRemark(keysOf(sweep), sweep.base); !remark.empty()) {
        text += "Note: " + remark + ".\n";
    }
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    if (front.empty()) {
        return text;
    }
    text += fmt::format("\nPareto front of {}, {} points:\n", fmt::join(sweep.objectives, ", "), front.size());
    for (std::size_t i = 0; i < std::min(front.size(), pointsShown); ++i) {
        text += fmt::format("{:>7}", front[i]);
        for (const std::string& key : sweep.objectives) {
            text += fmt::format("  {:>10.5g}", explore::findMeasure(key)->of(results.at(front[i])));
        }
        text += fmt::format("  {}\n", settingsText(settingsAt(sweep, front[i])));
    }
    return front.size() > pointsShown ? text + fmt::format("  and {} more\n", front.size() - pointsShown) : text;
}

} // namespace tilescape::io
