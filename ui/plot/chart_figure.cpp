#include "ui/plot/chart_figure.h"

#include "ui/style/palette.h"

namespace tilescape::ui::plot {

widgets::Figure chartFigure(const QString& name, const QString& title, Chart chart)
{
    widgets::Figure figure;
    figure.name = name;
    figure.title = title;
    figure.heightFor = [chart](double width) { return naturalHeight(chart, width, style::figureFont()); };
    figure.paint = [chart](QPainter& painter, QSizeF size) {
        const QFont font = style::figureFont();
        paint(painter, chart, layOut(chart, QRectF(QPointF(), size), font), style::paperPalette(), font);
    };
    return figure;
}

} // namespace tilescape::ui::plot
