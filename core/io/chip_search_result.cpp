#include "core/io/chip_search_result.h"

#include "core/explore/static_power.h"
#include "core/io/cell_text.h"
#include "core/io/explore_json.h"
#include "core/io/json_reader.h"
#include "core/io/result_rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

using explore::ChipSearch;
using explore::Design;
using explore::Measure;
using explore::SearchResult;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t rowsShown = 20;

std::string labelOf(const Design& design) { return design.settings.empty() ? "the chip to begin with" : explore::evaluationKey(design.settings); }

/// What is wrong with a design; empty for an allowed one.
const std::string& wrongWith(const Design& design) { return design.violation.empty() ? design.total.reason : design.violation; }

std::string designLine(const ChipSearch& search, const Design& design, const std::string& name, bool onFront)
{
    std::string text = name;
    for (const explore::Axis& variable : search.variables) {
        for (const std::string& key : variable.keys) {
            const auto own = std::find_if(design.settings.begin(), design.settings.end(), [&](const auto& each) { return each.key == key; });
            text += ',' + (own == design.settings.end() ? std::string() : csvField(own->value));
        }
    }
    return text + fmt::format(",{},{},{},{}\n", nameOf(design.total.status), measureFields(design.total), onFront ? 1 : 0,
                              csvField(wrongWith(design)));
}

ordered_json jsonOf(const ChipSearch& search, const Design& design)
{
    ordered_json json{{"settings", settingsJson(design.settings)}, {"status", nameOf(design.total.status)}};
    putMeasures(json, design.total);
    if (!design.violation.empty()) {
        json["violation"] = design.violation;
    }
    for (std::size_t i = 0; i < design.parts.size(); ++i) {
        ordered_json& part = json["networks"][search.workloads[i].network];
        part["status"] = nameOf(design.parts[i].status);
        putMeasures(part, design.parts[i]);
    }
    return json;
}

/// The objectives, and behind them what all networks together have a limit of.
std::vector<std::string> columnsOf(const ChipSearch& search)
{
    std::vector<std::string> columns = search.objectives;
    for (const explore::Limit& limit : search.limits) {
        if (limit.network.empty() && std::find(columns.begin(), columns.end(), limit.measure) == columns.end()) {
            columns.push_back(limit.measure);
        }
    }
    return columns;
}

std::string row(const ChipSearch& search, const Design& design)
{
    std::string text;
    for (const std::string& key : columnsOf(search)) {
        text += fmt::format("  {:>12.5g}", explore::findMeasure(key)->of(design.total));
    }
    return text + fmt::format("  {}{}\n", labelOf(design), design.violation.empty() ? "" : fmt::format(" ({})", design.violation));
}

} // namespace

std::string writeSearchCsv(const ChipSearch& search, const SearchResult& result)
{
    std::string text = "design";
    for (const explore::Axis& variable : search.variables) {
        for (const std::string& key : variable.keys) {
            text += ',' + csvField(key);
        }
    }
    text += ",status," + measureHeading() + ",front,reason\n" + designLine(search, result.base, "base", false);
    for (std::size_t i = 0; i < result.designs.size(); ++i) {
        const bool onFront = std::binary_search(result.front.begin(), result.front.end(), i);
        text += designLine(search, result.designs[i], fmt::format("{}", i), onFront);
    }
    return text;
}

std::string writeSearchJson(const ChipSearch& search, const SearchResult& result)
{
    ordered_json json{{"format", searchResultFormat}, {"version", 1}, {"name", search.name}};
    json["question"] = chipSearchJson(search);
    json["objectives"] = search.objectives;
    json["finished"] = result.finished;
    json["base"] = jsonOf(search, result.base);
    json["front"] = result.front;
    json["better_than_base"] = betterThanBase(search, result);
    ordered_json designs = ordered_json::array();
    for (const Design& design : result.designs) {
        designs.push_back(jsonOf(search, design));
    }
    json["designs"] = std::move(designs);
    return prettyText(json);
}

std::string writeSearchSummary(const ChipSearch& search, const SearchResult& result)
{
    const auto allowed = std::count_if(result.designs.begin(), result.designs.end(), [](const Design& each) { return each.allowed(); });
    std::string text = fmt::format("{}{} designs, {} allowed, {} on the Pareto front, {} of them better than the chip to begin with.\n\n",
                                   search.name.empty() ? "" : search.name + ": ", result.designs.size(), allowed, result.front.size(),
                                   betterThanBase(search, result).size());
    if (allowed == 0) {
        std::map<std::string, std::size_t> reasons;
        for (const Design& design : result.designs) {
            ++reasons[design.violation.empty() ? design.total.reason : design.violation];
        }
        text += reasonLines(reasons) + '\n';
    }
    if (const std::string remark = explore::staticPowerRemark(keysOf(search.variables), search.base); !remark.empty()) {
        text += "Note: " + remark + ".\n\n";
    }
    for (const std::string& key : columnsOf(search)) {
        text += fmt::format("  {:>12}", key);
    }
    text += '\n' + row(search, result.base);
    std::vector<std::size_t> front = result.front;
    const Measure& first = *explore::findMeasure(search.objectives.front());
    std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
        const double left = first.of(result.designs[a].total);
        const double right = first.of(result.designs[b].total);
        return first.moreIsBetter ? left > right : left < right;
    });
    for (std::size_t i = 0; i < std::min(front.size(), rowsShown); ++i) {
        text += row(search, result.designs[front[i]]);
    }
    return front.size() > rowsShown ? text + fmt::format("  and {} more\n", front.size() - rowsShown) : text;
}

} // namespace tilescape::io
