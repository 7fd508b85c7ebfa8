#include "ui/explore/points_figure.h"

#include "ui/plot/figure_legend.h"
#include "ui/style/palette.h"

namespace tilescape::ui::explore {

namespace {

constexpr double figureShape = 0.62; ///< height of a figure by its width

} // namespace

void paintChart(QPainter& painter, const ChartContent& content, const QRectF& area, const QPalette& palette, const QFont& font)
{
    std::visit([&](const auto& chart) { paint(painter, chart, layOut(chart, area, font), palette, font); }, content.chart);
}

widgets::Figure pointsFigure(const QString& name, const QString& title, ChartContent content)
{
    widgets::Figure figure;
    figure.name = name;
    figure.title = title;
    figure.stretches = true;
    std::visit([](auto& chart) { chart.chosen.reset(); }, content.chart); // which point is open says nothing on paper
    if (auto* scatter = std::get_if<plot::Scatter>(&content.chart)) {
        if (plot::needsLegend(*scatter)) {
            figure.legend = plot::figureLegend(plot::scatterLegend(*scatter, style::paperPalette()), true);
        }
        scatter->hasLegend = false; // the page places it
    }
    if (const auto* axes = std::get_if<plot::ParallelAxes>(&content.chart); axes && !parallelLegend(*axes).empty()) {
        figure.legend = plot::figureLegend(parallelLegend(*axes), true);
    }
    figure.heightFor = [](double width, const QFont&) { return figureShape * width; };
    figure.paint = [content = std::move(content)](QPainter& painter, QSizeF size, const QFont& font) {
        paintChart(painter, content, QRectF({}, size), style::paperPalette(), font);
    };
    return figure;
}

} // namespace tilescape::ui::explore
