#include "ui/training/widget_figure.h"

#include "ui/style/palette.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::training {

namespace {

double scaleFor(double width, QSize whole) { return std::min(1.0, width / whole.width()); }

} // namespace

widgets::Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>()> make)
{
    const QSize whole = make()->sizeHint();
    widgets::Figure figure;
    figure.name = name;
    figure.title = title;
    figure.heightFor = [whole](double width) { return whole.height() * scaleFor(width, whole); };
    figure.paint = [make = std::move(make), whole](QPainter& painter, QSizeF size) {
        const std::unique_ptr<QWidget> twin = make();
        twin->setPalette(style::paperPalette());
        const double scale = scaleFor(size.width(), whole);
        twin->resize((size / scale).toSize());
        painter.save();
        painter.scale(scale, scale);
        twin->render(&painter, {}, {}, QWidget::DrawChildren);
        painter.restore();
    };
    return figure;
}

std::unique_ptr<QWidget> withLegend(QLabel* legend, std::unique_ptr<QWidget> widget)
{
    auto both = std::make_unique<QWidget>();
    legend->setFont(style::figureFont());
    auto* layout = new QVBoxLayout(both.get());
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(legend);
    layout->addWidget(widget.release());
    return both;
}

} // namespace tilescape::ui::training
