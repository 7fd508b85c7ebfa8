#include "ui/plot/chart_figure.h"

#include "ui/plot/figure_legend.h"
#include "ui/style/palette.h"

#include <algorithm>

namespace tilescape::ui::plot {

widgets::Figure chartFigure(const QString& name, const QString& title, Chart chart)
{
    widgets::Figure figure;
    figure.name = name;
    figure.title = title;
    const bool plain = std::all_of(chart.series.begin(), chart.series.end(), [](const Chart::Series& series) { return series.texture == Texture::Plain; });
    if (plain) { // else they were chosen
        addTextures(chart);
    }
    if (chart.series.size() > 1 && chart.hasLegend) {
        figure.legend = figureLegend(chartLegend(chart), true);
    }
    chart.hasLegend = false; // the page places it
    figure.stretches = true;
    figure.heightFor = [chart](double width, const QFont& font) { return naturalHeight(chart, width, font); };
    figure.paint = [chart](QPainter& painter, QSizeF size, const QFont& font) {
        paint(painter, chart, layOut(chart, QRectF(QPointF(), size), font), style::paperPalette(), font);
    };
    return figure;
}

} // namespace tilescape::ui::plot
