#include "ui/explore/chart_choice.h"

#include "core/explore/point.h"
#include "core/support/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::ui::explore {

namespace {

using Names = std::vector<std::string_view>;

void checkKey(const std::string& key, std::string_view what, const Names& known, support::Diagnostics& faults)
{
    if (std::find(known.begin(), known.end(), key) == known.end()) {
        faults.push_back({support::Severity::Error, "", "", "", fmt::format("{} of the chart names '{}'", what, key), support::suggestName(key, known)});
    }
}

} // namespace

ChartChoice firstChoice(ChartKind kind, const ChartKeys& known)
{
    const auto objective = [&](std::size_t index, const char* otherwise) { return index < known.objectives.size() ? known.objectives[index] : otherwise; };
    const auto axis = [&](std::size_t index) { return index < known.keys.size() ? known.keys[index] : std::string(); };
    const std::string colour = known.coloured ? axis(1) : std::string();
    switch (kind) {
    case ChartKind::HeatMap: return {kind, axis(0), axis(1), objective(0, "energy_pj")};
    case ChartKind::Parallel: return {kind, {}, {}, colour};
    case ChartKind::Plane: break;
    }
    return {kind, objective(1, "area_mm2"), objective(0, "energy_pj"), colour};
}

support::Diagnostics check(const ChartChoice& choice, const ChartKeys& known)
{
    const Names axes(known.keys.begin(), known.keys.end());
    Names measures;
    for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
        measures.push_back(measure.key);
    }
    Names all = axes;
    all.insert(all.end(), measures.begin(), measures.end());
    support::Diagnostics faults;
    if (choice.kind == ChartKind::HeatMap && (axes.size() < 2 || choice.x == choice.y)) {
        return {{support::Severity::Error, "", "", "", axes.size() < 2 ? "a heat map has two axes, and one is varied here" : "a heat map has two axes, and these are one",
                 axes.size() < 2 ? "draw the points instead" : "choose another one for x or y"}};
    }
    if (choice.kind != ChartKind::Parallel) {
        const bool plane = choice.kind == ChartKind::Plane;
        checkKey(choice.x, "the x axis", plane ? all : axes, faults);
        checkKey(choice.y, "the y axis", plane ? measures : axes, faults);
    }
    if (choice.kind == ChartKind::HeatMap || !choice.by.empty()) {
        checkKey(choice.by, "the colour", choice.kind == ChartKind::HeatMap ? measures : axes, faults);
    }
    return faults;
}

} // namespace tilescape::ui::explore
