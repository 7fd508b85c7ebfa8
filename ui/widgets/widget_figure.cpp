#include "ui/widgets/widget_figure.h"

#include "ui/style/palette.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::widgets {

namespace {

/// The widget as it lies on a page of this width, in pixels of its own.
struct Twin {
    std::unique_ptr<QWidget> widget;
    double scale = 1;
};

Twin twinFor(const std::function<std::unique_ptr<QWidget>()>& make, double width, double narrowest)
{
    Twin twin{make(), std::min(1.0, width / narrowest)};
    twin.widget->setPalette(style::paperPalette());
    const int wide = static_cast<int>(width / twin.scale);
    const int asked = twin.widget->hasHeightForWidth() ? twin.widget->heightForWidth(wide) : -1;
    twin.widget->resize(wide, asked > 0 ? asked : twin.widget->sizeHint().height());
    return twin;
}

} // namespace

Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>()> make, double narrowest)
{
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.heightFor = [make, narrowest](double width) {
        const Twin twin = twinFor(make, width, narrowest);
        return twin.widget->height() * twin.scale;
    };
    figure.paint = [make, narrowest](QPainter& painter, QSizeF size) {
        const Twin twin = twinFor(make, size.width(), narrowest);
        painter.save();
        painter.scale(twin.scale, twin.scale);
        twin.widget->render(&painter, {}, {}, QWidget::DrawChildren);
        painter.restore();
    };
    return figure;
}

std::unique_ptr<QWidget> withLegend(std::unique_ptr<QWidget> legend, std::unique_ptr<QWidget> widget)
{
    auto both = std::make_unique<QWidget>();
    legend->setFont(style::figureFont());
    auto* layout = new QVBoxLayout(both.get());
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(legend.release());
    layout->addWidget(widget.release());
    return both;
}

} // namespace tilescape::ui::widgets
