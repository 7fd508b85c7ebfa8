#include "ui/tensor/tensor_painter.h"

#include "ui/plot/hatch.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"
#include "ui/tensor/loop_painter.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::tensor {

namespace {

constexpr double hatchFrom = 5;   ///< side of a cell, pixels
constexpr double seamFrom = 4;
constexpr double smallestBlock = 4;
constexpr double thumbnail = 34;  ///< width of the whole tensor in small
constexpr double gap = 6;

QColor lineColour(const TensorLook& look) { return style::blend(ink(look), look.palette.color(QPalette::Base), 0.55); }

/// The upper and the right face of a box over a part of its front.
void paintFaces(QPainter& painter, const QRectF& front, QPointF behind, const QColor& top, const QColor& side)
{
    painter.setBrush(top);
    painter.drawPolygon(QPolygonF({front.topLeft(), front.topRight(), front.topRight() + behind, front.topLeft() + behind}));
    painter.setBrush(side);
    painter.drawPolygon(QPolygonF({front.topRight(), front.bottomRight(), front.bottomRight() + behind, front.topRight() + behind}));
}

/// `taken`: where no number is written, since another block with its own lies there.
void paintTimes(QPainter& painter, const QRectF& cell, Count times, const QColor& fill, const TensorLook& look, const QRectF& taken = {})
{
    if (times > 1 && std::min(cell.width(), cell.height()) >= hatchFrom) {
        plot::hatch(painter, cell, style::blend(fill, style::readableOn(fill), 0.6), plot::Slant::Rising, 4);
    }
    const QString text = QStringLiteral("%1×").arg(times);
    const QFontMetricsF metrics(look.font);
    if (times > 1 && metrics.horizontalAdvance(text) + 6 <= cell.width() && metrics.height() + 2 <= cell.height()) {
        const QRectF ground(cell.center().x() - metrics.horizontalAdvance(text) / 2 - 2, cell.center().y() - metrics.height() / 2,
                            metrics.horizontalAdvance(text) + 4, metrics.height());
        if (ground.intersects(taken)) {
            return;
        }
        painter.fillRect(ground, fill);
        painter.setFont(look.font);
        painter.setPen(style::readableOn(fill));
        painter.drawText(QPointF(ground.left() + 2, ground.top() + metrics.ascent()), text);
    }
}

QRectF seen(QRectF rect)
{
    const double wider = std::max(smallestBlock - rect.width(), 0.0) / 2;
    const double higher = std::max(smallestBlock - rect.height(), 0.0) / 2;
    return rect.adjusted(-wider, -higher, wider, higher);
}

/// Cells of the front beside and beneath each other that were brought in equally often, more than once.
struct Again {
    int top = 0;
    int bottom = 0; ///< row after the last
    int left = 0;
    int right = 0;  ///< column after the last
    Count times = 0;
};

/// Rectangles of equal cells: runs of a row, with those beneath them that are alike.
std::vector<Again> equalAgain(const std::vector<Count>& times, int rows, int columns)
{
    std::vector<Again> found;
    const auto at = [&](int row, int column) { return times[static_cast<std::size_t>(row * columns + column)]; };
    for (int row = 0; row < rows; ++row) {
        for (int left = 0, right = 0; left < columns; left = right) {
            while (right < columns && at(row, right) == at(row, left)) {
                ++right;
            }
            const auto above = std::find_if(found.begin(), found.end(), [&](const Again& one) {
                return one.bottom == row && one.left == left && one.right == right && one.times == at(row, left);
            });
            if (above != found.end()) {
                ++above->bottom;
            } else if (at(row, left) > 1) {
                found.push_back({row, row + 1, left, right, at(row, left)});
            }
        }
    }
    return found;
}

void paintCell(QPainter& painter, const VolumePlace& place, int row, int column, const QColor& fill, const TensorLook& look)
{
    const QRectF cell = place.cell(row, column);
    painter.setPen(Qt::NoPen);
    if (row == 0) {
        paintFaces(painter, {cell.topLeft(), QSizeF(cell.width(), 0)}, place.behind, style::blend(fill, ink(look), 0.1), fill);
    }
    if (column + 1 == place.columns) {
        paintFaces(painter, {cell.topRight(), QSizeF(0, cell.height())}, place.behind, fill, style::blend(fill, ink(look), 0.22));
    }
    painter.fillRect(cell, fill);
    if (std::min(cell.width(), cell.height()) >= seamFrom) {
        painter.setPen(QPen(lineColour(look), 0.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell);
    }
}

/// How often each part was brought in, on the three faces that are seen.
void paintCells(QPainter& painter, const TensorContent& content, Count cycle, const VolumePlace& place, const TensorLook& look)
{
    const Tensor tensor = place.volume->tensor;
    std::vector<Count> times;
    for (int row = 0; row < place.rows; ++row) {
        for (int column = 0; column < place.columns; ++column) {
            times.push_back(timesFetched(content, cycle, tensor, place.iterationAt(content, row, column)));
            paintCell(painter, place, row, column, shadeOf(tensor, times.back(), look.palette), look);
        }
    }
    const QRectF inRegisters = seen(place.rectOf(content, content.walk->blocks().blockAt(content.walk->stepAt(cycle), Storage::Register, tensor)));
    for (const Again& again : equalAgain(times, place.rows, place.columns)) {
        const QRectF rect(place.cell(again.top, again.left).topLeft(), place.cell(again.bottom - 1, again.right - 1).bottomRight());
        paintTimes(painter, rect, again.times, shadeOf(tensor, again.times, look.palette), look, inRegisters);
    }
    painter.setPen(QPen(lineColour(look), 0.8));
    paintFaces(painter, place.front, place.behind, Qt::transparent, Qt::transparent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.front);
}

/// What the levels hold now.
void paintBlocks(QPainter& painter, const TensorContent& content, Count cycle, const VolumePlace& place, const TensorLook& look)
{
    const cost::BlockingWalk& blocks = content.walk->blocks();
    const Count step = content.walk->stepAt(cycle);
    const Tensor tensor = place.volume->tensor;
    const QRectF inRegisters = seen(place.rectOf(content, blocks.blockAt(step, Storage::Register, tensor)));
    painter.setPen(QPen(look.palette.color(QPalette::Base), 0.8));
    painter.setBrush(colourOf(tensor, look.palette));
    painter.drawRect(inRegisters);
    PerLoop<Count> first;
    for (const Loop loop : allLoops) {
        first[loop] = blocks.blockAt(step, Storage::Register, tensor)[loop].begin;
    }
    paintTimes(painter, inRegisters, timesFetched(content, cycle, tensor, first), colourOf(tensor, look.palette), look);
    if (content.walk->isKept(tensor)) {
        const QRectF inBuffer = seen(place.rectOf(content, blocks.blockAt(step, Storage::Buffer, tensor)));
        painter.setPen(QPen(ink(look), bufferPen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(inBuffer);
    }
}

/// The whole tensor in small, and what of it a tile computes.
void paintWhole(QPainter& painter, const Volume& volume, const QRectF& room, const TensorLook& look)
{
    const QPointF behind(7, -4);
    const QRectF front(room.left(), room.top() + 5, room.width() - 9, room.height() - 8);
    painter.setPen(QPen(style::mutedText(look.palette), 0.7));
    paintFaces(painter, front, behind, Qt::transparent, Qt::transparent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(front);
    const QRectF part = seen({front.topLeft(), QSizeF(front.width() * volume.partOfColumns, front.height() * volume.partOfRows)});
    painter.setPen(Qt::NoPen);
    const QColor colour = colourOf(volume.tensor, look.palette);
    paintFaces(painter, part, behind * volume.partBehind, colour, colour);
    painter.fillRect(part, colour);
}

void paintBar(QPainter& painter, const TensorContent& content, Count cycle, const VolumePlace& place, const TensorLook& look)
{
    const Tensor tensor = place.volume->tensor;
    const schedule::WordsMoved moved = content.walk->movedAt(cycle, Storage::Buffer, tensor);
    const double all = content.wordsInAll[tensor];
    painter.fillRect(place.bar, style::idleFill(look.palette));
    if (all > 0) {
        const double first = place.bar.width() * (moved.all() - moved.again) / all;
        const QRectF once(place.bar.topLeft(), QSizeF(first, place.bar.height()));
        const QRectF again(once.topRight(), QSizeF(place.bar.width() * moved.again / all, place.bar.height()));
        painter.fillRect(once, shadeOf(tensor, 1, look.palette));
        painter.fillRect(again, shadeOf(tensor, 3, look.palette));
        const QColor fill = shadeOf(tensor, 3, look.palette);
        plot::hatch(painter, again, style::blend(fill, style::readableOn(fill), 0.6), plot::Slant::Rising, 4);
    }
    painter.setPen(QPen(style::outline(look.palette), 0.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.bar);
}

/// "i" beside the rows, "o" beneath the columns.
void paintLetters(QPainter& painter, const VolumePlace& place, const TensorLook& look)
{
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(style::mutedText(look.palette));
    if (place.volume->rows) {
        painter.drawText(QPointF(place.front.left() - metrics.horizontalAdvance(QLatin1Char('o')) - 4, place.front.center().y() + metrics.ascent() / 2),
                         loopLetter(*place.volume->rows));
    }
    if (place.volume->columns) {
        painter.drawText(QPointF(place.front.center().x(), place.front.bottom() + 2 + metrics.ascent()), loopLetter(*place.volume->columns));
    }
}

void paintVolume(QPainter& painter, const TensorContent& content, Count cycle, const VolumePlace& place, const TensorLook& look)
{
    const Volume& volume = *place.volume;
    const double line = QFontMetricsF(look.font).lineSpacing();
    const bool parts = content.walk->tiles() > 1;
    const double room = place.head.width() - (parts ? thumbnail + gap : 0);
    write(painter, {place.head.topLeft(), QSizeF(room, line)}, volume.label, boldOf(look.font), ink(look));
    const bool wide = QFontMetricsF(look.font).horizontalAdvance(volume.extent) <= room;
    write(painter, {place.head.left(), place.head.top() + line, room, line}, wide ? volume.extent : volume.shortExtent, look.font,
          style::mutedText(look.palette));
    if (parts) {
        paintWhole(painter, volume, {place.head.right() - thumbnail, place.head.top(), thumbnail, place.head.height()}, look);
    }
    paintCells(painter, content, cycle, place, look);
    paintBlocks(painter, content, cycle, place, look);
    paintLetters(painter, place, look);
    const Arrival arrival = arrivalAt(content, cycle, volume.tensor);
    write(painter, place.arrival, arrivalText(content, cycle, volume.tensor), arrival == Arrival::Stays ? look.font : boldOf(look.font),
          arrival == Arrival::Again ? style::warningColour(look.palette) : arrival == Arrival::First ? ink(look) : style::mutedText(look.palette));
    paintBar(painter, content, cycle, place, look);
    double top = place.counts.top();
    for (const QString& text : plot::wrapped(countText(content, cycle, volume.tensor), place.counts.width(), QFontMetricsF(look.font))) {
        write(painter, {place.counts.left(), top, place.counts.width(), line}, text, look.font, ink(look));
        top += line;
    }
}

} // namespace

void paintTensors(QPainter& painter, const TensorContent& content, Count cycle, const TensorLayout& layout, const TensorLook& look)
{
    paintLoops(painter, content, cycle, layout, look);
    for (const VolumePlace& place : layout.places) {
        if (place.isThere()) {
            paintVolume(painter, content, cycle, place, look);
        }
    }
}

} // namespace tilescape::ui::tensor
