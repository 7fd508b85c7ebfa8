#include "ui/timeline/timeline_painter.h"

#include "ui/plot/hatch.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::timeline {

namespace {

constexpr double labelShare = 0.14;
constexpr double narrowestLabels = 60;
constexpr double widestLabels = 170;
constexpr double tallestRow = 46;
constexpr double dramHeight = 7;
constexpr double namedSegment = 34; ///< pixels from which a segment bears its number
constexpr int smallestName = 7;     ///< pixels
constexpr double lineOfPixel = 1.15; ///< room that a row's name needs, in sizes of its font
constexpr double lineOverlap = 0.9; ///< lines may touch
constexpr double shownRows = 0.4;   ///< share of the plot that a segment fills before its rows are named
constexpr double paperLabels = 54;  ///< pixels for what rows and axes are called, on paper
constexpr double paperBars = 15;    ///< height of a row's bars, on paper
constexpr double mostPaperRows = 24; ///< of full height

QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

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

void paintRowNames(QPainter& painter, const TimelineContent& content, const TimelineGeometry& geometry,
                   const TimelineLook& look)
{
    const QRectF& plot = geometry.plot();
    const std::size_t middle = content.segmentAt((geometry.from() + geometry.to()) / 2);
    const double seen = std::min(geometry.x(content.starts[middle + 1]), plot.right())
        - std::max(geometry.x(content.starts[middle]), plot.left());
    const bool named = !geometry.isPaper() && seen > shownRows * plot.width();
    // Rows lower than a line of text: smaller text, then one name for several rows.
    QFont rowFont = look.font;
    rowFont.setPixelSize(std::clamp(static_cast<int>(geometry.rowHeight() / lineOfPixel), smallestName, QFontInfo(look.font).pixelSize()));
    const double line = QFontMetricsF(rowFont).height() * lineOverlap;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(line / geometry.rowHeight())));
    for (std::size_t lane = 0; lane < content.lanes.size(); ++lane) {
        const auto write = [&](const QRectF& row, const QString& text, const QColor& colour) {
            const QRectF area(4, row.top(), plot.left() - 10, row.height());
            painter.setPen(colour);
            const QFontMetricsF metrics(painter.font());
            painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, metrics.elidedText(text, Qt::ElideMiddle, area.width()));
        };
        const QColor muted = style::mutedText(look.palette);
        QRectF dram = geometry.dramRow(lane);
        dram.adjust(0, -4, 0, 4);
        write(dram, tr("DRAM"), muted);
        const auto& layers = content.lanes[lane].segments[middle].layers;
        const auto isChosen = [&](std::size_t place) { return place < layers.size() && layers[place].layer == look.selected; };
        const auto isNearChosen = [&](std::size_t place) {
            for (std::size_t away = 1; away < every; ++away) {
                if (isChosen(place + away) || (place >= away && isChosen(place - away))) {
                    return true;
                }
            }
            return false;
        };
        painter.setFont(rowFont);
        for (std::size_t place = 0; named && place < layers.size(); ++place) {
            if (!isChosen(place) && (place % every != 0 || isNearChosen(place))) {
                continue;
            }
            const QString name = QStringLiteral("R%1 %2").arg(layers[place].position.region).arg(layers[place].name);
            write(geometry.row(lane, place), name, isChosen(place) ? style::selection(look.palette) : look.palette.color(QPalette::Text));
        }
        painter.setFont(look.font);
    }
}

/// Above the bars of each layer: its name if it fits before the segment's end, else its region, else nothing.
void paintNamesOfBars(QPainter& painter, const TimelineContent& content, std::size_t number, std::size_t lane,
                      const TimelineGeometry& geometry, const TimelineLook& look)
{
    const SegmentTrack& segment = content.lanes[lane].segments[number];
    const QFontMetricsF metrics(look.font);
    QColor ground = look.palette.color(QPalette::Base);
    ground.setAlphaF(0.8F);
    painter.setPen(look.palette.color(QPalette::Text));
    for (std::size_t place = 0; place < segment.layers.size(); ++place) {
        const QRectF strip = geometry.nameStrip(lane, place);
        const double left = std::max(geometry.x(content.starts[number] + segment.whole(place).from), geometry.plot().left());
        const double room = std::min(geometry.x(content.starts[number + 1]), geometry.plot().right()) - left - 3;
        const LayerTrack& layer = segment.layers[place];
        for (const QString& name : {layer.name, QStringLiteral("R%1").arg(layer.position.region)}) {
            if (strip.height() >= metrics.height() - 1 && metrics.horizontalAdvance(name) <= room) {
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
    const QRectF top = geometry.lane(lane);
    const QRectF all = stretchRect(geometry, top, content.starts[number], content.starts[number + 1]);
    if (number % 2 == 1) {
        painter.fillRect(all, look.palette.color(QPalette::AlternateBase));
    }
    if (number > 0 && geometry.x(content.starts[number]) >= geometry.plot().left()) {
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
        const QString text = all.width() > 5 * namedSegment ? tr("Segment %1").arg(number) : QString::number(number);
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
    const double cycles = content.lanes[lane].cycles;
    const double base = content.lanes.front().cycles;
    const bool groups = content.lanes[lane].handOn == HandOn::Groups;
    QString figures = tr(": %1 cycles").arg(style::count(cycles));
    if (lane > 0 && base > 0) {
        figures += tr(", +%1").arg(style::percent(cycles / base - 1));
    }
    QFont bold = look.font;
    bold.setBold(true);
    QString text = (groups ? tr("Groups handed on (ALLO)") : tr("Whole maps handed on (without ALLO)")) + figures;
    if (QFontMetricsF(bold).horizontalAdvance(text) > geometry.plot().width()) {
        text = (groups ? tr("ALLO") : tr("Without ALLO")) + figures;
    }
    painter.setFont(bold);
    painter.setPen(look.palette.color(QPalette::Text));
    const QRectF top = geometry.lane(lane);
    painter.drawText(QRectF(top.left(), top.top(), top.width(), geometry.lineHeight()), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.setFont(look.font);
}

} // namespace

TimelineGeometry::TimelineGeometry(const TimelineContent& content, QRectF area, double from, double to, const QFont& font,
                                   TimelineMedium medium)
    : m_from(from), m_to(std::max(to, from + 1e-6)), m_line(QFontMetricsF(font).height()), m_titles(content.lanes.size() > 1)
{
    const bool paper = medium == TimelineMedium::Paper;
    const double labels = paper ? paperLabels : std::clamp(area.width() * labelShare, narrowestLabels, widestLabels);
    const double legend = paper ? plot::legendInRows(timelineLegend(content, {}), area.width() - 10, font).size.height() : 1.1 * m_line;
    m_plot = area.adjusted(labels, 2, -10, -2.3 * m_line - legend);
    m_scale = m_plot.width() / (m_to - m_from);
    m_laneHeight = m_plot.height() / static_cast<double>(std::max<std::size_t>(content.lanes.size(), 1));
    m_rows = content.empty() ? 1 : static_cast<double>(content.mostRows(m_from, m_to));
    const double room = m_laneHeight - m_line * (m_titles ? 2 : 1) - dramHeight - 3;
    m_rowHeight = std::clamp(room / m_rows, 1.0, tallestRow);
    m_nameStrip = paper ? std::min(m_line, m_rowHeight / 2) : 0;
}

double TimelineGeometry::paperHeight(const TimelineContent& content, double width, double from, double to, const QFont& font)
{
    const double line = QFontMetricsF(font).height();
    const auto lanes = static_cast<double>(std::max<std::size_t>(content.lanes.size(), 1));
    const double rows = content.empty() ? 1 : std::min(static_cast<double>(content.mostRows(from, to)), mostPaperRows);
    const double lane = rows * (line + paperBars) + line * (lanes > 1 ? 2 : 1) + dramHeight + 3;
    return 2 + lanes * lane + 2.3 * line + plot::legendInRows(timelineLegend(content, {}), width - 10, font).size.height();
}

QRectF TimelineGeometry::nameStrip(std::size_t lane, std::size_t place) const
{
    const QRectF whole = row(lane, place);
    return {whole.left(), whole.top(), whole.width(), m_nameStrip};
}

QRectF TimelineGeometry::lane(std::size_t number) const
{
    return {m_plot.left(), m_plot.top() + static_cast<double>(number) * m_laneHeight, m_plot.width(), m_laneHeight};
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
    painter.setOpacity(look.dimmed ? 0.45 : 1);
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
            if (geometry.isPaper()) {
                paintNamesOfBars(painter, content, i, lane, geometry, look);
            }
        }
        paintLaneTitle(painter, content, lane, geometry, look);
    }
    paintRowNames(painter, content, geometry, look);
    paintTimelineAxis(painter, content, geometry, look);
    painter.restore();
}

std::optional<TimelineHit> timelineHit(const TimelineContent& content, const TimelineGeometry& geometry, QPointF position)
{
    if (content.empty() || position.x() > geometry.plot().right()) {
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
