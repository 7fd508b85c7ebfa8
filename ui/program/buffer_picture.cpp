#include "ui/program/buffer_picture.h"

#include "ui/plot/hatch.h"
#include "ui/program/program_text.h"
#include "ui/program/step_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

constexpr double rowShare = 1.7;      ///< of a line of text
constexpr double narrowestPiece = 3;  ///< pixels; narrower ones are one bar
constexpr double emptyShare = 0.5;    ///< of the buffer that may be empty at its end before the picture leaves it out
constexpr double roomBehind = 1.12;   ///< of what is used, where the rest is left out

QString bytes(Count words) { return style::bufferBytes(bytesPerWord * static_cast<double>(words)); }

QString roomText(const RangeMoment& range) { return ProgramText::tr("%1 of %2").arg(bytes(range.words), bytes(range.room)); }

QString sumText(const BufferMoment& moment)
{
    return ProgramText::tr("%1 of %2").arg(bytes(moment.words()), bytes(moment.bufferWords));
}

} // namespace

Count BufferMoment::words() const
{
    Count sum = 0;
    for (const RangeMoment& range : ranges) {
        sum += range.inBuffer ? range.words : 0;
    }
    return sum;
}

namespace {

RangeMoment rangeMoment(const TracedRange& range, const Range& laidOut, Tensor tensor, std::size_t position)
{
    const Count* words = range.words.at(position);
    RangeMoment own{tensor, style::tensorLabel(tensor), laidOut.takesRoom(), laidOut.inPlace, laidOut.base, laidOut.words(),
                    words ? *words : 0, {}};
    for (const auto& series : range.pieces) {
        PieceMoment piece;
        const TracedPiece* state = series.at(position);
        if (state && !state->isFree()) {
            piece = {state->updates > 0 ? PieceMoment::State::Filling : PieceMoment::State::Full,
                     static_cast<double>(state->words) / static_cast<double>(laidOut.pieceWords), unitText(state->unit),
                     state->updates, state->reads};
        }
        own.pieces.push_back(piece);
    }
    return own;
}

} // namespace

BufferMoment bufferMoment(const Trace& trace, std::optional<Tile> tile, std::size_t position)
{
    const Program& program = trace.program();
    BufferMoment moment;
    moment.bufferWords = program.bufferWords;
    moment.tile = tile;
    if (!tile || program.layers.empty()) {
        return moment;
    }
    const Count segment = program.layers[trace.placeAt(position)].slot.segment;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        if (program.layers[place].slot.segment == segment && trace.find({place, *tile, false})) {
            places.push_back(place);
        }
    }
    for (const std::size_t place : places) {
        const LayerCode& code = program.layers[place];
        const std::size_t stream = *trace.find({place, *tile, false});
        for (const Tensor tensor : allTensors) {
            if (code.ranges[tensor].pieceWords == 0) {
                continue;
            }
            moment.ranges.push_back(rangeMoment(trace.range(stream, tensor), code.ranges[tensor], tensor, position));
            if (places.size() > 1) {
                QString& name = moment.ranges.back().name;
                name = QStringLiteral("%1 · %2").arg(QString::fromStdString(program.network.layers[code.layer].name), name);
            }
        }
    }
    return moment;
}

QString rangeText(const RangeMoment& range)
{
    const auto used = std::count_if(range.pieces.begin(), range.pieces.end(),
                                    [](const PieceMoment& piece) { return piece.state != PieceMoment::State::Free; });
    return ProgramText::tr("%1: %2 of %3; %4 of %5 pieces in use")
        .arg(range.name, bytes(range.words), bytes(range.room)).arg(used).arg(range.pieces.size());
}

double bufferHeight(const BufferMoment& moment, const QFont& font)
{
    const double line = QFontMetricsF(font).height();
    return line * rowShare * static_cast<double>(std::max<std::size_t>(moment.ranges.size(), 1)) + line * 1.3;
}

namespace {

/// Where names, ranges and numbers stand.
struct BufferLayout {
    QRectF track;      ///< from the first word of the buffer to its end
    double labels = 0; ///< width of the names
    double row = 0;    ///< height
    double whole = 1;  ///< words along the track
    bool cut = false;  ///< the end of the buffer is left out
};

BufferLayout layOutBuffer(const BufferMoment& moment, const QRectF& area, const QFontMetricsF& metrics)
{
    BufferLayout layout;
    double numbers = metrics.horizontalAdvance(sumText(moment));
    Count used = 0;
    for (const RangeMoment& range : moment.ranges) {
        layout.labels = std::max(layout.labels, metrics.horizontalAdvance(range.name));
        numbers = std::max(numbers, metrics.horizontalAdvance(roomText(range)));
        used = std::max(used, range.inBuffer ? range.base + range.room : 0);
    }
    layout.labels = std::min(layout.labels, area.width() / 3);
    layout.cut = static_cast<double>(used) < (1 - emptyShare) * static_cast<double>(moment.bufferWords);
    layout.whole = std::max(1.0, layout.cut ? static_cast<double>(used) * roomBehind : static_cast<double>(moment.bufferWords));
    const double width = std::max(20.0, area.width() - layout.labels - numbers - 20);
    layout.track = QRectF(area.left() + layout.labels + 8, area.top(), width, area.height());
    layout.row = metrics.height() * rowShare;
    return layout;
}

/// Where a range lies; one that takes no room has a place of a fixed width at the beginning.
QRectF placeOf(const RangeMoment& range, const BufferLayout& layout, const QRectF& row)
{
    if (!range.inBuffer) {
        return {row.left(), row.top(), row.width() * 0.25, row.height()};
    }
    const double left = row.left() + static_cast<double>(range.base) / layout.whole * row.width();
    const double width = std::max(2.0, static_cast<double>(range.room) / layout.whole * row.width());
    return {left, row.top(), std::min(width, row.right() - left), row.height()};
}

void paintPiece(QPainter& painter, const PieceMoment& piece, const QRectF& cell, const QColor& colour, const QPalette& palette)
{
    const QRectF filled(cell.left() + 0.5, cell.top() + 1, std::max(1.0, (cell.width() - 1) * piece.share), cell.height() - 2);
    const bool full = piece.state == PieceMoment::State::Full;
    if (full) {
        painter.fillRect(filled, colour);
    } else if (piece.state == PieceMoment::State::Filling) {
        plot::hatch(painter, filled, colour, plot::Slant::Rising, 4);
    }
    if (piece.state != PieceMoment::State::Free && QFontMetricsF(painter.font()).horizontalAdvance(piece.unit) + 4 < filled.width()) {
        painter.setPen(full ? style::readableOn(colour) : palette.color(QPalette::WindowText));
        painter.drawText(filled, Qt::AlignCenter, piece.unit);
    }
    painter.setPen(QPen(style::blend(colour, palette.color(QPalette::Base), 0.3), 0.6));
    painter.drawLine(cell.topRight(), cell.bottomRight());
}

/// Returns where the pieces are; none if they are too narrow to be told apart.
std::vector<QRectF> paintRange(QPainter& painter, const RangeMoment& range, const QRectF& place, const QPalette& palette)
{
    const QColor colour = style::tensorColour(range.tensor);
    const QColor base = palette.color(QPalette::Base);
    painter.setPen(QPen(style::blend(colour, base, 0.3), 1, range.inBuffer ? Qt::SolidLine : Qt::DotLine));
    painter.setBrush(style::blend(colour, base, 0.88));
    painter.drawRect(place);
    const double step = place.width() / static_cast<double>(std::max<std::size_t>(range.pieces.size(), 1));
    std::vector<QRectF> cells;
    if (step < narrowestPiece) {
        const double share = static_cast<double>(range.words) / static_cast<double>(std::max<Count>(range.room, 1));
        painter.fillRect(QRectF(place.left(), place.top(), place.width() * share, place.height()), colour);
        return cells;
    }
    for (std::size_t number = 0; number < range.pieces.size(); ++number) {
        cells.emplace_back(place.left() + static_cast<double>(number) * step, place.top(), step, place.height());
        paintPiece(painter, range.pieces[number], cells.back(), colour, palette);
    }
    return cells;
}

} // namespace

std::vector<std::vector<QRectF>> paintBuffer(QPainter& painter, const BufferMoment& moment, const QRectF& area, const QPalette& palette,
                                             const QFont& font)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const BufferLayout layout = layOutBuffer(moment, area, metrics);
    std::vector<std::vector<QRectF>> places;
    double top = area.top();
    for (const RangeMoment& range : moment.ranges) {
        const QRectF row(layout.track.left(), top + metrics.height() * 0.2, layout.track.width(), layout.row - metrics.height() * 0.4);
        // The first of the texts that has room, or none: half a word tells nothing.
        const auto write = [&](double left, double right, const QStringList& texts) {
            const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= right - left; };
            const auto text = std::find_if(texts.begin(), texts.end(), fits);
            if (text != texts.end()) {
                painter.drawText(QRectF(left, row.top(), right - left, row.height()), Qt::AlignLeft | Qt::AlignVCenter, *text);
            }
        };
        painter.setPen(palette.color(QPalette::WindowText));
        write(area.left(), area.left() + layout.labels + 1, {range.name, style::tensorLabel(range.tensor)});
        write(row.right() + 8, area.right() + 1, {range.inBuffer ? roomText(range) : bytes(range.words)});
        const QRectF place = placeOf(range, layout, row);
        places.push_back(paintRange(painter, range, place, palette));
        if (!range.inBuffer) {
            painter.setPen(style::mutedText(palette));
            write(place.right() + 6, row.right(),
                  range.inPlace ? QStringList{ProgramText::tr("stays where it was made"), ProgramText::tr("stays")}
                                : QStringList{ProgramText::tr("passes the buffer by"), ProgramText::tr("passes by")});
        }
        top += layout.row;
    }
    painter.setPen(QPen(palette.color(QPalette::WindowText), 2, layout.cut ? Qt::DotLine : Qt::SolidLine));
    painter.drawLine(QPointF(layout.track.right(), area.top()), QPointF(layout.track.right(), top));
    painter.setPen(style::mutedText(palette));
    const QString use = ProgramText::tr("buffer: %1 in use").arg(sumText(moment));
    const QString whole = layout.cut ? ProgramText::tr("%1 (its end is not shown)").arg(use) : use; // a dotted end says the same
    painter.drawText(QRectF(area.left(), top, area.width(), metrics.height() * 1.3), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.horizontalAdvance(whole) <= area.width() ? whole : use);
    return places;
}

} // namespace tilescape::ui::program
