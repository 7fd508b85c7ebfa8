#pragma once

#include <QRectF>
#include <QSizeF>

#include <functional>

class QPainter;

namespace tilescape::ui::widgets {

/// The smallest rectangle around all text that `paint` writes on a page of this size in pixels, clipped or not; nothing is drawn.
QRectF textExtent(QSizeF page, const std::function<void(QPainter&)>& paint);

} // namespace tilescape::ui::widgets
