#include "ui/timeline/timeline_painter.h"

#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double finestBox = 4;     ///< pixels: groups narrower than this are drawn as one
constexpr double finestArrow = 22;  ///< pixels between arrows that each show a group
constexpr double fewArrows = 70;    ///< pixels between those that stand for many: they must not cover the bars
constexpr double labelledBox = 20;
constexpr double nestedRow = 15;    ///< rows lower than this show one level of groups
constexpr double arrowHead = 3.8;
constexpr double faintest = 0.8; ///< of the ground in the colour of what hardly works

/// Indices of evenly spaced boxes that meet what is shown.
std::pair<Count, Count> shownIndices(double first, double pitch, double length, Count count, const TimelineGeometry& geometry)
{
    if (pitch <= 0) {
        return {0, count};
    }
    const auto from = static_cast<Count>(std::floor((geometry.from() - first - length) / pitch));
    const auto to = static_cast<Count>(std::ceil((geometry.to() - first) / pitch)) + 1;
    return {std::clamp<Count>(from, 0, count), std::clamp<Count>(to, 0, count)};
}

char letterOf(Loop loop) { return loop == Loop::Batch ? 'b' : loop == Loop::OutputChannel ? 'o' : 'i'; }

class TrackPainter {
public:
    TrackPainter(QPainter& painter, const SegmentTrack& segment, std::size_t place, double start,
                 const TimelineGeometry& geometry, const TimelineLook& look)
        : m_painter(painter), m_layer(segment.layers[place]), m_start(start), m_geometry(geometry), m_look(look),
          m_colour(style::categorical(static_cast<int>(m_layer.slot.region)))
    {
    }

    /// One batch group and what lies in it; times from the beginning of the segment.
    void paintGroup(const Stretch& stretch, double busy, const QRectF& row, std::size_t depth, const QString& label)
    {
        const QRectF box = boxOf(stretch, row);
        if (box.width() <= 0) {
            return;
        }
        const bool nests = depth < m_layer.loops.size() && row.height() >= nestedRow / (depth + 1.0)
            && m_geometry.pixels(busy) / static_cast<double>(m_layer.loops[depth].groups) >= finestBox;
        const QColor colour = nests ? style::blend(m_colour, m_look.palette.color(QPalette::Base), 0.72)
                                    : partlyBusy(shade(depth), std::min(1.0, busy / stretch.length()), m_look.palette);
        fill(box, colour);
        const bool labelled = !label.isEmpty() && box.width() >= labelledBox && row.height() >= 13;
        if (nests) {
            const double strip = labelled && row.height() >= 28 ? 12 : 2;
            if (strip > 2) {
                write(label, QRectF(box.left() + 3, box.top(), box.width() - 4, 12), Qt::AlignLeft | Qt::AlignVCenter,
                      m_look.palette.color(QPalette::Text));
            }
            paintParts(stretch, busy, row.adjusted(0, strip, 0, -2), depth);
        } else if (labelled) {
            write(label, box, Qt::AlignCenter, style::readableOn(colour));
        }
    }

    /// All batch groups, too many to be told apart.
    void paintMany(const Stretch& stretch, double busyShare, const QRectF& row)
    {
        const QRectF box = boxOf(stretch, row);
        if (box.width() > 0) {
            fill(box, partlyBusy(m_colour, busyShare, m_look.palette));
        }
    }

private:
    void paintParts(const Stretch& stretch, double busy, const QRectF& row, std::size_t depth)
    {
        const pipeline::TopLoop& loop = m_layer.loops[depth];
        const Stretch first = partOf(stretch, busy, loop.groups, 0);
        const double pitch = loop.groups > 1 ? partOf(stretch, busy, loop.groups, 1).from - first.from : 0;
        const auto [from, to] = shownIndices(m_start + first.from, pitch, first.length(), loop.groups, m_geometry);
        for (Count number = from; number < to; ++number) {
            paintGroup(partOf(stretch, busy, loop.groups, number), busy / static_cast<double>(loop.groups), row, depth + 1,
                       QLatin1Char(letterOf(loop.loop)) + QString::number(number));
        }
    }

    [[nodiscard]] QColor shade(std::size_t depth) const
    {
        return style::blend(m_colour, m_look.palette.color(QPalette::Base), 0.16 * static_cast<double>(std::min<std::size_t>(depth, 3)));
    }

    [[nodiscard]] QRectF boxOf(const Stretch& stretch, const QRectF& row) const
    {
        const QRectF& plot = m_geometry.plot();
        const double left = std::max(m_geometry.x(m_start + stretch.from), plot.left());
        const double right = std::min(m_geometry.x(m_start + stretch.to), plot.right());
        // The line between two boxes is a part of a narrow one: else many of them would look grey.
        const double line = std::clamp((right - left - finestBox) / 12, 0.0, 1.0);
        return {left, row.top(), right - left - line, row.height()};
    }

    void fill(const QRectF& box, const QColor& colour)
    {
        if (box.width() < 6 || box.height() < 6) {
            m_painter.fillRect(box, colour);
            return;
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawRoundedRect(box, 2, 2);
    }

    void write(const QString& text, const QRectF& area, int flags, const QColor& colour)
    {
        QFont font = m_look.font;
        font.setPixelSize(static_cast<int>(style::smallestText));
        if (QFontMetricsF(font).horizontalAdvance(text) <= area.width() && QFontMetricsF(font).capHeight() + 2 <= area.height()) {
            m_painter.setFont(font);
            m_painter.setPen(colour);
            m_painter.drawText(area, flags, text);
            m_painter.setFont(m_look.font);
        }
    }

    QPainter& m_painter;
    const LayerTrack& m_layer;
    double m_start;
    const TimelineGeometry& m_geometry;
    const TimelineLook& m_look;
    QColor m_colour;
};

void paintArrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour)
{
    painter.setPen(QPen(colour, 1.4));
    painter.drawLine(from, to);
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    if (length < 1) {
        return;
    }
    const QPointF along = (to - from) / length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{to, to - along * arrowHead * 1.5 + across * arrowHead * 0.7,
                                  to - along * arrowHead * 1.5 - across * arrowHead * 0.7});
}

} // namespace

QColor partlyBusy(const QColor& colour, double share, const QPalette& palette)
{
    return style::blend(colour, palette.color(QPalette::Base), faintest * (1 - share));
}

void paintTrack(QPainter& painter, const SegmentTrack& segment, std::size_t place, double start,
                const TimelineGeometry& geometry, const QRectF& row, const TimelineLook& look)
{
    const Stretch whole = segment.whole(place);
    if (geometry.x(start + whole.to) < geometry.plot().left() || geometry.x(start + whole.from) > geometry.plot().right()) {
        return;
    }
    const QRectF band = row.height() > 5 ? row.adjusted(0, 2, 0, -2) : row;
    const LayerTrack& layer = segment.layers[place];
    const Count groups = segment.timing.batchGroups;
    const double pitch = static_cast<double>(layer.timing.pitch) / static_cast<double>(groups);
    const double busy = static_cast<double>(layer.timing.cycles) / static_cast<double>(groups);
    TrackPainter track(painter, segment, place, start, geometry, look);
    if (groups == 1 || geometry.pixels(pitch) >= finestBox) {
        const Stretch first = segment.group(place, 0);
        const auto [from, to] = shownIndices(start + first.from, pitch, first.length(), groups, geometry);
        for (Count group = from; group < to; ++group) {
            track.paintGroup(segment.group(place, group), busy, band, 0,
                             groups > 1 ? QLatin1Char('b') + QString::number(group) : QString());
        }
    } else {
        track.paintMany(whole, segment.busyShare(place), band);
    }
    const QRectF& plot = geometry.plot();
    const double left = std::max(geometry.x(start + whole.from), plot.left());
    const QRectF outline(left, band.top(), std::min(geometry.x(start + whole.to), plot.right()) - left, band.height());
    if (layer.bound == cost::BoundBy::Dram && outline.height() >= 6) {
        painter.fillRect(QRectF(outline.left(), outline.bottom() - 2, outline.width(), 2), style::warningColour(look.palette));
    }
    if (layer.layer == look.selected || layer.layer == look.hovered) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style::selection(look.palette), layer.layer == look.selected ? 2 : 1));
        painter.drawRoundedRect(outline.adjusted(-1, -1, 1, 1), 3, 3);
    }
}

void paintHandovers(QPainter& painter, const SegmentTrack& segment, double start, std::size_t lane,
                    const TimelineGeometry& geometry, const TimelineLook& look)
{
    const Count batchGroups = segment.timing.batchGroups;
    const double batchPitch = static_cast<double>(segment.timing.criticalCycles) / static_cast<double>(batchGroups);
    // Where batch groups are too narrow for arrows of their own, some of them stand for all.
    const double pitch = std::max(geometry.pixels(batchPitch), 1e-9);
    const Count step = pitch >= finestArrow ? 1 : static_cast<Count>(std::ceil(fewArrows / pitch));
    if (geometry.pixels(segment.cycles()) < 4 * finestArrow || geometry.rowHeight() < 6) {
        return;
    }
    painter.save();
    painter.setOpacity(painter.opacity() * 0.85);
    for (const pipeline::Handover& hand : segment.handovers) {
        const auto busy = [&](std::size_t place) {
            return static_cast<double>(segment.layers[place].timing.cycles) / static_cast<double>(batchGroups);
        };
        const double grain = geometry.pixels(busy(hand.from)) / static_cast<double>(hand.groups);
        const Count pieces = grain >= finestArrow ? hand.groups : 1;
        const QRectF fromRow = geometry.bars(lane, hand.from);
        const QRectF toRow = geometry.bars(lane, hand.to);
        for (Count group = 0; group < batchGroups; group += step) {
            for (Count piece = 0; piece < pieces; ++piece) {
                const double ready = partOf(segment.group(hand.from, group), busy(hand.from), hand.groups, piece).to;
                const double taken = partOf(segment.group(hand.to, group), busy(hand.to), hand.groups, piece).from;
                const QPointF tail(geometry.x(start + ready), fromRow.center().y());
                const QPointF head(geometry.x(start + taken) + 1, toRow.top() + 2);
                if (geometry.plot().contains(tail) && geometry.plot().contains(head)) {
                    paintArrow(painter, tail, head, hand.sameRegion ? style::localColour(look.palette) : style::neighbourColour());
                }
            }
        }
    }
    painter.restore();
    painter.setFont(look.font);
}

} // namespace tilescape::ui::timeline
