#include "ui/parallelism/parallelism_charts.h"

#include "ui/parallelism/parallelism_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

namespace {

constexpr double bytesPerKilobyte = 1e3;
constexpr double mostBareBytes = 1e5; ///< from which on `style::byteCount` has a prefix
constexpr double leastInKilobytes = mostBareBytes / 2;

double valueOf(const StepCost& cost, StepMeasure measure)
{
    return measure == StepMeasure::Seconds ? cost.seconds : measure == StepMeasure::Bytes ? cost.bytes : cost.joules;
}

QString termsOf(const Plan& plan, StepMeasure measure)
{
    std::vector<std::pair<QString, double>> terms;
    if (measure == StepMeasure::Bytes) {
        for (const Kind kind : allKinds) {
            terms.emplace_back(label(kind), plan.bytesByKind[kind]);
        }
    } else if (measure == StepMeasure::Seconds) {
        terms = {{ParallelismText::tr("Computation"), plan.computeSeconds}, {ParallelismText::tr("communication"), plan.communicationSeconds}};
    } else {
        terms = {{ParallelismText::tr("Computation"), plan.computeJoules}, {ParallelismText::tr("memory"), plan.memoryJoules},
                 {ParallelismText::tr("communication"), plan.communicationJoules}};
    }
    const double total = valueOf(costOf(plan), measure);
    QStringList parts;
    for (const auto& [name, value] : terms) {
        const QString text = measure == StepMeasure::Seconds ? style::seconds(value)
            : measure == StepMeasure::Bytes                  ? style::byteCount(value)
                                                             : joules(value);
        parts << ParallelismText::tr("%1 %2 (%3)").arg(name, text, style::percentOf(value, total));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

QStringList strategiesNotes(const ParallelismStudy& study, StepMeasure measure)
{
    QStringList notes;
    if (!study.plan) {
        return notes;
    }
    const double plan = valueOf(costOf(*study.plan), measure);
    for (const StrategyCost& row : study.strategies) {
        notes << ParallelismText::tr("%1 of this plan's").arg(style::percentOf(valueOf(row.cost, measure), plan));
    }
    notes << termsOf(*study.plan, measure);
    return notes;
}

plot::Chart strategiesChart(const ParallelismStudy& study, StepMeasure measure)
{
    plot::Chart chart;
    chart.kind = plot::Chart::Kind::Grouped;
    chart.valueTitle = measure == StepMeasure::Seconds ? ParallelismText::tr("Time of a step (log)")
        : measure == StepMeasure::Bytes               ? ParallelismText::tr("Communication (log)")
                                                       : ParallelismText::tr("Energy of a step (log)");
    chart.logarithmic = true;
    chart.tickText = measure == StepMeasure::Seconds ? style::seconds : measure == StepMeasure::Bytes ? style::byteCount : joules;
    chart.valueText = chart.tickText;
    plot::Chart::Series series{{}, style::categorical(0), {}};
    for (const StrategyCost& row : study.strategies) {
        chart.categories << (row.strategy == Strategy::OneWeirdTrick ? ParallelismText::tr("Trick")
                                                                     : label(row.strategy));
        series.values.push_back(valueOf(row.cost, measure));
    }
    if (study.plan) {
        chart.categories << ParallelismText::tr("This plan");
        series.values.push_back(valueOf(costOf(*study.plan), measure));
        chart.marked = static_cast<int>(chart.categories.size()) - 1;
    }
    chart.series.push_back(std::move(series));
    return chart;
}

plot::Chart communicationChart(const ParallelismStudy& study)
{
    plot::Chart chart;
    chart.valueTitle = ParallelismText::tr("Communication of a step");
    chart.categoryTitle = ParallelismText::tr("Level");
    for (const Kind kind : allKinds) {
        plot::Chart::Series series{label(kind), style::categorical(static_cast<int>(kind)), {}};
        for (std::size_t level = 0; study.plan && level < study.plan->levels.size(); ++level) {
            double sum = 0;
            for (const PerKind& parts : study.plan->bytes[level]) {
                sum += parts[kind];
            }
            series.values.push_back(sum);
        }
        chart.series.push_back(std::move(series));
    }
    for (std::size_t level = 0; level < chart.series.front().values.size(); ++level) {
        chart.categories << QStringLiteral("H%1").arg(level + 1);
    }
    chart.numberTitle = chart.categoryTitle;
    // In one unit along the axis, which ends a little above the highest bar.
    const bool isInKilobytes = chart.highest() > leastInKilobytes;
    chart.tickText = [isInKilobytes](double bytes) {
        const bool isBare = bytes >= bytesPerKilobyte && bytes < mostBareBytes;
        return isInKilobytes && isBare ? ParallelismText::tr("%1 kB").arg(style::number(bytes / bytesPerKilobyte))
                                       : style::byteCount(bytes);
    };
    return chart;
}

plot::Chart scalingChart(const ParallelismStudy& study)
{
    plot::Chart chart;
    chart.kind = plot::Chart::Kind::Lines;
    chart.valueTitle = ParallelismText::tr("Gain over one accelerator");
    chart.categoryTitle = ParallelismText::tr("Accelerators");
    chart.numberTitle = chart.categoryTitle;
    chart.namesAreNumbers = true;
    chart.tickText = [](double value) { return ParallelismText::tr("%1 ×").arg(style::number(value)); };
    plot::Chart::Series data{ParallelismText::tr("All data"), style::categorical(1), {}};
    plot::Chart::Series hypar{ParallelismText::tr("HyPar"), style::categorical(0), {}};
    for (const ScalingPoint& point : study.scaling) {
        if (point.accelerators == Count{1} << study.settings.levels) {
            chart.marked = static_cast<int>(chart.categories.size());
        }
        chart.categories << QString::number(point.accelerators);
        data.values.push_back(point.dataGain);
        hypar.values.push_back(point.hyparGain);
    }
    chart.series = {std::move(data), std::move(hypar)};
    return chart;
}

} // namespace tilescape::ui::parallelism
