#include "ui/figures/figure_registry.h"

#include "core/io/library.h"
#include "core/io/project_json.h"
#include "ui/adaptflow/adaptflow_totals.h"
#include "ui/adaptflow/interconnect_picture.h"
#include "ui/adaptflow/volume_rows.h"
#include "ui/analysis/roofline_chart.h"
#include "ui/chip/chip_figure.h"
#include "ui/directives/directives_figure.h"
#include "ui/energy/energy_chart.h"
#include "ui/figures/figures_text.h"
#include "ui/figures/result_figure.h"
#include "ui/gradient/gradient_bars.h"
#include "ui/gradient/gradient_order_figure.h"
#include "ui/inspector/loop_nest_figure.h"
#include "ui/network/network_view.h"
#include "ui/parallelism/parallelism_charts.h"
#include "ui/parallelism/parallelism_map_figure.h"
#include "ui/parallelism/topology_picture.h"
#include "ui/pe_array/pe_array_painter.h"
#include "ui/plot/chart_figure.h"
#include "ui/plot/labelled_bars.h"
#include "ui/program/program_figure.h"
#include "ui/tensor/tensor_figure.h"
#include "ui/timeline/timeline_view.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace tilescape::ui::figures {

namespace {

using Figure = widgets::Figure;
using MadeFigure = support::Result<Figure>;

/// What `makeFigure` says where there is nothing to draw, once it has the name.
support::Diagnostic nothing(const std::string& problem, const std::string& remedy)
{
    support::Diagnostic diagnostic;
    diagnostic.problem = problem;
    diagnostic.remedy = remedy;
    return diagnostic;
}

MadeFigure networkOf(const FigureSource& source)
{
    if (source.problem().network.layers.empty()) {
        return nothing("the network has no layers", "give a network that has");
    }
    return network::networkFigure(source.schedule());
}

MadeFigure chipOf(const FigureSource& source)
{
    return chip::chipFigure(chip::chipContent(*source.schedule(), *source.layer()));
}

MadeFigure loadOf(const FigureSource& source)
{
    const chip::ChipContent content = chip::chipContent(*source.schedule(), *source.layer());
    auto load = chip::nocLoad(*source.schedule(), content.segment);
    if (!load || load->busiest == 0) {
        return nothing("in the layer's segment nothing goes over the links of the chip", "choose another layer");
    }
    return chip::chipFigure(content, std::move(load));
}

MadeFigure timelineOf(const FigureSource& source)
{
    const timeline::TimelineContent times = timeline::timelineContent(*source.schedule(), false);
    return timeline::timelineFigure(times, 0, times.end());
}

MadeFigure handedOnOf(const FigureSource& source)
{
    const timeline::TimelineContent times = timeline::timelineContent(*source.schedule(), true);
    return timeline::timelineFigure(times, 0, times.end());
}

MadeFigure energyBarsOf(const FigureSource& source, energy::EnergyMeasure measure)
{
    const auto& baseline = source.baseline();
    return baseline ? energy::energyFigure(*source.schedule(), measure, *baseline->schedule, baseline->name)
                    : energy::energyFigure(*source.schedule(), measure);
}

MadeFigure energyOf(const FigureSource& source) { return energyBarsOf(source, energy::EnergyMeasure::Energy); }

MadeFigure sharesOf(const FigureSource& source) { return energyBarsOf(source, energy::EnergyMeasure::Share); }

MadeFigure rooflineOf(const FigureSource& source)
{
    return analysis::rooflineFigure(tilescape::explore::rooflineOf(*source.schedule()));
}

MadeFigure peArrayOf(const FigureSource& source)
{
    const pe_array::PeArrayContent content = pe_array::peArrayContent(*source.schedule(), *source.layer());
    const schedule::LayerWalk walk(source.problem(), *source.layer());
    const pe_array::PeArrayMoment moment = source.cycle() ? pe_array::momentAt(content, walk, *source.cycle())
                                                          : pe_array::PeArrayMoment{0, content.pass->cycles() / 2};
    return pe_array::peArrayFigure(content, moment, pe_array::Shown::InputRows);
}

MadeFigure programOf(const FigureSource& source)
{
    return program::programFigure(source.schedule(), source.layer()->layer);
}

MadeFigure tensorsOf(const FigureSource& source)
{
    const auto walk = std::make_shared<const schedule::LayerWalk>(source.problem(), *source.layer());
    return tensor::tensorFigure(tensor::tensorContent(source.problem(), *source.layer(), walk), source.cycle().value_or(walk->cycles() / 2));
}

MadeFigure loopNestOf(const FigureSource& source)
{
    return inspector::loopNestFigure(source.problem(), *source.layer());
}

MadeFigure directivesOf(const FigureSource& source)
{
    return directives::directivesFigure(*source.schedule(), source.layer()->layer);
}

MadeFigure chartOf(plot::Chart chart)
{
    const QString title = chart.valueTitle;
    return plot::chartFigure({}, title, std::move(chart));
}

MadeFigure mapOf(const FigureSource& source) { return parallelism::parallelismFigure(source.parallelism()); }

MadeFigure strategiesOf(const FigureSource& source)
{
    return chartOf(parallelism::strategiesChart(*source.parallelism(), parallelism::StepMeasure::Seconds));
}

MadeFigure communicationOf(const FigureSource& source)
{
    return chartOf(parallelism::communicationChart(*source.parallelism()));
}

MadeFigure scalingOf(const FigureSource& source) { return chartOf(parallelism::scalingChart(*source.parallelism())); }

MadeFigure arrayOf(const FigureSource& source)
{
    parallelism::TopologyPicture array;
    array.setStudy(source.parallelism());
    return array.figure();
}

MadeFigure orderOf(const FigureSource& source) { return gradient::gradientOrderFigure(*source.gradient()); }

MadeFigure orderTimesOf(const FigureSource& source) { return gradient::gradientTimesFigure(source.gradient()); }

MadeFigure volumesOf(const FigureSource& source)
{
    const auto study = source.dataflows();
    adaptflow::VolumeRows rows;
    rows.setSelection({study, &study->selection});
    return rows.figure();
}

MadeFigure totalsOf(const FigureSource& source)
{
    plot::LabelledBars totals;
    totals.setGroups(adaptflow::adaptflowTotals(*source.dataflows()));
    return totals.figure({}, FiguresText::tr("Totals of the network"));
}

MadeFigure interconnectOf(const FigureSource& source)
{
    const auto& selection = source.dataflows()->selection;
    const auto own = std::find_if(selection.begin(), selection.end(),
                                  [&](const auto& choice) { return source.layer() && choice.layer == source.layer()->layer; });
    adaptflow::InterconnectPicture picture;
    picture.show((own == selection.end() ? selection.front() : *own).choice, Tensor::Input);
    return picture.figure();
}

constexpr std::array<FigureKind, 23> kinds{{
    {"network", QT_TRANSLATE_NOOP("FiguresText", "Network"), Subject::Network, networkOf},
    {"chip", QT_TRANSLATE_NOOP("FiguresText", "Chip"), Subject::Schedule, chipOf},
    {"noc-load", QT_TRANSLATE_NOOP("FiguresText", "Load of the links"), Subject::Schedule, loadOf},
    {"timeline", QT_TRANSLATE_NOOP("FiguresText", "Timeline"), Subject::Schedule, timelineOf},
    {"timeline-without-allo", QT_TRANSLATE_NOOP("FiguresText", "Timeline with and without ALLO"), Subject::Schedule, handedOnOf},
    {"energy", QT_TRANSLATE_NOOP("FiguresText", "Energy"), Subject::Schedule, energyOf},
    {"energy-shares", QT_TRANSLATE_NOOP("FiguresText", "Shares of the energy"), Subject::Schedule, sharesOf},
    {"roofline", QT_TRANSLATE_NOOP("FiguresText", "Roofline"), Subject::Schedule, rooflineOf},
    {"pe-array", QT_TRANSLATE_NOOP("FiguresText", "PE array of a tile"), Subject::Schedule, peArrayOf},
    {"program", QT_TRANSLATE_NOOP("FiguresText", "Program at work"), Subject::Schedule, programOf},
    {"tensors", QT_TRANSLATE_NOOP("FiguresText", "Tensors in the memories of a tile"), Subject::Schedule, tensorsOf},
    {"loop-nest", QT_TRANSLATE_NOOP("FiguresText", "Loop nest of a layer"), Subject::Schedule, loopNestOf},
    {"directives", QT_TRANSLATE_NOOP("FiguresText", "Directives of a layer"), Subject::Schedule, directivesOf},
    {"parallelism", QT_TRANSLATE_NOOP("FiguresText", "Parallelism: map"), Subject::Parallelism, mapOf},
    {"parallelism-strategies", QT_TRANSLATE_NOOP("FiguresText", "Parallelism: strategies"), Subject::Parallelism, strategiesOf},
    {"parallelism-communication", QT_TRANSLATE_NOOP("FiguresText", "Parallelism: communication"), Subject::Parallelism, communicationOf},
    {"parallelism-scaling", QT_TRANSLATE_NOOP("FiguresText", "Parallelism: scaling"), Subject::Parallelism, scalingOf},
    {"array", QT_TRANSLATE_NOOP("FiguresText", "Array of accelerators"), Subject::Parallelism, arrayOf},
    {"gradient-order", QT_TRANSLATE_NOOP("FiguresText", "Gradient order: tiles"), Subject::Gradient, orderOf},
    {"gradient-times", QT_TRANSLATE_NOOP("FiguresText", "Gradient order: times"), Subject::Gradient, orderTimesOf},
    {"dataflow-volumes", QT_TRANSLATE_NOOP("FiguresText", "Dataflow choice: volumes"), Subject::Dataflows, volumesOf},
    {"dataflow-totals", QT_TRANSLATE_NOOP("FiguresText", "Dataflow choice: totals"), Subject::Dataflows, totalsOf},
    {"interconnect", QT_TRANSLATE_NOOP("FiguresText", "Dataflow choice: interconnect"), Subject::Dataflows, interconnectOf},
}};

/// The problem in a line, for the metadata of the files.
QString problemText(const schedule::Problem& problem)
{
    return FiguresText::tr("%1 on %2, batch %3, made by Tilescape")
        .arg(QString::fromStdString(problem.network.name), QString::fromStdString(io::titleOf(problem.hardware)),
             QString::number(problem.batch));
}

/// Whether the source has what figures of this subject show.
bool has(const FigureSource& source, Subject subject)
{
    switch (subject) {
    case Subject::Network: return true;
    case Subject::Schedule: return source.layer() != nullptr;
    case Subject::Parallelism: return source.parallelism() != nullptr;
    case Subject::Gradient: return source.gradient() != nullptr;
    case Subject::Dataflows: break;
    }
    return source.dataflows() != nullptr;
}

support::Diagnostic fault(const QString& name, const std::string& problem, const std::string& remedy)
{
    support::Diagnostic diagnostic = nothing(problem, remedy);
    diagnostic.file = name.toStdString();
    return diagnostic;
}

} // namespace

std::span<const FigureKind> figureKinds() { return kinds; }

QString labelOf(const FigureKind& kind) { return FiguresText::tr(kind.label); }

bool isAbout(const FigureKind& kind, const schedule::Problem& problem)
{
    const tilescape::training::Settings usual;
    const tilescape::training::Settings& asked = problem.training;
    switch (kind.subject) {
    case Subject::Network:
    case Subject::Schedule: return true;
    case Subject::Parallelism: return !(asked.parallelism == usual.parallelism);
    case Subject::Gradient: return !(asked.gradient == usual.gradient);
    case Subject::Dataflows: break;
    }
    return !(asked.adaptflow == usual.adaptflow);
}

support::Result<widgets::Figure> makeFigure(const FigureKind& kind, const FigureSource& source)
{
    const QString name = QLatin1String(kind.name);
    if (!has(source, kind.subject)) {
        return fault(name, kind.subject == Subject::Schedule ? "there is no schedule of the problem to draw" : "the network has no layers that this figure is about",
                     "give a problem that has");
    }
    MadeFigure figure = kind.make(source);
    if (!figure) {
        support::Diagnostics why = figure.faults();
        for (support::Diagnostic& each : why) {
            each.file = name.toStdString();
        }
        return why;
    }
    figure.value().name = name;
    figure.value().description = problemText(source.problem());
    figure.value().project = QByteArray::fromStdString(io::writeProject(source.asked()));
    return figure;
}

support::Result<widgets::Figure> makeFigure(const QString& name, const FigureSource& source)
{
    QStringList known;
    for (const FigureKind& kind : kinds) {
        if (name == QLatin1String(kind.name)) {
            return makeFigure(kind, source);
        }
        known << QLatin1String(kind.name);
    }
    for (const ResultFigureKind& kind : resultFigureKinds()) {
        known << QLatin1String(kind.name);
    }
    return fault(name, "there is no such figure", "use one of " + known.join(QStringLiteral(", ")).toStdString());
}

} // namespace tilescape::ui::figures
