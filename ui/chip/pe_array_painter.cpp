#include "ui/chip/chip_painter.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr double largestCell = 12;
constexpr double gridCell = 4; ///< below this side, single PEs are not drawn

QString tr(const char* text) { return QCoreApplication::translate("ChipView", text); }

/// One copy of the set as it lies on the array. A set whose folds share the height is wider than the array and lies on
/// it in several strips, one below the other.
Extent copyExtent(const dataflow::ArrayMapping& mapping, Extent array)
{
    const Count strips = ceilDivide(mapping.foldedSet.width, std::max<Count>(array.width, 1));
    return {mapping.foldedSet.height * strips, ceilDivide(mapping.foldedSet.width, strips)};
}

void paintGrid(QPainter& painter, Extent array, double cell, QPointF origin, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    for (Count row = 0; row <= array.height; ++row) {
        const double y = origin.y() + static_cast<double>(row) * cell;
        painter.drawLine(QPointF(origin.x(), y), QPointF(origin.x() + static_cast<double>(array.width) * cell, y));
    }
    for (Count column = 0; column <= array.width; ++column) {
        const double x = origin.x() + static_cast<double>(column) * cell;
        painter.drawLine(QPointF(x, origin.y()), QPointF(x, origin.y() + static_cast<double>(array.height) * cell));
    }
}

void paintCopies(QPainter& painter, const ChipContent& content, double cell, QPointF origin, const QRectF& array)
{
    const Extent copy = copyExtent(content.mapping, content.peArray);
    painter.setPen(Qt::NoPen);
    int number = 0;
    for (Count row = 0; row < content.mapping.replication.height; ++row) {
        for (Count column = 0; column < content.mapping.replication.width; ++column) {
            const QRectF rect(origin.x() + static_cast<double>(column * copy.width) * cell,
                              origin.y() + static_cast<double>(row * copy.height) * cell,
                              static_cast<double>(copy.width) * cell, static_cast<double>(copy.height) * cell);
            painter.setBrush(style::categorical(number++));
            painter.drawRect(rect.intersected(array));
        }
    }
}

QStringList mappingLines(const ChipContent& content)
{
    const auto extent = [](Extent e) { return QStringLiteral("%1 × %2").arg(e.height).arg(e.width); };
    const dataflow::ArrayMapping& mapping = content.mapping;
    return {tr("PE array %1").arg(extent(content.peArray)), tr("Logical set %1").arg(extent(mapping.logicalSet)),
            tr("Fold %1, copies %2").arg(extent(mapping.fold), extent(mapping.replication)),
            tr("PEs busy %1").arg(style::percent(mapping.utilization))};
}

} // namespace

void paintPeArray(QPainter& painter, const ChipContent& content, const QPalette& palette, const QRectF& area)
{
    const auto height = static_cast<double>(content.peArray.height);
    const auto width = static_cast<double>(content.peArray.width);
    const double cell = std::min({largestCell, area.height() / height, area.width() * 0.5 / width});
    const QPointF origin = area.topLeft();
    const QRectF array(origin, QSizeF(width * cell, height * cell));

    painter.setPen(Qt::NoPen);
    painter.setBrush(style::idleFill(palette));
    painter.drawRect(array);
    if (content.hasLayer) {
        paintCopies(painter, content, cell, origin, array);
    }
    if (cell >= gridCell) {
        paintGrid(painter, content.peArray, cell, origin, palette.color(QPalette::Base));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style::outline(palette), 1));
    painter.drawRect(array);

    painter.setPen(palette.color(QPalette::WindowText));
    const QRectF text = area.adjusted(array.width() + 12, 0, 0, 0);
    const QStringList lines = content.hasLayer ? mappingLines(content) : mappingLines(content).mid(0, 1);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, lines.join(QLatin1Char('\n')));
}

} // namespace tilescape::ui::chip
