#include "ui/timeline/timeline_painter.h"

#include "ui/plot/hatch.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/stale.h"
#include "ui/timeline/timeline_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double tallestRow = 6; ///< lines of text
constexpr double lowestBars = 10;   ///< of a row, beneath its name: what is more scrolls
constexpr double legendFrom = 190;  ///< height of the picture from which it has a legend
constexpr double timesFrom = 140;   ///< and from which the axis has times beside cycles
constexpr double dramHeight = 7;
constexpr double toldSegment = 8;   ///< pixels from which a segment is told from the next by a line
constexpr double namedSegment = 34; ///< pixels from which a segment bears its number
constexpr double labelsWidth = 54;  ///< pixels for what axes are called, at least
constexpr double paperBars = 15;    ///< height of a row's bars, on paper
constexpr double mostPaperRows = 24; ///< of full height

QRectF stretchRect(const TimelineGeometry& geometry, const QRectF& row, double from, double to)
{
    const double left = std::max(geometry.x(from), geometry.plot().left());
    const double right = std::min(geometry.x(to), geometry.plot().right());
    return {left, row.top(), right - left, row.height()};
}

void hatchBand(QPainter& painter, const QRectF& rect, const QColor& colour)
{
    if (rect.width() >= 2) {
        plot::hatch(painter, rect.adjusted(0, 2, 0, -2), colour);
    }
}

/// Tiles that do not work yet, or no more, while others of the segment do.
void paintFillAndDrain(QPainter& painter, const SegmentTrack& segment, double start, std::size_t lane,
                       const TimelineGeometry& geometry, const TimelineLook& look)
{
    if (segment.layers.size() < 2) {
        return;
    }
    const QColor colour = style::blend(look.palette.color(QPalette::Text), look.palette.color(QPalette::Base), 0.55);
    const auto end = start + static_cast<double>(segment.timing.nodeCycles);
    for (std::size_t place = 0; place < segment.layers.size(); ++place) {
        const Stretch region = segment.region(place);
        const QRectF row = geometry.bars(lane, place);
        hatchBand(painter, stretchRect(geometry, row, start, start + region.from), colour);
        hatchBand(painter, stretchRect(geometry, row, start + region.to, end), colour);
    }
}

void paintDram(QPainter& painter, const SegmentTrack& segment, double start, std::size_t lane,
               const TimelineGeometry& geometry, const TimelineLook& look)
{
    const auto dram = static_cast<double>(segment.timing.dramCycles);
    const auto nodes = static_cast<double>(segment.timing.nodeCycles);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style::memoryColour(look.palette));
    const QRectF row = geometry.dramRow(lane);
    const QRectF busy = stretchRect(geometry, row, start, start + dram);
    if (busy.width() > 0) {
        painter.drawRect(busy.adjusted(0, 1, geometry.pixels(dram) > 4 ? -1 : 0, -1));
    }
    if (dram > nodes) {
        QRectF rows = geometry.row(lane, 0);
        rows.setBottom(row.bottom());
        const QRectF waits = stretchRect(geometry, rows, start + nodes, start + dram);
        if (waits.width() > 0) {
            plot::hatch(painter, waits, style::warningColour(look.palette), plot::Slant::Falling);
            painter.fillRect(QRectF(waits.left(), row.top() + 1, waits.width(), row.height() - 2), style::warningColour(look.palette));
        }
    }
}

void paintDramNames(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry, const TimelineLook& look)
{
    painter.setPen(style::mutedText(look.palette));
    for (std::size_t lane = 0; lane < content.lanes.size(); ++lane) {
        const QRectF row = geometry.dramRow(lane).adjusted(0, -4, 0, 4);
        painter.drawText(QRectF(0, row.top(), geometry.plot().left() - 6, row.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, TimelineText::tr("DRAM"));
    }
}

/// Above the bars of each layer: its name if it fits before the segment's end, else its region, else nothing. A layer by itself
/// has no other region to be told from.
void paintNamesOfBars(QPainter& painter, const TimelineContent& content, std::size_t number, std::size_t lane,
                      const TimelineGeometry& geometry, const TimelineLook& look)
{
    const SegmentTrack& segment = content.lanes[lane].segments[number];
    const QFontMetricsF metrics(look.font);
    QColor ground = look.palette.color(QPalette::Base);
    ground.setAlphaF(0.8F);
    for (std::size_t place = 0; place < segment.layers.size(); ++place) {
        painter.setPen(segment.layers[place].layer == look.selected ? style::selection(look.palette) : look.palette.color(QPalette::Text));
        const QRectF strip = geometry.nameStrip(lane, place);
        const double left = std::max(geometry.x(content.starts[number] + segment.whole(place).from), geometry.plot().left());
        const double room = std::min(geometry.x(content.starts[number + 1]), geometry.plot().right()) - left - 3;
        const LayerTrack& layer = segment.layers[place];
        const QString region = segment.layers.size() > 1 ? QStringLiteral("R%1").arg(layer.slot.region) : QString();
        for (const QString& name : {layer.name, region}) {
            if (!name.isEmpty() && strip.height() >= metrics.height() - 1 && metrics.horizontalAdvance(name) <= room) {
                // Arrows pass here; a name is read before them.
                painter.fillRect(QRectF(left, strip.top() + 1, metrics.horizontalAdvance(name) + 2, strip.height() - 1), ground);
                painter.drawText(QPointF(left + 1, strip.bottom() - metrics.descent() + 1), name);
                break;
            }
        }
    }
}

void paintSegmentNumber(QPainter& painter, const TimelineContent& content, std::size_t number, std::size_t lane,
                        const TimelineGeometry& geometry, const TimelineLook& look)
{
    QRectF top = geometry.lane(lane);
    top.setTop(geometry.row(lane, 0).top() - geometry.lineHeight()); // below the lane's title
    const QRectF all = stretchRect(geometry, top, content.starts[number], content.starts[number + 1]);
    if (number % 2 == 1 && all.width() >= toldSegment) {
        painter.fillRect(all, look.palette.color(QPalette::AlternateBase));
    }
    // Many lines close together would be a grey ground.
    if (number > 0 && all.width() >= toldSegment && geometry.x(content.starts[number]) >= geometry.plot().left()) {
        painter.setPen(QPen(style::outline(look.palette), 1));
        painter.drawLine(all.topLeft(), all.bottomLeft());
    }
    const auto chosen = look.selected ? content.find(*look.selected) : std::nullopt;
    const bool isChosen = chosen && chosen->segment == number;
    if (isChosen) {
        const QRectF first = geometry.row(lane, 0);
        painter.fillRect(QRectF(all.left(), first.top() - 2, std::max(all.width(), 2.0), 2), style::selection(look.palette));
    }
    if (all.width() >= namedSegment) {
        painter.setPen(isChosen ? style::selection(look.palette) : style::mutedText(look.palette));
        const QString text =
            all.width() > 5 * namedSegment ? TimelineText::tr("Segment %1").arg(number) : QString::number(number);
        painter.drawText(QRectF(all.left() + 3, geometry.row(lane, 0).top() - geometry.lineHeight(), all.width() - 4, geometry.lineHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

void paintLaneTitle(QPainter& painter, const TimelineContent& content, std::size_t lane, const TimelineGeometry& geometry,
                    const TimelineLook& look)
{
    if (content.lanes.size() < 2) {
        return;
    }
    const Lane& own = content.lanes[lane];
    const double cycles = own.cycles;
    const double base = content.lanes.front().cycles;
    const bool groups = own.handOn == HandOn::Groups;
    QString figures = TimelineText::tr(": %1 cycles").arg(style::count(cycles));
    if (!groups && own.mapsWithoutRoom > 0) {
        figures = TimelineText::tr(": no room for %1 of %2 maps").arg(own.mapsWithoutRoom).arg(own.maps);
    } else if (lane > 0 && base > 0) {
        figures += cycles > base ? TimelineText::tr(", +%1").arg(style::percent(cycles / base - 1))
                                 : TimelineText::tr(", no slower");
    }
    QFont bold = look.font;
    bold.setBold(true);
    QString text =
        (groups ? TimelineText::tr("Groups handed on (ALLO)") : TimelineText::tr("Whole maps handed on (without ALLO)"))
        + figures;
    if (QFontMetricsF(bold).horizontalAdvance(text) > geometry.plot().width()) {
        text = (groups ? TimelineText::tr("ALLO") : TimelineText::tr("Without ALLO")) + figures;
    }
    painter.setFont(bold);
    painter.setPen(look.palette.color(QPalette::Text));
    const QRectF top = geometry.lane(lane);
    painter.drawText(QRectF(top.left(), top.top(), top.width(), geometry.lineHeight()), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.setFont(look.font);
}

void paintMoment(QPainter& painter, const TimelineGeometry& geometry, const TimelineLook& look)
{
    if (look.moment && *look.moment >= geometry.from() && *look.moment <= geometry.to()) {
        const double x = geometry.x(*look.moment);
        painter.setPen(QPen(style::selection(look.palette), 1.5));
        painter.drawLine(QPointF(x, geometry.plot().top()), QPointF(x, geometry.plot().bottom()));
    }
}

} // namespace

TimelineGeometry::TimelineGeometry(const TimelineContent& content, QRectF area, double from, double to, const QFont& font,
                                   TimelineMedium medium, double scroll)
    : m_from(from), m_to(std::max(to, from + 1e-6)), m_line(QFontMetricsF(font).height()), m_titles(content.lanes.size() > 1)
{
    const bool paper = medium == TimelineMedium::Paper;
    const double labels = std::max(labelsWidth, QFontMetricsF(font).horizontalAdvance(TimelineText::tr("cycles")) + leftOfAxis + 2);
    m_paper = paper;
    m_scroll = scroll;
    m_legend = !paper && area.height() >= legendFrom;
    m_times = paper || area.height() >= timesFrom;
    const double axis = (m_times ? 2.3 : 1.3) * m_line;
    m_plot = area.adjusted(labels, 2, -10, -axis - (m_legend ? 1.1 * m_line : 0));
    m_scale = m_plot.width() / (m_to - m_from);
    m_lanes = static_cast<double>(std::max<std::size_t>(content.lanes.size(), 1));
    m_rows = content.empty() ? 1 : static_cast<double>(content.mostRows(m_from, m_to));
    const double beside = m_line * (m_titles ? 2 : 1) + dramHeight + 3;
    const double least = paper ? 1 : m_line + lowestBars;
    m_rowHeight = std::clamp((m_plot.height() / m_lanes - beside) / m_rows, least, tallestRow * m_line);
    m_laneHeight = std::max(m_plot.height() / m_lanes, paper ? 0 : m_rows * m_rowHeight + beside);
    m_nameStrip = paper ? std::min(m_line, m_rowHeight / 2) : m_line;
}

double TimelineGeometry::paperHeight(const TimelineContent& content, double from, double to, const QFont& font)
{
    const double line = QFontMetricsF(font).height();
    const auto lanes = static_cast<double>(std::max<std::size_t>(content.lanes.size(), 1));
    const double rows = content.empty() ? 1 : std::min(static_cast<double>(content.mostRows(from, to)), mostPaperRows);
    const double lane = rows * (line + paperBars) + line * (lanes > 1 ? 2 : 1) + dramHeight + 3;
    return 2 + lanes * lane + 2.3 * line;
}

QRectF TimelineGeometry::nameStrip(std::size_t lane, std::size_t place) const
{
    const QRectF whole = row(lane, place);
    return {whole.left(), whole.top(), whole.width(), m_nameStrip};
}

QRectF TimelineGeometry::lane(std::size_t number) const
{
    return {m_plot.left(), m_plot.top() - m_scroll + static_cast<double>(number) * m_laneHeight, m_plot.width(), m_laneHeight};
}

QRectF TimelineGeometry::row(std::size_t lane, std::size_t place) const
{
    const double top = this->lane(lane).top() + m_line * (m_titles ? 2 : 1);
    return {m_plot.left(), top + static_cast<double>(place) * m_rowHeight, m_plot.width(), m_rowHeight};
}

QRectF TimelineGeometry::dramRow(std::size_t lane) const
{
    return {m_plot.left(), row(lane, 0).top() + m_rows * m_rowHeight + 2, m_plot.width(), dramHeight};
}

void paintTimeline(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                   const TimelineLook& look)
{
    painter.save();
    painter.setFont(look.font);
    painter.setOpacity(look.dimmed ? style::staleOpacity : 1);
    if (!geometry.isPaper()) { // there every row has its place
        const QRectF& plot = geometry.plot();
        painter.setClipRect(QRectF(0, plot.top() - 1, plot.right() + 10, plot.height() + 1));
    }
    for (std::size_t lane = 0; lane < content.lanes.size(); ++lane) {
        const auto& segments = content.lanes[lane].segments;
        for (std::size_t i = content.segmentAt(geometry.from()); i < segments.size() && content.starts[i] < geometry.to(); ++i) {
            paintSegmentNumber(painter, content, i, lane, geometry, look);
            paintFillAndDrain(painter, segments[i], content.starts[i], lane, geometry, look);
            for (std::size_t place = 0; place < segments[i].layers.size(); ++place) {
                paintTrack(painter, segments[i], place, content.starts[i], geometry, geometry.bars(lane, place), look);
            }
            paintDram(painter, segments[i], content.starts[i], lane, geometry, look);
            paintHandovers(painter, segments[i], content.starts[i], lane, geometry, look);
            paintNamesOfBars(painter, content, i, lane, geometry, look);
        }
        paintLaneTitle(painter, content, lane, geometry, look);
    }
    paintMoment(painter, geometry, look);
    paintDramNames(painter, content, geometry, look);
    painter.setClipping(false);
    paintTimelineAxis(painter, content, geometry, look);
    painter.restore();
}

std::optional<TimelineHit> timelineHit(const TimelineContent& content, const TimelineGeometry& geometry, QPointF position)
{
    const QRectF& plot = geometry.plot();
    if (content.empty() || position.x() > plot.right() || position.y() < plot.top() || position.y() > plot.bottom()) {
        return std::nullopt;
    }
    const bool onName = position.x() < geometry.plot().left();
    const double cycle = onName ? (geometry.from() + geometry.to()) / 2 : geometry.cycleAt(position.x());
    if (cycle < 0 || cycle > content.end()) {
        return std::nullopt;
    }
    TimelineHit hit;
    hit.place.segment = content.segmentAt(cycle);
    for (hit.lane = 0; hit.lane < content.lanes.size(); ++hit.lane) {
        const SegmentTrack& segment = content.lanes[hit.lane].segments[hit.place.segment];
        for (hit.place.place = 0; hit.place.place < segment.layers.size(); ++hit.place.place) {
            const QRectF row = geometry.row(hit.lane, hit.place.place);
            if (position.y() < row.top() || position.y() >= row.bottom()) {
                continue;
            }
            const double inside = cycle - content.starts[hit.place.segment];
            for (Count group = 0; !onName && group < segment.timing.batchGroups; ++group) {
                const Stretch stretch = segment.group(hit.place.place, group);
                if (inside >= stretch.from && inside < stretch.to) {
                    hit.batchGroup = group;
                }
            }
            return hit;
        }
    }
    return std::nullopt;
}

} // namespace tilescape::ui::timeline
