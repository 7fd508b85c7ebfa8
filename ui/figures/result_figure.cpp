#include "ui/figures/result_figure.h"

#include "core/support/nearest_name.h"
#include "ui/analysis/sensitivity_view.h"
#include "ui/explore/points_figure.h"
#include "ui/figures/figures_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::ui::figures {

namespace {

using explore::ChartChoice;
using explore::ChartKeys;
using explore::ChartKind;
using tilescape::explore::SensitivityMeasure;

constexpr std::array<ResultFigureKind, 4> resultKinds{{{"points", ChartKind::Plane},
                                                       {"points-heat-map", ChartKind::HeatMap},
                                                       {"points-parallel", ChartKind::Parallel},
                                                       {"sensitivity", std::nullopt}}};

support::Diagnostic faultOfFigure(const ResultFigureKind& kind, const std::string& problem, const std::string& remedy)
{
    return {support::Severity::Error, kind.name, "", "", problem, remedy};
}

support::Diagnostics named(const ResultFigureKind& kind, support::Diagnostics faults)
{
    for (support::Diagnostic& fault : faults) {
        fault.file = kind.name;
    }
    return faults;
}

/// What the window begins with, but for what is asked for.
ChartChoice chosenOf(const ResultFigureKind& kind, const ChartKeys& known, const ResultChoice& choice)
{
    ChartChoice chosen = firstChoice(*kind.chart, known);
    chosen.x = choice.x.empty() ? chosen.x : choice.x;
    const bool takesFirst = chosen.kind == ChartKind::HeatMap && choice.y.empty() && chosen.x == chosen.y;
    chosen.y = takesFirst ? known.keys.front() : choice.y.empty() ? chosen.y : choice.y;
    chosen.by = choice.by.empty() ? chosen.by : choice.by == "none" ? std::string() : choice.by;
    return chosen;
}

QString descriptionOf(const io::ExploredPoints& read)
{
    const QString what = read.isSearch ? FiguresText::tr("%n designs of a search", nullptr, static_cast<int>(read.points.size()))
                                       : FiguresText::tr("%n points of a sweep", nullptr, static_cast<int>(read.points.size()));
    return FiguresText::tr("%1, made by Tilescape").arg(read.name.empty() ? what : QString::fromStdString(read.name) + QStringLiteral(": ") + what);
}

support::Result<widgets::Figure> figureOfPoints(const ResultFigureKind& kind, const io::ExploredPoints& read, const ResultChoice& choice)
{
    const ChartKeys known{read.keys, read.objectives, !read.isSearch};
    const ChartChoice chosen = chosenOf(kind, known, choice);
    const bool isParallel = chosen.kind == ChartKind::Parallel;
    if (isParallel && !(choice.x.empty() && choice.y.empty())) {
        return faultOfFigure(kind, "the figure shows all axes", "leave out x and y");
    }
    if (const auto faults = check(chosen, known); !faults.empty()) {
        return named(kind, faults);
    }
    const bool any = std::any_of(read.points.begin(), read.points.end(), [](const auto& point) { return point.result.hasSchedule() && point.violation.empty(); });
    explore::ChartContent content = any ? contentOf(explore::pointsOf(read), chosen) : explore::ChartContent();
    if (content.numbers.empty()) {
        return faultOfFigure(kind, "no point has a schedule within the limits, so there is nothing to draw", "give results of a run that found some");
    }
    const QString title = read.name.empty() ? explore::pointsOf(read).usualTitle() : QString::fromStdString(read.name);
    widgets::Figure figure = explore::pointsFigure(QLatin1String(kind.name), title, std::move(content));
    figure.description = descriptionOf(read);
    figure.project = read.project ? QByteArray::fromStdString(io::writeProject(*read.project)) : QByteArray();
    return figure;
}

support::Result<widgets::Figure> figureOfSensitivities(const ResultFigureKind& kind, const io::SensitivityResults& results, const ResultChoice& choice)
{
    if (!choice.x.empty() || !choice.by.empty()) {
        return faultOfFigure(kind, "the figure shows one measure of all parameters", "choose it as y, and leave out x and by");
    }
    std::vector<std::string_view> names;
    for (const SensitivityMeasure measure : tilescape::explore::allSensitivityMeasures) {
        names.push_back(nameOf(measure));
    }
    const auto found = std::find(names.begin(), names.end(), choice.y.empty() ? names.front() : choice.y);
    if (found == names.end()) {
        return faultOfFigure(kind, fmt::format("there is no measure '{}'", choice.y), support::suggestName(choice.y, names));
    }
    const SensitivityMeasure measure = tilescape::explore::allSensitivityMeasures[static_cast<std::size_t>(found - names.begin())];
    const std::vector<analysis::TornadoRow> rows = analysis::tornadoRows(results.all, measure);
    if (rows.empty()) {
        return faultOfFigure(kind, "no step changes this measure, so there is nothing to draw", "choose another measure");
    }
    widgets::Figure figure = analysis::tornadoFigure(rows, analysis::tornadoTitle(measure));
    figure.description = FiguresText::tr("A step of each parameter down and up, made by Tilescape");
    figure.project = results.problem ? QByteArray::fromStdString(io::writeProject(*results.problem)) : QByteArray();
    return figure;
}

} // namespace

std::span<const ResultFigureKind> resultFigureKinds() { return resultKinds; }

const ResultFigureKind* findResultFigure(const QString& name)
{
    const auto found = std::find_if(resultKinds.begin(), resultKinds.end(), [&](const ResultFigureKind& kind) { return name == QLatin1String(kind.name); });
    return found == resultKinds.end() ? nullptr : &*found;
}

support::Result<Results> readResults(const ResultFigureKind& kind, const std::string& text, const std::string& file)
{
    if (kind.chart) {
        auto read = io::readExploredPoints(text, file);
        return read ? support::Result<Results>(std::move(read.value())) : support::Result<Results>(read.faults());
    }
    auto read = io::readSensitivities(text, file);
    return read ? support::Result<Results>(std::move(read.value())) : support::Result<Results>(read.faults());
}

support::Result<widgets::Figure> resultFigure(const ResultFigureKind& kind, const Results& results, const ResultChoice& choice)
{
    return kind.chart ? figureOfPoints(kind, std::get<io::ExploredPoints>(results), choice)
                           : figureOfSensitivities(kind, std::get<io::SensitivityResults>(results), choice);
}

} // namespace tilescape::ui::figures
