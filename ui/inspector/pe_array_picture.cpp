#include "ui/inspector/pe_array_picture.h"

#include "ui/style/palette.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::inspector {

namespace {

constexpr double largestCell = 9;
constexpr double largestHeight = 96;
constexpr double gridCell = 4; ///< below this side, single PEs are not drawn
constexpr double otherShade = 0.4;

/// One copy of the set as it lies on the array. A set whose folds share the height is wider than the array and lies on
/// it in several strips, one below the other.
Extent copyExtent(const dataflow::ArrayMapping& mapping, Extent array)
{
    const Count strips = ceilDivide(mapping.foldedSet.width, std::max<Count>(array.width, 1));
    return {mapping.foldedSet.height * strips, ceilDivide(mapping.foldedSet.width, strips)};
}

void paintGrid(QPainter& painter, Extent array, double cell, const QRectF& area, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    for (Count row = 0; row <= array.height; ++row) {
        const double y = area.top() + static_cast<double>(row) * cell;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    for (Count column = 0; column <= array.width; ++column) {
        const double x = area.left() + static_cast<double>(column) * cell;
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

} // namespace

PeArrayPicture::PeArrayPicture(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("PE array of one tile"));
}

void PeArrayPicture::setMapping(Extent array, const dataflow::ArrayMapping& mapping, const QColor& colour)
{
    m_array = array;
    m_mapping = mapping;
    m_colour = colour;
    const QString text = tr("%1 × %2 PEs; %3 × %4 copies of the logical set, two shades in turn; grey: idle")
                             .arg(array.height).arg(array.width).arg(mapping.replication.height).arg(mapping.replication.width);
    setToolTip(text);
    setAccessibleDescription(text);
    updateGeometry();
    update();
}

QSize PeArrayPicture::sizeHint() const
{
    const double height = std::min(largestHeight, largestCell * static_cast<double>(m_array.height));
    return {120, static_cast<int>(height) + 2};
}

void PeArrayPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto rows = static_cast<double>(m_array.height);
    const auto columns = static_cast<double>(m_array.width);
    const double cell = std::min({largestCell, (height() - 2) / rows, (width() - 2) / columns});
    const QRectF area(1, 1, columns * cell, rows * cell);
    painter.setPen(Qt::NoPen);
    painter.fillRect(area, style::idleFill(palette()));
    const Extent copy = copyExtent(m_mapping, m_array);
    for (Count row = 0; row < m_mapping.replication.height; ++row) {
        for (Count column = 0; column < m_mapping.replication.width; ++column) {
            const QRectF rect(area.left() + static_cast<double>(column * copy.width) * cell,
                              area.top() + static_cast<double>(row * copy.height) * cell,
                              static_cast<double>(copy.width) * cell, static_cast<double>(copy.height) * cell);
            const double pale = (row + column) % 2 == 0 ? 0 : otherShade;
            painter.fillRect(rect.intersected(area), style::blend(m_colour, palette().color(QPalette::Base), pale));
        }
    }
    if (cell >= gridCell) {
        paintGrid(painter, m_array, cell, area, palette().color(QPalette::Base));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style::outline(palette()), 1));
    painter.drawRect(area);
}

} // namespace tilescape::ui::inspector
