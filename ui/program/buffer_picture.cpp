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

QString bytes(Count words) { return style::byteCount(bytesPerWord * static_cast<double>(words)); }

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

BufferMoment bufferMoment(const Trace& trace, std::optional<std::size_t> stream, std::size_t position)
{
    BufferMoment moment;
    moment.bufferWords = trace.program().bufferWords;
    if (!stream) {
        return moment;
    }
    const StreamName& name = trace.streams()[*stream].name;
    moment.tile = name.tile;
    for (const Tensor tensor : allTensors) {
        const Range& laidOut = trace.program().layers[name.place].ranges[tensor];
        if (laidOut.pieceWords == 0) {
            continue;
        }
        const TracedRange& range = trace.range(*stream, tensor);
        const Count* words = range.words.at(position);
        RangeMoment own{tensor, laidOut.inBuffer, laidOut.base, laidOut.words(), words ? *words : 0, {}};
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
        moment.ranges.push_back(std::move(own));
    }
    return moment;
}

QString rangeText(const RangeMoment& range)
{
    const auto used = std::count_if(range.pieces.begin(), range.pieces.end(),
                                    [](const PieceMoment& piece) { return piece.state != PieceMoment::State::Free; });
    return ProgramText::tr("%1: %2 of %3; %4 of %5 pieces in use")
        .arg(style::tensorLabel(range.tensor), bytes(range.words), bytes(range.room)).arg(used).arg(range.pieces.size());
}

double bufferHeight(const BufferMoment& moment, const QFont& font)
{
    const double line = QFontMetricsF(font).height();
    return line * rowShare * static_cast<double>(std::max<std::size_t>(moment.ranges.size(), 1)) + line * 1.3;
}

std::vector<std::vector<QRectF>> paintBuffer(QPainter& painter, const BufferMoment& moment, const QRectF& area, const QPalette& palette,
                                             const QFont& font)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    double labels = 0;
    double numbers = metrics.horizontalAdvance(sumText(moment));
    Count used = 0;
    for (const RangeMoment& range : moment.ranges) {
        labels = std::max(labels, metrics.horizontalAdvance(style::tensorLabel(range.tensor)));
        numbers = std::max(numbers, metrics.horizontalAdvance(ProgramText::tr("%1 of %2").arg(bytes(range.room), bytes(range.room))));
        used = std::max(used, range.inBuffer ? range.base + range.room : 0);
    }
    const bool cut = static_cast<double>(used) < (1 - emptyShare) * static_cast<double>(moment.bufferWords);
    const double whole = std::max(1.0, cut ? static_cast<double>(used) * roomBehind : static_cast<double>(moment.bufferWords));
    const QRectF track(area.left() + labels + 8, area.top(), std::max(20.0, area.width() - labels - numbers - 20), area.height());
    std::vector<std::vector<QRectF>> places;
    double top = area.top();
    for (const RangeMoment& range : moment.ranges) {
        const QColor colour = style::tensorColour(range.tensor);
        const QRectF row(track.left(), top + line * 0.2, track.width(), line * (rowShare - 0.4));
        painter.setPen(palette.color(QPalette::WindowText));
        painter.drawText(QRectF(area.left(), row.top(), labels, row.height()), Qt::AlignLeft | Qt::AlignVCenter, style::tensorLabel(range.tensor));
        painter.drawText(QRectF(track.right() + 8, row.top(), area.right() - track.right() - 8, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         range.inBuffer ? ProgramText::tr("%1 of %2").arg(bytes(range.words), bytes(range.room)) : bytes(range.words));
        const double left = range.inBuffer ? row.left() + static_cast<double>(range.base) / whole * row.width() : row.left();
        const double width = range.inBuffer ? std::max(2.0, static_cast<double>(range.room) / whole * row.width()) : row.width() * 0.25;
        const QRectF place(left, row.top(), std::min(width, row.right() - left), row.height());
        painter.setPen(QPen(style::blend(colour, palette.color(QPalette::Base), 0.3), 1, range.inBuffer ? Qt::SolidLine : Qt::DotLine));
        painter.setBrush(style::blend(colour, palette.color(QPalette::Base), 0.88));
        painter.drawRect(place);
        places.emplace_back();
        const double step = place.width() / static_cast<double>(std::max<std::size_t>(range.pieces.size(), 1));
        if (step < narrowestPiece) {
            painter.fillRect(QRectF(place.left(), place.top(), place.width() * static_cast<double>(range.words) / static_cast<double>(std::max<Count>(range.room, 1)),
                                    place.height()), colour);
        } else {
            for (std::size_t number = 0; number < range.pieces.size(); ++number) {
                const PieceMoment& piece = range.pieces[number];
                const QRectF cell(place.left() + static_cast<double>(number) * step, place.top(), step, place.height());
                places.back().push_back(cell);
                const QRectF filled(cell.left() + 0.5, cell.top() + 1, std::max(1.0, (cell.width() - 1) * piece.share), cell.height() - 2);
                if (piece.state == PieceMoment::State::Full) {
                    painter.fillRect(filled, colour);
                } else if (piece.state == PieceMoment::State::Filling) {
                    plot::hatch(painter, filled, colour, plot::Slant::Rising, 4);
                }
                if (piece.state != PieceMoment::State::Free && metrics.horizontalAdvance(piece.unit) + 4 < filled.width()) {
                    painter.setPen(piece.state == PieceMoment::State::Full ? style::readableOn(colour) : palette.color(QPalette::WindowText));
                    painter.drawText(filled, Qt::AlignCenter, piece.unit);
                }
                painter.setPen(QPen(style::blend(colour, palette.color(QPalette::Base), 0.3), 0.6));
                painter.drawLine(cell.topRight(), cell.bottomRight());
            }
        }
        if (!range.inBuffer) {
            painter.setPen(style::mutedText(palette));
            painter.drawText(QRectF(place.right() + 6, row.top(), row.right() - place.right() - 6, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(ProgramText::tr("passes the buffer by"), Qt::ElideRight, row.right() - place.right() - 6));
        }
        top += line * rowShare;
    }
    // Where the buffer ends.
    painter.setPen(QPen(palette.color(QPalette::WindowText), 2, cut ? Qt::DotLine : Qt::SolidLine));
    painter.drawLine(QPointF(track.right(), area.top()), QPointF(track.right(), top));
    painter.setPen(style::mutedText(palette));
    painter.drawText(QRectF(area.left(), top, area.width(), line * 1.3), Qt::AlignRight | Qt::AlignVCenter,
                     cut ? ProgramText::tr("buffer: %1 in use (its end is not shown)").arg(sumText(moment))
                         : ProgramText::tr("buffer: %1 in use").arg(sumText(moment)));
    return places;
}

} // namespace tilescape::ui::program
