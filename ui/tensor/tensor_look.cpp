#include "ui/tensor/tensor_look.h"

#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>

namespace tilescape::ui::tensor {

namespace {

constexpr std::array<double, 3> shades{0.42, 0.24, 0.1}; ///< of the ground: brought in once, twice, more often

} // namespace

QColor ink(const TensorLook& look) { return look.palette.color(QPalette::WindowText); }

QFont boldOf(const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    return bold;
}

QColor colourOf(Tensor tensor, const QPalette& palette)
{
    const QColor colour = style::tensorColour(tensor);
    return style::isDark(palette) ? style::blend(colour, Qt::white, 0.25) : colour;
}

QColor shadeOf(Tensor tensor, Count times, const QPalette& palette)
{
    if (times == 0) {
        return style::idleFill(palette);
    }
    const double share = shades[static_cast<std::size_t>(std::min<Count>(times, 3) - 1)];
    return style::blend(colourOf(tensor, palette), palette.color(QPalette::Base), style::isDark(palette) ? 0.75 * share : share);
}

void write(QPainter& painter, const QRectF& line, const QString& text, const QFont& font, const QColor& colour)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(QPointF(line.left(), line.top() + metrics.ascent()), metrics.elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace tilescape::ui::tensor
