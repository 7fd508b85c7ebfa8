#include "ui/plot/figure_legend.h"

#include "ui/style/palette.h"

namespace tilescape::ui::plot {

widgets::FigureLegend figureLegend(std::vector<LegendEntry> entries, bool above)
{
    return figureLegend([entries = std::move(entries)](double, const QFont&) { return entries; }, above);
}

widgets::FigureLegend figureLegend(std::function<std::vector<LegendEntry>(double width, const QFont& font)> entries, bool above)
{
    widgets::FigureLegend legend;
    legend.above = above;
    // Rows of no width hold one entry each.
    legend.size = [entries](double width, bool column, const QFont& font) {
        return legendInRows(entries(width, font), column ? 0 : width, font).size;
    };
    legend.paint = [entries](QPainter& painter, double width, bool column, const QFont& font) {
        const std::vector<LegendEntry> all = entries(width, font);
        paintLegend(painter, all, legendInRows(all, column ? 0 : width, font), QPointF(),
                    style::paperPalette().color(QPalette::WindowText), font);
    };
    return legend;
}

} // namespace tilescape::ui::plot
