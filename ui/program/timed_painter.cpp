#include "ui/program/timed_painter.h"

#include "ui/plot/ticks.h"
#include "ui/program/program_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::program {

namespace {

constexpr double timedRowShare = 1.35; ///< of a line of text
constexpr double gapShare = 0.12; ///< of a row
constexpr double shortShare = 1.02; ///< of what is recorded, where it does not reach the model's end
constexpr std::size_t fixedRows = 3; ///< model, executed, arrays

QStringList rowNames(const TimedContent& content)
{
    QStringList names{ProgramText::tr("model"), ProgramText::tr("executed"), ProgramText::tr("arrays at work")};
    for (const BusyRow& row : content.rows) {
        names << (content.tile ? ProgramText::tr("%1 of (%2, %3)").arg(row.name).arg(content.tile->row).arg(content.tile->column) : row.name);
    }
    return names;
}

/// One bar of a segment, named where there is room. It is open if it goes on beyond what is drawn.
void paintSegment(QPainter& painter, const QRectF& row, double left, double right, const QString& text,
                  const QColor& colour, bool open, std::optional<double> line, const QPalette& palette)
{
    const QRectF bar(left, row.top(), std::max(1.0, right - left), row.height());
    painter.setPen(QPen(colour.darker(130), 0.8));
    painter.setBrush(colour);
    painter.drawRect(bar);
    if (open) {
        // A ragged end, wide enough to be seen beside the outline.
        constexpr double teeth = 3;
        QPolygonF edge{bar.topRight() + QPointF(1, 0)};
        for (double y = bar.top(), in = teeth; y < bar.bottom(); y += teeth, in = teeth - in) {
            edge << QPointF(bar.right() - in, y);
        }
        edge << bar.bottomRight() + QPointF(1, 0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style::idleFill(palette));
        painter.drawPolygon(edge);
    }
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 6;
    const QRectF room = roomForName(bar.intersected(row), width, line);
    if (width < room.width()) {
        painter.setPen(style::readableOn(colour));
        painter.drawText(room, Qt::AlignCenter, text);
    }
}

/// Spans as wide as a pixel or more; narrower ones fill the pixel by the share of it that they take.
void paintSpans(QPainter& painter, const BusyRow& busy, const QRectF& row, const TimedLayout& layout, const QPalette& palette)
{
    const QColor computing = palette.color(QPalette::WindowText);
    painter.setPen(Qt::NoPen);
    double column = -1;
    double covered = 0;
    QColor last;
    const auto flush = [&] {
        if (covered > 0) {
            last.setAlphaF(static_cast<float>(std::min(1.0, covered)));
            painter.fillRect(QRectF(column, row.top(), 1, row.height()), last);
        }
        covered = 0;
    };
    for (const BusySpan& span : busy.spans) {
        const double left = layout.x(span.begin);
        const double right = layout.x(span.end);
        const QColor colour = span.tensor ? style::tensorColour(*span.tensor) : computing;
        if (right - left >= 1) {
            painter.fillRect(QRectF(left, row.top(), right - left, row.height()), colour);
            continue;
        }
        if (std::floor(left) != column) {
            flush();
            column = std::floor(left);
        }
        covered += right - left;
        last = colour;
    }
    flush();
}

} // namespace

QRectF roomForName(const QRectF& bar, double width, std::optional<double> line)
{
    constexpr double gap = 2; // between text and line
    if (!line || std::abs(*line - bar.center().x()) > width / 2 + gap) {
        return bar;
    }
    const double before = *line - gap - bar.left();
    const double behind = bar.right() - *line - gap;
    return before > behind ? QRectF(bar.left(), bar.top(), before, bar.height()) : QRectF(*line + gap, bar.top(), behind, bar.height());
}

double timedHeight(const TimedContent& content, const QFont& font)
{
    return QFontMetricsF(font).height() * (timedRowShare * static_cast<double>(fixedRows + content.rows.size()) + 1.6);
}

TimedLayout layOutTimed(const TimedContent& content, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    TimedLayout layout;
    double labels = 0;
    for (const QString& name : rowNames(content)) {
        labels = std::max(labels, metrics.horizontalAdvance(name));
    }
    const auto rows = static_cast<double>(fixedRows + content.rows.size());
    layout.row = std::max(1.0, (area.height() - metrics.height() * 1.6) / rows);
    layout.track = QRectF(area.left() + labels + 8, area.top(), std::max(20.0, area.width() - labels - 16), layout.row * rows);
    double model = 0;
    bool whole = true;
    for (const SegmentSpans& segment : content.segments) {
        model = std::max(model, segment.modelEnd);
        whole = whole && segment.recorded;
    }
    layout.to = std::max(1.0, whole ? std::max(content.end, model) : content.end * shortShare);
    return layout;
}

void paintTimed(QPainter& painter, const TimedContent& content, const TimedLayout& layout, const QPalette& palette, const QFont& font,
                std::optional<double> now)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QColor ink = palette.color(QPalette::WindowText);
    const std::optional<double> line = now ? std::optional(layout.x(*now)) : std::nullopt;
    const auto rowRect = [&](std::size_t number) {
        const double gap = layout.row * gapShare;
        return QRectF(layout.track.left(), layout.track.top() + layout.row * static_cast<double>(number) + gap, layout.track.width(), layout.row - 2 * gap);
    };
    const QStringList names = rowNames(content);
    for (qsizetype number = 0; number < names.size(); ++number) {
        const QRectF row = rowRect(static_cast<std::size_t>(number));
        painter.setPen(ink);
        painter.drawText(QRectF(row.left() - 400, row.top(), 392, row.height()), Qt::AlignRight | Qt::AlignVCenter, names[number]);
        painter.fillRect(row, style::idleFill(palette));
    }
    painter.save();
    painter.setClipRect(layout.track);
    for (std::size_t number = 0; number < content.segments.size(); ++number) {
        const SegmentSpans& segment = content.segments[number];
        const QColor colour = style::categorical(static_cast<int>(number));
        const double modelEnd = layout.x(segment.modelEnd);
        paintSegment(painter, rowRect(0), layout.x(segment.modelBegin), std::min(modelEnd, layout.track.right()),
                     segment.name, style::blend(colour, palette.color(QPalette::Base), 0.45),
                     modelEnd > layout.track.right() + 1, line, palette);
        paintSegment(painter, rowRect(1), layout.x(segment.begin), layout.x(segment.end), segment.name, colour,
                     !segment.recorded, line, palette);
    }
    const QRectF arrays = rowRect(2);
    const double width = (layout.x(content.end) - layout.x(0)) / static_cast<double>(std::max<std::size_t>(content.arrays.size(), 1));
    for (std::size_t part = 0; part < content.arrays.size(); ++part) {
        const double height = arrays.height() * std::min(1.0, content.arrays[part]);
        painter.fillRect(QRectF(arrays.left() + static_cast<double>(part) * width, arrays.bottom() - height, width + 0.5, height), ink);
    }
    for (std::size_t number = 0; number < content.rows.size(); ++number) {
        paintSpans(painter, content.rows[number], rowRect(fixedRows + number), layout, palette);
        painter.setPen(style::mutedText(palette));
        const QString& remark = content.rows[number].remark;
        painter.drawText(roomForName(rowRect(fixedRows + number), metrics.horizontalAdvance(remark), line), Qt::AlignCenter, remark);
    }
    painter.restore();
    const plot::Ticks ticks = plot::linearTicks(layout.to, layout.track.width(), metrics.horizontalAdvance(QStringLiteral("0,000,000")) + 16,
                                                [](double value) { return style::count(value); });
    painter.setPen(style::mutedText(palette));
    constexpr double apart = 6;
    double free = 0; // where the next number may begin
    for (std::size_t tick = 0; tick < ticks.values.size(); ++tick) {
        const double x = layout.x(ticks.values[tick]);
        if (x <= layout.track.right()) {
            painter.drawLine(QPointF(x, layout.track.bottom()), QPointF(x, layout.track.bottom() + 3));
            const double width = metrics.horizontalAdvance(ticks.texts[tick]);
            const double left = std::min(x - width / 2, layout.track.right() + 8 - width);
            if (left >= free) {
                painter.drawText(QPointF(left, layout.track.bottom() + 3 + metrics.ascent()), ticks.texts[tick]);
                free = left + width + apart;
            }
        }
    }
    painter.drawText(QRectF(layout.track.left() - 400, layout.track.bottom() + 3, 392 - 20, metrics.height()), Qt::AlignRight | Qt::AlignTop, ProgramText::tr("cycles"));
    if (line) {
        painter.setPen(QPen(style::selection(palette), 2));
        painter.drawLine(QPointF(*line, layout.track.top()), QPointF(*line, layout.track.bottom() + 3));
    }
}

} // namespace tilescape::ui::program
