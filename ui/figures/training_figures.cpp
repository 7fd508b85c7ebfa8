#include "ui/figures/training_figures.h"

#include "ui/adaptflow/adaptflow_totals.h"
#include "ui/adaptflow/volume_rows.h"
#include "ui/figures/figures_text.h"
#include "ui/gradient/gradient_bars.h"
#include "ui/gradient/gradient_order_figure.h"
#include "ui/parallelism/parallelism_charts.h"
#include "ui/parallelism/parallelism_map_figure.h"
#include "ui/parallelism/topology_picture.h"
#include "ui/plot/chart_figure.h"

namespace tilescape::ui::figures {

namespace {

using Figures = std::vector<widgets::Figure>;

void addParallelism(const schedule::Problem& problem, Figures& figures)
{
    const auto study = std::make_shared<const parallelism::ParallelismStudy>(parallelism::studyParallelism(problem));
    if (!study->plan) {
        return;
    }
    figures.push_back(parallelism::parallelismFigure(study));
    const auto add = [&](const char* name, plot::Chart chart) {
        const QString title = chart.valueTitle;
        figures.push_back(plot::chartFigure(QLatin1String(name), title, std::move(chart)));
    };
    add("parallelism-strategies", parallelism::strategiesChart(*study, parallelism::StepMeasure::Seconds));
    add("parallelism-communication", parallelism::communicationChart(*study));
    add("parallelism-scaling", parallelism::scalingChart(*study));
    parallelism::TopologyPicture array;
    array.setStudy(study);
    figures.push_back(array.figure());
}

void addGradient(const schedule::Problem& problem, Figures& figures)
{
    auto result = training::gradient::analyse(problem.network, problem.batch, problem.training.gradient, {});
    if (!result || result.value().layers.empty()) {
        return;
    }
    figures.push_back(gradient::gradientOrderFigure(result.value()));
    figures.push_back(gradient::gradientTimesFigure(
        std::make_shared<const training::gradient::NetworkResult>(std::move(result.value()))));
}

void addDataflows(const schedule::Problem& problem, Figures& figures)
{
    const auto study = std::make_shared<const adaptflow::AdaptflowStudy>(
        adaptflow::studyDataflows(problem.network, problem.batch, problem.training.adaptflow));
    if (study->selection.empty()) {
        return;
    }
    adaptflow::VolumeRows rows;
    rows.setSelection({study, &study->selection});
    figures.push_back(rows.figure());
    plot::LabelledBars totals;
    totals.setGroups(adaptflow::adaptflowTotals(*study));
    figures.push_back(totals.figure(QStringLiteral("dataflow-totals"), FiguresText::tr("Totals of the network")));
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

} // namespace tilescape::ui::figures
