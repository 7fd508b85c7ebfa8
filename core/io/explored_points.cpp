#include "core/io/explored_points.h"

#include "core/explore/sweep.h"
#include "core/io/chip_search_result.h"
#include "core/io/explore_json.h"
#include "core/io/json_reader.h"
#include "core/io/result_project.h"
#include "core/io/sweep_result.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

using explore::PointResult;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> sweepResultKeys{"format", "version", "name", "question", "objectives", "points"};
constexpr std::array<std::string_view, 10> searchResultKeys{"format",   "version", "name",  "question",         "objectives",
                                                            "finished", "base",    "front", "better_than_base", "designs"};
// Without the measures that follow from others.
struct StoredMeasure {
    std::string_view key;
    double PointResult::*member;
    bool isNeeded; ///< of every schedule; others are left out where they are no finite number, as the gap to a bound of 0
};
constexpr std::array<StoredMeasure, 7> storedMeasures{{{"energy_pj", &PointResult::energyPj, true},
                                                       {"cycles", &PointResult::cycles, true},
                                                       {"delay_s", &PointResult::seconds, true},
                                                       {"area_mm2", &PointResult::areaMm2, false},
                                                       {"gops", &PointResult::gops, false},
                                                       {"dram_words", &PointResult::dramWords, false},
                                                       {"gap", &PointResult::gap, false}}};
constexpr std::array statusesOfPoints{schedule::Status::Optimal, schedule::Status::Feasible, schedule::Status::Stopped,
                                      schedule::Status::Infeasible};

const std::vector<std::string_view>& pointKeys()
{
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> keys{"point", "settings", "status", "reason", "within", "front", "violation", "networks"};
        for (const explore::Measure& measure : explore::measures()) {
            keys.push_back(measure.key);
        }
        return keys;
    }();
    return all;
}

/// A number as `explore::valueText` would have it, to the last digit.
std::string settingValue(const JsonPlace& place)
{
    const ordered_json& value = place.value();
    if (value.is_number_integer()) {
        return fmt::format("{}", place.count().value_or(0));
    }
    return value.is_number() ? fmt::format("{}", place.number().value_or(0)) : place.text().value_or("");
}

std::vector<explore::Setting> settingsIn(const JsonPlace& point)
{
    std::vector<explore::Setting> settings;
    const auto place = point.require("settings");
    if (place && place->isObject()) {
        for (const std::string& key : place->keys()) {
            settings.push_back({key, settingValue(*place->find(key))});
        }
    }
    return settings;
}

std::optional<schedule::Status> statusIn(const JsonPlace& point)
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const schedule::Status status : statusesOfPoints) {
            all.push_back(nameOf(status));
        }
        return all;
    }();
    const auto place = point.require("status");
    const auto choice = place ? place->choice(names) : std::nullopt;
    return choice ? std::optional(statusesOfPoints[*choice]) : std::nullopt;
}

PointResult resultIn(const JsonPlace& point)
{
    PointResult result;
    const auto status = statusIn(point);
    if (!status) {
        return result; // which measures there should be is not known
    }
    result.status = *status;
    for (const StoredMeasure& measure : storedMeasures) {
        const auto place = measure.isNeeded && result.hasSchedule() ? point.require(measure.key) : point.find(measure.key);
        result.*measure.member = place ? place->number().value_or(0) : std::numeric_limits<double>::infinity();
    }
    if (const auto within = point.find("within")) {
        result.within = within->number();
    }
    if (!result.hasSchedule()) {
        const auto reason = point.require("reason");
        result.reason = reason ? reason->text().value_or("") : "";
    }
    return result;
}

ExploredPoints::Point pointIn(const JsonPlace& place)
{
    ExploredPoints::Point point;
    if (!place.isObject(pointKeys())) {
        return point;
    }
    point.settings = settingsIn(place);
    point.result = resultIn(place);
    if (const auto violation = place.find("violation")) {
        point.violation = violation->text().value_or("");
    }
    if (const auto front = place.find("front")) {
        point.onFront = front->flag().value_or(false);
    }
    return point;
}

void readObjectives(const JsonPlace& root, std::vector<std::string>& into)
{
    const auto list = root.require("objectives");
    const auto elements = list ? list->elements() : std::nullopt;
    if (elements && elements->empty()) {
        list->fault("there is none", "a result has the measures whose front it marks");
    }
    for (const JsonPlace& place : elements.value_or(std::vector<JsonPlace>())) {
        const std::string key = place.text().value_or("");
        if (explore::findMeasure(key)) {
            into.push_back(key);
        } else if (place.isText()) {
            std::vector<std::string_view> known;
            for (const explore::Measure& measure : explore::measures()) {
                known.push_back(measure.key);
            }
            place.fault(fmt::format("there is no measure '{}'", key), support::suggestName(key, known));
        }
    }
}

/// The first point says which keys there are.
void readKeys(const JsonPlace& firstPoint, ExploredPoints& into)
{
    std::vector<std::string_view> known = explore::settingKeys();
    known.insert(known.end(), {explore::networkKey, explore::hardwareKey});
    for (const explore::Setting& setting : into.points.front().settings) {
        if (std::find(known.begin(), known.end(), setting.key) == known.end()) {
            firstPoint.fault(fmt::format("nothing can be set by the name '{}'", setting.key), support::suggestName(setting.key, known));
        }
        into.keys.push_back(setting.key);
    }
}

void readAllPoints(const JsonPlace& list, ExploredPoints& into)
{
    const auto elements = list.elements();
    if (!elements) {
        return;
    }
    if (elements->empty()) {
        list.fault("there is none", "give the results of a run that found some");
        return;
    }
    for (const JsonPlace& place : *elements) {
        const std::size_t faultsBefore = place.faults().count();
        into.points.push_back(pointIn(place));
        if (into.points.size() == 1) {
            readKeys(place, into);
        }
        const auto& settings = into.points.back().settings;
        const bool same = std::equal(settings.begin(), settings.end(), into.keys.begin(), into.keys.end(),
                                     [](const explore::Setting& setting, const std::string& key) { return setting.key == key; });
        if (!same && place.faults().count() == faultsBefore) {
            place.fault("the settings are not those of the first point", "every point has a value for each key, in the same order");
        }
    }
}

void readFront(const JsonPlace& list, std::vector<ExploredPoints::Point>& designs)
{
    for (const JsonPlace& place : list.elements().value_or(std::vector<JsonPlace>())) {
        const Count index = place.count().value_or(0);
        if (index < 0 || index >= static_cast<Count>(designs.size())) {
            place.fault(fmt::format("there is no design {}", index), fmt::format("there are {}, from 0 on", designs.size()));
        } else {
            designs[static_cast<std::size_t>(index)].onFront = true;
        }
    }
}

/// Written questions stand alone: no path in them begins in a folder.
void readQuestionOf(const JsonPlace& place, ExploredPoints& into)
{
    const std::size_t faultsBefore = place.faults().count();
    if (into.isSearch) {
        const explore::ChipSearch search = chipSearchFrom(place, {});
        into.project = place.faults().count() == faultsBefore ? std::optional(projectOf(search)) : std::nullopt;
    } else {
        const explore::Sweep sweep = sweepFrom(place, {});
        into.project = place.faults().count() == faultsBefore ? std::optional(projectOf(sweep)) : std::nullopt;
    }
}

void readResult(const JsonPlace& root, ExploredPoints& into)
{
    const auto name = root.require("name");
    into.name = name ? name->text().value_or("") : "";
    if (const auto question = root.find("question")) {
        readQuestionOf(*question, into);
    }
    readObjectives(root, into.objectives);
    if (const auto list = root.require(into.isSearch ? "designs" : "points")) {
        readAllPoints(*list, into);
    }
    if (!into.isSearch) {
        return;
    }
    if (const auto base = root.require("base")) {
        into.base = pointIn(*base);
    }
    if (const auto front = root.require("front")) {
        readFront(*front, into.points);
    }
}

support::Result<ExploredPoints> pointsOfProject(const std::string& text, const std::string& file)
{
    const auto project = readProjectFile(text, file);
    if (!project) {
        return project.faults();
    }
    const Explorations& own = project.value().explorations;
    ExploredPoints points = own.sweep    ? exploredPoints(*own.sweep)
                            : own.search ? exploredPoints(*own.search)
                                         : ExploredPoints{};
    if (!points.points.empty()) {
        return points;
    }
    return support::Diagnostic{
        support::Severity::Error,
        file,
        "/explorations",
        "",
        "the project has no results of a sweep or a search",
        "run one in Explore and save the project, or let 'tilescape-cli sweep' or 'search' write it with --save"};
}

} // namespace

ExploredPoints exploredPoints(const explore::Sweep& sweep, const explore::PointResults& results)
{
    ExploredPoints explored{false, sweep.name, keysOf(sweep), sweep.objectives, {}, {}, projectOf(sweep)};
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    for (const auto& [number, result] : results) {
        explored.points.push_back({settingsAt(sweep, number), result, "", std::binary_search(front.begin(), front.end(), number)});
    }
    return explored;
}

ExploredPoints exploredPoints(const explore::ChipSearch& search, const explore::SearchResult& result)
{
    ExploredPoints explored{true, search.name, keysOf(search.variables), search.objectives, {}, {}, projectOf(search)};
    for (std::size_t i = 0; i < result.designs.size(); ++i) {
        const explore::Design& design = result.designs[i];
        explored.points.push_back({design.settings, design.total, design.violation, std::binary_search(result.front.begin(), result.front.end(), i)});
    }
    explored.base = ExploredPoints::Point{{}, result.base.total, result.base.violation, false};
    return explored;
}

ExploredPoints exploredPoints(const SweepRun& run) { return exploredPoints(run.sweep, run.results); }

ExploredPoints exploredPoints(const SearchRun& run, const std::stop_token& stop)
{
    const explore::SolvePoints solveNone = [](const auto&, auto, const auto&, const auto&) {};
    explore::SearchControl control;
    control.stop = stop;
    return exploredPoints(run.search, searchChips(run.search, run.evaluations, control, solveNone));
}

support::Result<ExploredPoints> readExploredPoints(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    ExploredPoints result;
    if (json) {
        const JsonPlace root(*json, "", faults);
        constexpr auto needed =
            "give what 'tilescape-cli sweep' or 'search' wrote with --json, or a project with one of them";
        const auto format = root.isObject() ? root.find("format") : std::nullopt;
        if (format && format->value() == projectFormat) {
            return pointsOfProject(text, file);
        }
        if (json->is_object() && !format) {
            root.fault("the key 'format' is missing", needed);
        }
        const std::string found = format ? format->text().value_or("") : "";
        result.isSearch = found == searchResultFormat;
        if (!found.empty() && !result.isSearch && found != sweepResultFormat) {
            format->fault(fmt::format("the format is '{}', and no results of a sweep or a search are here", found),
                          needed);
        } else if (!found.empty() && isFormat(root, found)
                   && (result.isSearch ? root.isObject(searchResultKeys) : root.isObject(sweepResultKeys))) {
            readResult(root, result);
        }
    }
    return faults.count() > 0 ? support::Result<ExploredPoints>(faults.take()) : support::Result(std::move(result));
}

} // namespace tilescape::io
