#include "ui/training/training_figures.h"

#include "ui/plot/chart_figure.h"
#include "ui/training/adaptflow_totals.h"
#include "ui/training/gradient_bars.h"
#include "ui/training/gradient_order_figure.h"
#include "ui/training/parallelism_charts.h"
#include "ui/training/parallelism_map_figure.h"
#include "ui/training/topology_picture.h"
#include "ui/training/volume_rows.h"

#include <QCoreApplication>

namespace tilescape::ui::training {

namespace {

using Figures = std::vector<widgets::Figure>;

QString tr(const char* text) { return QCoreApplication::translate("Figures", text); }

void addParallelism(const schedule::Problem& problem, Figures& figures)
{
    const auto study = std::make_shared<const ParallelismStudy>(studyParallelism(problem));
    if (!study->plan) {
        return;
    }
    figures.push_back(parallelismFigure(study));
    const auto add = [&](const char* name, plot::Chart chart) {
        const QString title = chart.valueTitle;
        figures.push_back(plot::chartFigure(QLatin1String(name), title, std::move(chart)));
    };
    add("parallelism-strategies", strategiesChart(*study, StepMeasure::Seconds));
    add("parallelism-communication", communicationChart(*study));
    add("parallelism-scaling", scalingChart(*study));
    TopologyPicture array;
    array.setStudy(study);
    figures.push_back(array.figure());
}

void addGradient(const schedule::Problem& problem, Figures& figures)
{
    auto result = gradient::analyse(problem.network, problem.batch, problem.training.gradient, {});
    if (!result || result.value().layers.empty()) {
        return;
    }
    figures.push_back(gradientOrderFigure(result.value()));
    figures.push_back(gradientTimesFigure(std::make_shared<const gradient::NetworkResult>(std::move(result.value()))));
}

void addDataflows(const schedule::Problem& problem, Figures& figures)
{
    const auto study = std::make_shared<const AdaptflowStudy>(studyDataflows(problem.network, problem.batch, problem.training.adaptflow));
    if (study->selection.empty()) {
        return;
    }
    VolumeRows rows;
    rows.setSelection({study, &study->selection});
    figures.push_back(rows.figure());
    LabelledBars totals;
    totals.setGroups(adaptflowTotals(*study));
    figures.push_back(totals.figure(QStringLiteral("dataflow-totals"), tr("Totals of the network")));
}

} // namespace

std::vector<widgets::Figure> trainingFigures(const schedule::Problem& problem)
{
    const tilescape::training::Settings usual;
    const tilescape::training::Settings& asked = problem.training;
    Figures figures;
    if (!(asked.parallelism == usual.parallelism)) {
        addParallelism(problem, figures);
    }
    if (!(asked.gradient == usual.gradient)) {
        addGradient(problem, figures);
    }
    if (!(asked.adaptflow == usual.adaptflow)) {
        addDataflows(problem, figures);
    }
    return figures;
}

} // namespace tilescape::ui::training
