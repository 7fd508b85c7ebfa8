#include "ui/plot/figure_legend.h"

#include "ui/style/palette.h"

namespace tilescape::ui::plot {

widgets::FigureLegend figureLegend(std::vector<LegendEntry> entries, bool above)
{
    return figureLegend([entries = std::move(entries)](QSizeF, const QFont&) { return entries; }, above);
}

widgets::FigureLegend figureLegend(std::function<std::vector<LegendEntry>(QSizeF picture, const QFont& font)> entries, bool above)
{
    widgets::FigureLegend legend;
    legend.above = above;
    // Rows of no width hold one entry each.
    legend.size = [entries](QSizeF picture, double width, const QFont& font) {
        return legendInRows(entries(picture, font), width, font).size;
    };
    legend.paint = [entries](QPainter& painter, QSizeF picture, double width, const QFont& font) {
        const std::vector<LegendEntry> all = entries(picture, font);
        paintLegend(painter, all, legendInRows(all, width, font), QPointF(),
                    style::paperPalette().color(QPalette::WindowText), font);
    };
    return legend;
}

} // namespace tilescape::ui::plot
