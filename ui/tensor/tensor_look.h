#pragma once

#include "core/support/dimensions.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

namespace tilescape::ui::tensor {

struct TensorLook {
    QPalette palette;
    QFont font;
};

QColor ink(const TensorLook& look);
QFont boldOf(const QFont& font);
/// The weights' colour is dark: on dark ground a lighter one stands for it.
QColor colourOf(Tensor tensor, const QPalette& palette);
/// Of a part that was brought in so often.
QColor shadeOf(Tensor tensor, Count times, const QPalette& palette);
/// In one line, cut where there is no room.
void write(QPainter& painter, const QRectF& line, const QString& text, const QFont& font, const QColor& colour);

} // namespace tilescape::ui::tensor
