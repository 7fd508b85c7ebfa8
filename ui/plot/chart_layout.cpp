#include "ui/plot/chart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double layoutGap = 5;            ///< pixels between texts and lines
constexpr double tickRoom = 1.9;     ///< heights of a line from one tick to the next
constexpr double narrowLegend = 0.2; ///< share of the width that a legend beside the plot may always take
constexpr double wideLegend = 0.3;   ///< and where there is no room above
constexpr double highLegend = 0.3;   ///< share of the height that one above may take
constexpr double highNames = 0.45;   ///< share of the height that names may take
constexpr double lowestPlot = 5;     ///< heights of a line, before a title beneath is left out
constexpr double figureShape = 0.42; ///< height over width of a figure's plot
constexpr double lowestFigure = 110; ///< pixels
constexpr double highestFigure = 260;
constexpr double ample = 1000;       ///< pixels: room for the longest names and legends

std::vector<long> numbersOf(const Chart& chart)
{
    std::vector<long> numbers = chart.numbers;
    for (long i = static_cast<long>(numbers.size()); i < chart.categories.size(); ++i) {
        numbers.push_back(i + 1);
    }
    return numbers;
}

Ticks ticksFor(const Chart& chart, double length, double line)
{
    const double room = tickRoom * line;
    if (chart.logarithmic) {
        double lowest = chart.highest();
        for (const Chart::Series& series : chart.series) {
            for (const double value : series.values) {
                lowest = value > 0 ? std::min(lowest, value) : lowest;
            }
        }
        return lowest > 0 ? logarithmicTicks(lowest, chart.highest(), length, room, chart.tickText)
                          : linearTicks(0, length, room, chart.tickText);
    }
    const double highest = chart.cap ? std::min(*chart.cap, chart.highest()) : chart.highest();
    Ticks ticks = linearTicks(highest, length, room, chart.tickText);
    if (chart.exactEnd && highest > 0) {
        ticks.most = highest;
    }
    return ticks;
}

double widest(const Ticks& ticks, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const QString& text : ticks.texts) {
        width = std::max(width, metrics.horizontalAdvance(text));
    }
    return width;
}

/// Beside the plot where that leaves it most of the width, else above it, else nowhere.
void placeLegend(ChartLayout& layout, const Chart& chart, const QFont& font, QRectF& inner)
{
    if (chart.series.size() < 2 || !chart.hasLegend) {
        return;
    }
    const std::vector<LegendEntry> entries = chartLegend(chart);
    const LegendLayout column = legendInColumn(entries, inner.height(), font);
    const LegendLayout rows = legendInRows(entries, inner.width(), font);
    const auto beside = [&](double share) { return !column.isEmpty() && column.size.width() + 2 * layoutGap <= share * inner.width(); };
    const bool above = rows.size.height() <= highLegend * inner.height() && rows.size.width() <= inner.width();
    if (beside(narrowLegend) || (!above && beside(wideLegend))) {
        layout.legend = column;
        inner.setRight(inner.right() - column.size.width() - 2 * layoutGap);
        layout.legendOrigin = QPointF(inner.right() + 2 * layoutGap, inner.top());
    } else if (above) {
        layout.legend = rows;
        layout.legendOrigin = inner.topLeft();
        inner.setTop(inner.top() + rows.size.height() + 2);
    }
}

double weightOf(const Chart& chart)
{
    return static_cast<double>(std::max<qsizetype>(chart.categories.size(), 1)) - 1 + chart.firstWidth;
}

} // namespace

std::vector<LegendEntry> chartLegend(const Chart& chart)
{
    std::vector<LegendEntry> entries;
    for (const Chart::Series& series : chart.series) {
        const bool line = chart.kind == Chart::Kind::Lines;
        entries.push_back(line ? lineSample(series.name, QPen(series.colour, 2, lineStyleOf(series.texture)))
                               : textured(series.name, series.colour, series.texture));
    }
    if (!chart.twins.empty()) {
        entries.push_back(twinSign(chart.twinName, chart.series.front().colour));
    }
    return entries;
}

void addTextures(Chart& chart)
{
    std::vector<QColor> colours;
    for (const Chart::Series& series : chart.series) {
        colours.push_back(series.colour);
    }
    const std::vector<Texture> textures = texturesFor(colours);
    for (std::size_t i = 0; i < textures.size(); ++i) {
        chart.series[i].texture = textures[i];
    }
}

double Chart::height(std::size_t category) const
{
    double height = 0;
    for (const Series& one : series) {
        height = kind == Kind::Stacked ? height + one.values[category] : std::max(height, one.values[category]);
    }
    return height;
}

double Chart::twinHeight(std::size_t category) const
{
    double height = 0;
    for (const std::vector<double>& values : twins) {
        height += values[category];
    }
    return height;
}

double Chart::highest() const
{
    double most = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(categories.size()); ++i) {
        most = std::max({most, height(i), twinHeight(i)});
    }
    return most;
}

QRectF ChartLayout::column(const Chart& chart, std::size_t category) const
{
    const double before = category == 0 ? 0 : chart.firstWidth + static_cast<double>(category) - 1;
    return {plot.left() + before * perCategory, plot.top(), (category == 0 ? chart.firstWidth : 1) * perCategory, plot.height()};
}

std::optional<std::size_t> ChartLayout::categoryAt(const Chart& chart, double x) const
{
    const double place = (x - plot.left()) / std::max(perCategory, 1e-9);
    const double category = place < chart.firstWidth ? std::floor(place / chart.firstWidth) : std::floor(place - chart.firstWidth) + 1;
    return category >= 0 && category < static_cast<double>(chart.categories.size())
        ? std::optional(static_cast<std::size_t>(category)) : std::nullopt;
}

ChartLayout layOut(const Chart& chart, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    ChartLayout layout;
    layout.area = area;
    layout.line = metrics.height();
    QRectF inner = area;
    placeLegend(layout, chart, font, inner);
    // The title lies flat above the axis, where it has room however low the chart is; the highest tick's number needs
    // half a line without one.
    inner.setTop(inner.top() + (chart.valueTitle.isEmpty() ? layout.line / 2 : 1.5 * layout.line));
    inner.setTop(inner.top() + (chart.valueText ? layout.line : 0));
    inner.setRight(inner.right() - 2 * layoutGap);
    const std::vector<long> numbers = numbersOf(chart);
    double left = 0;
    double beneath = layout.line + layoutGap;
    // The names' room depends on the ticks' width, that on the height of the plot, and that on the names.
    for (int round = 0; round < 3; ++round) {
        layout.ticks = ticksFor(chart, inner.height() - beneath, layout.line);
        left = std::max(left, widest(layout.ticks, metrics) + layoutGap);
        layout.plot = QRectF(inner.left() + left, inner.top(), inner.width() - left, inner.height());
        layout.perCategory = layout.plot.width() / weightOf(chart);
        const double tallest = std::min(highNames * area.height(), inner.height() - layoutGap - 2 * layout.line);
        layout.names = layOutNames(chart.categories, numbers, layout.perCategory, tallest, metrics);
        if (chart.namesAreNumbers && layout.names.form != NameForm::Flat) {
            layout.names = thinnedNames(chart.categories, layout.perCategory, tallest, metrics);
        }
        const double names = layout.names.form == NameForm::None ? layout.line / 2 : layout.names.height + layoutGap;
        const QString& title = layout.names.form == NameForm::Numbers ? chart.numberTitle : chart.categoryTitle;
        layout.showsCategoryTitle = !title.isEmpty() && layout.names.form != NameForm::None
            && inner.height() - names - layout.line >= lowestPlot * layout.line;
        beneath = names + (layout.showsCategoryTitle ? layout.line + 2 : 0);
    }
    layout.plot.setBottom(std::max(inner.bottom() - beneath, layout.plot.top() + 1));
    layout.ticks = ticksFor(chart, layout.plot.height(), layout.line);
    return layout;
}

double naturalHeight(const Chart& chart, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double plot = std::clamp(figureShape * width, lowestFigure, highestFigure);
    // Names may take `highNames` of the whole: a plot that is too low for its names would lose them.
    const ChartLayout layout = layOut(chart, QRectF(0, 0, width, ample), font);
    const double beneath = ample - layout.plot.bottom();
    const double names = layout.names.form == NameForm::Upright ? layout.names.height : 0;
    const double whole = layout.plot.top() + plot + beneath;
    const double beside = layout.legend.size.height();
    return std::ceil(std::max({whole, names / highNames + 1, layout.legendOrigin.x() > 0 ? beside : 0}));
}

} // namespace tilescape::ui::plot
