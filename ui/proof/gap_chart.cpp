#include "ui/proof/gap_chart.h"

#include "ui/style/palette.h"

#include <QLocale>

#include <algorithm>

namespace tilescape::ui::proof {

namespace {

/// Moments at equal distances: the axis is one of named places, so that these are what makes it one of time.
constexpr int moments = 61;

double percentOf(double gap) { return 100 * std::max(0.0, gap - 1); }

} // namespace

plot::Chart gapChart(const std::vector<schedule::ProofProgress>& lines, double asked)
{
    plot::Chart chart;
    chart.kind = plot::Chart::Kind::Lines;
    chart.namesAreNumbers = true;
    chart.categoryTitle = ProofText::tr("Time (s)");
    chart.valueTitle = ProofText::tr("Gap (%)");
    chart.tickText = [](double value) { return QLocale().toString(value, 'g', 4); };
    if (lines.empty() || lines.front().bound <= 0 || lines.back().seconds <= lines.front().seconds) {
        return chart;
    }
    const double begin = lines.front().seconds;
    const double length = lines.back().seconds - begin;
    const int decimals = length < moments / 10.0 ? 2 : length < moments ? 1 : 0;
    plot::Chart::Series gap{ProofText::tr("Gap"), style::categorical(0), {}};
    auto line = lines.begin();
    for (int moment = 0; moment < moments; ++moment) {
        // The last one is that of the last line, whatever rounding makes of the product.
        const double seconds = moment + 1 < moments ? begin + length * moment / (moments - 1) : lines.back().seconds;
        while (line + 1 != lines.end() && (line + 1)->seconds <= seconds) {
            ++line;
        }
        chart.categories << QLocale().toString(seconds, 'f', decimals);
        gap.values.push_back(percentOf(line->gap()));
    }
    chart.series = {std::move(gap),
                    {ProofText::tr("Asked for"), style::categorical(1), std::vector<double>(moments, percentOf(asked))}};
    plot::addTextures(chart);
    return chart;
}

} // namespace tilescape::ui::proof
