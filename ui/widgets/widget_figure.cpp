#include "ui/widgets/widget_figure.h"

#include "ui/style/palette.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::widgets {

namespace {

/// The widget as it lies on a page of this width, in pixels of its own.
struct Twin {
    std::unique_ptr<QWidget> widget;
    double scale = 1;
};

Twin twinFor(const std::function<std::unique_ptr<QWidget>(const QFont& font)>& make, double width, double narrowest,
             const QFont& font)
{
    Twin twin{make(font), std::min(1.0, width / narrowest)};
    twin.widget->setPalette(style::paperPalette());
    const int wide = static_cast<int>(width / twin.scale);
    const int asked = twin.widget->hasHeightForWidth() ? twin.widget->heightForWidth(wide) : -1;
    twin.widget->resize(wide, asked > 0 ? asked : twin.widget->sizeHint().height());
    return twin;
}

} // namespace

Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>(const QFont& font)> make, double narrowest)
{
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.heightFor = [make, narrowest](double width, const QFont& font) {
        const Twin twin = twinFor(make, width, narrowest, font);
        return twin.widget->height() * twin.scale;
    };
    figure.paint = [make, narrowest](QPainter& painter, QSizeF size, const QFont& font) {
        const Twin twin = twinFor(make, size.width(), narrowest, font);
        painter.save();
        painter.scale(twin.scale, twin.scale);
        twin.widget->render(&painter, {}, {}, QWidget::DrawChildren);
        painter.restore();
    };
    return figure;
}

} // namespace tilescape::ui::widgets
