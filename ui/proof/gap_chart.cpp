#include "ui/proof/gap_chart.h"

#include "ui/style/palette.h"

#include <QLocale>

#include <algorithm>

namespace tilescape::ui::proof {

namespace {

/// At equal distances: places on the chart's axis are equally far apart.
constexpr int mostMoments = 100;

double percentOf(double gap) { return 100 * std::max(0.0, gap - 1); }

} // namespace

plot::Chart gapChart(const std::vector<schedule::ProofProgress>& lines, double asked)
{
    plot::Chart chart;
    chart.kind = plot::Chart::Kind::Lines;
    chart.namesAreNumbers = true;
    chart.categoryTitle = ProofText::tr("Time (s)");
    chart.numberTitle = chart.categoryTitle;
    chart.valueTitle = ProofText::tr("Gap (%)");
    chart.tickText = [](double value) { return QLocale().toString(value, 'g', 4); };
    if (lines.empty() || lines.front().bound <= 0 || lines.back().seconds <= lines.front().seconds) {
        return chart;
    }
    const double step = plot::stepAbove(lines.back().seconds / mostMoments);
    plot::Chart::Series gap{ProofText::tr("Gap"), style::categorical(0), {}};
    auto line = lines.begin();
    for (int moment = 0; line + 1 != lines.end(); ++moment) {
        while (line + 1 != lines.end() && (line + 1)->seconds <= moment * step) {
            ++line;
        }
        chart.categories << QLocale().toString(moment * step, 'f', plot::decimalsFor(step));
        gap.values.push_back(percentOf(line->gap()));
    }
    std::vector<double> limit(gap.values.size(), percentOf(asked));
    chart.series = {std::move(gap), {ProofText::tr("Asked for"), style::categorical(1), std::move(limit)}};
    plot::addTextures(chart);
    return chart;
}

} // namespace tilescape::ui::proof
