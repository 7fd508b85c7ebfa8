#include "core/io/explorations_json.h"

#include "core/io/explore_json.h"
#include "core/io/point_text.h"
#include "core/io/problem_parts.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 2> runKeys{"question", "results"};
constexpr std::array<std::string_view, 4> explorationKinds{"sweep", "search", "kept", "asked"};
constexpr std::array<std::string_view, 2> questionKinds{"sweep", "search"};
constexpr std::array<std::string_view, 3> keptKeys{"name", "sweep", "search"};

/// The text of a sweep or search without the network and chip that the project has as well.
ordered_json withoutProject(ordered_json question, const schedule::Problem& own, const schedule::Problem& project)
{
    if (own.network == project.network) {
        question["project"].erase("network");
    }
    if (own.hardware == project.hardware) {
        question["project"].erase("hardware");
    }
    return question;
}

ordered_json withProject(ordered_json question, const schedule::Problem& project)
{
    if (!question.is_object() || !question.contains("project") || !question["project"].is_object()) {
        return question;
    }
    ordered_json& base = question["project"];
    if (!base.contains("network")) {
        putNetwork(base["network"], project.network);
    }
    if (!base.contains("hardware")) {
        putHardware(base["hardware"], project.hardware);
    }
    return question;
}

/// One row of results: what names the point, and its result.
struct KeptRow {
    JsonPlace point;
    explore::PointResult result;
};

std::vector<KeptRow> rowsAt(const JsonPlace& run)
{
    std::vector<KeptRow> rows;
    const auto list = run.require("results");
    for (const JsonPlace& place : list ? list->elements().value_or(std::vector<JsonPlace>()) : std::vector<JsonPlace>()) {
        const auto parts = place.elements();
        if (!parts) {
            continue;
        }
        const auto text = parts->size() == 2 ? (*parts)[1].text() : std::nullopt;
        auto result = text ? readPoint(*text) : std::nullopt;
        if (result) {
            rows.push_back({(*parts)[0], *std::move(result)});
        } else {
            place.fault("this is no result", "each is a list of what names the point and its result, as a journal has it");
        }
    }
    return rows;
}

void readSweepRun(const JsonPlace& place, const schedule::Problem& project, std::optional<SweepRun>& into)
{
    const auto question = place.isObject(runKeys) ? place.require("question") : std::nullopt;
    if (!question) {
        return;
    }
    const std::size_t faultsBefore = place.faults().count();
    const ordered_json whole = withProject(question->value(), project);
    SweepRun run{sweepFrom(JsonPlace(whole, question->pointer(), place.faults()), {}), {}};
    const std::size_t count = place.faults().count() == faultsBefore ? pointCount(run.sweep) : 0;
    for (KeptRow& row : count > 0 ? rowsAt(place) : std::vector<KeptRow>()) {
        const Count number = row.point.count().value_or(0);
        if (number < 0 || number >= static_cast<Count>(count)) {
            row.point.fault(fmt::format("there is no point {}", number), fmt::format("the sweep has {}, from 0 on", count));
            continue;
        }
        run.results.emplace(static_cast<std::size_t>(number), std::move(row.result));
    }
    into = std::move(run);
}

void readSearchRun(const JsonPlace& place, const schedule::Problem& project, std::optional<SearchRun>& into)
{
    const auto question = place.isObject(runKeys) ? place.require("question") : std::nullopt;
    if (!question) {
        return;
    }
    const ordered_json whole = withProject(question->value(), project);
    SearchRun run{chipSearchFrom(JsonPlace(whole, question->pointer(), place.faults()), {}), {}};
    for (KeptRow& row : rowsAt(place)) {
        run.evaluations.emplace(row.point.text().value_or(""), std::move(row.result));
    }
    into = std::move(run);
}

void readAsked(const JsonPlace& place, const schedule::Problem& project, Questions& into)
{
    if (!place.isObject(questionKinds)) {
        return;
    }
    const auto read = [&](const char* kind, auto from, auto& question) {
        const auto own = place.find(kind);
        if (own) {
            const std::size_t faultsBefore = own->faults().count();
            const ordered_json whole = withProject(own->value(), project);
            auto made = from(JsonPlace(whole, own->pointer(), own->faults()), {});
            if (own->faults().count() == faultsBefore) {
                question = aroundProject(std::move(made));
            }
        }
    };
    read("sweep", sweepFrom, into.sweep);
    read("search", chipSearchFrom, into.search);
    if (into.search && !place.find("search")->find("networks")) {
        into.search->base.networks.erase(into.search->workloads.front().network);
        into.search->workloads.clear();
    }
}

/// Those that could be run: of others a file has no words.
ordered_json askedJson(Questions asked, const schedule::Problem& project)
{
    ordered_json json;
    if (asked.sweep) {
        asked.sweep->base.problem = project;
        if (check(*asked.sweep).empty()) {
            json["sweep"] = withoutProject(sweepJson(*asked.sweep), project, project);
        }
    }
    if (asked.search) {
        asked.search->base.problem = project;
        explore::ChipSearch whole = *asked.search;
        if (whole.workloads.empty()) { // which a file says by having none
            whole.base.networks.insert_or_assign(project.network.name, project.network);
            whole.workloads.push_back({project.network.name, 1});
        }
        if (check(whole).empty()) {
            json["search"] = withoutProject(chipSearchJson(*asked.search), project, project);
        }
    }
    return json;
}

/// Those that have names; of one kind each name once.
void readKept(const JsonPlace& list, const schedule::Problem& project, std::vector<KeptRun>& into)
{
    for (const JsonPlace& place : list.elements().value_or(std::vector<JsonPlace>())) {
        if (!place.isObject(keptKeys)) {
            continue;
        }
        const auto name = place.require("name");
        const std::string text = name ? name->text().value_or("") : std::string();
        std::optional<SweepRun> sweep;
        std::optional<SearchRun> search;
        if (const auto run = place.find("sweep")) {
            readSweepRun(*run, project, sweep);
        } else if (const auto other = place.require("search")) {
            readSearchRun(*other, project, search);
        }
        if (sweep) {
            into.push_back({text, *std::move(sweep)});
        } else if (search) {
            into.push_back({text, *std::move(search)});
        }
        const auto isSame = [&](const KeptRun& run) { return run.name == text && run.run.index() == into.back().run.index(); };
        if (!into.empty() && std::count_if(into.begin(), into.end(), isSame) > 1) {
            place.fault(fmt::format("'{}' is there twice", text), "sweeps have different names, and so have searches");
        }
    }
}

ordered_json runJson(const SweepRun& run, const schedule::Problem& project)
{
    ordered_json results = ordered_json::array();
    for (const auto& [number, result] : run.results) {
        results.push_back(ordered_json::array({number, writePoint(result)}));
    }
    return {{"question", withoutProject(sweepJson(run.sweep), run.sweep.base.problem, project)}, {"results", std::move(results)}};
}

ordered_json runJson(const SearchRun& run, const schedule::Problem& project)
{
    ordered_json results = ordered_json::array();
    for (const auto& [key, result] : run.evaluations) {
        results.push_back(ordered_json::array({key, writePoint(result)}));
    }
    return {{"question", withoutProject(chipSearchJson(run.search), run.search.base.problem, project)}, {"results", std::move(results)}};
}

} // namespace

Explorations explorationsFrom(const JsonPlace& place, const schedule::Problem& project)
{
    Explorations explorations;
    if (!place.isObject(explorationKinds)) {
        return explorations;
    }
    if (const auto sweep = place.find("sweep")) {
        readSweepRun(*sweep, project, explorations.sweep);
    }
    if (const auto search = place.find("search")) {
        readSearchRun(*search, project, explorations.search);
    }
    if (const auto kept = place.find("kept")) {
        readKept(*kept, project, explorations.kept);
    }
    if (const auto asked = place.find("asked")) {
        readAsked(*asked, project, explorations.asked);
    }
    return explorations;
}

ordered_json explorationsJson(const Explorations& explorations, const schedule::Problem& project)
{
    ordered_json json;
    if (explorations.sweep) {
        json["sweep"] = runJson(*explorations.sweep, project);
    }
    if (explorations.search) {
        json["search"] = runJson(*explorations.search, project);
    }
    for (const KeptRun& kept : explorations.kept) {
        const bool isSweep = std::holds_alternative<SweepRun>(kept.run);
        ordered_json run = std::visit([&](const auto& each) { return runJson(each, project); }, kept.run);
        json["kept"].push_back({{"name", kept.name}, {isSweep ? "sweep" : "search", std::move(run)}});
    }
    if (ordered_json asked = askedJson(explorations.asked, project); !asked.is_null()) {
        json["asked"] = std::move(asked);
    }
    return json;
}

} // namespace tilescape::io
