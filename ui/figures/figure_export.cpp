#include "ui/figures/figure_export.h"

#include "ui/chip/chip_figure.h"
#include "ui/energy/energy_chart.h"
#include "ui/figures/figures_text.h"
#include "ui/figures/training_figures.h"
#include "ui/network/network_view.h"
#include "ui/timeline/timeline_view.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <iterator>

namespace tilescape::ui::figures {

namespace {

/// The problem in a line, for the metadata of the files.
QString problemText(const schedule::Problem& problem)
{
    return FiguresText::tr("%1 on %2, batch %3, made by Tilescape")
        .arg(QString::fromStdString(problem.network.name), QString::fromStdString(problem.hardware.name),
             QString::number(problem.batch));
}

const schedule::ScheduledLayer& hungriest(const schedule::Schedule& schedule)
{
    return *std::max_element(schedule.layers.begin(), schedule.layers.end(), [](const auto& a, const auto& b) {
        return a.cost.energy.total() < b.cost.energy.total();
    });
}

} // namespace

std::vector<widgets::Figure> figuresOf(const schedule::Schedule& schedule)
{
    std::vector<widgets::Figure> figures;
    if (!schedule.problem->network.layers.empty()) {
        figures.push_back(network::networkFigure(std::make_shared<schedule::Schedule>(schedule)));
    }
    if (schedule.hasResult()) {
        const chip::ChipContent content = chip::chipContent(schedule, hungriest(schedule));
        figures.push_back(chip::chipFigure(content));
        if (auto load = chip::nocLoad(schedule, content.segment); load && load->busiest > 0) {
            figures.push_back(chip::chipFigure(content, std::move(load)));
            figures.back().name = QStringLiteral("noc_load");
        }
        const timeline::TimelineContent times = timeline::timelineContent(schedule, false);
        figures.push_back(timeline::timelineFigure(times, 0, times.end()));
        figures.push_back(energy::energyFigure(schedule, energy::EnergyMeasure::Energy));
        figures.push_back(energy::energyFigure(schedule, energy::EnergyMeasure::Share));
        figures.back().name = QStringLiteral("energy_shares");
    }
    std::vector<widgets::Figure> training = trainingFigures(*schedule.problem);
    std::move(training.begin(), training.end(), std::back_inserter(figures));
    for (widgets::Figure& figure : figures) {
        figure.description = problemText(*schedule.problem);
    }
    return figures;
}

ExportedFigures exportAllFigures(const schedule::Schedule& schedule, const QString& folder)
{
    static constexpr std::array<const char*, 3> endings{".svg", ".pdf", ".png"};
    ExportedFigures exported;
    if (!QDir().mkpath(folder)) {
        support::Diagnostic fault;
        fault.file = folder.toStdString();
        fault.problem = "the folder for the figures could not be made";
        fault.remedy = "choose a place that may be written to";
        exported.faults.push_back(std::move(fault));
        return exported;
    }
    for (const widgets::Figure& figure : figuresOf(schedule)) {
        const std::size_t before = exported.faults.size();
        for (const char* ending : endings) {
            const QString path = QDir(folder).filePath(figure.name + QLatin1String(ending));
            const support::Diagnostics faults = widgets::writeFigure(figure, path, widgets::twoColumnsMm);
            if (faults.empty()) {
                exported.files << path;
            }
            exported.faults.insert(exported.faults.end(), faults.begin(), faults.end());
        }
        if (exported.faults.size() == before) {
            exported.figures << figure.name;
        }
    }
    return exported;
}

} // namespace tilescape::ui::figures
