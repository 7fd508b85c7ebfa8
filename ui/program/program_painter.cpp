#include "ui/program/program_painter.h"

#include "ui/plot/bar.h"
#include "ui/plot/hatch.h"
#include "ui/plot/tile_grid.h"
#include "ui/program/program_text.h"
#include "ui/style/palette.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::program {

namespace {

constexpr double barHeight = 9;
constexpr double paleness = 0.72;        ///< of a tile's fill beside the colour of its region
constexpr double barScale = 0.22;        ///< below this, bars cannot be seen
constexpr double tileClearance = 14;
constexpr double tipWidths = 1.7;        ///< of an arrow beyond its end, in widths of its line
constexpr double memoryClearance = 2;    ///< from the edge of a channel to the rim of an arrow, which stays off its name
constexpr double computeSide = 12;       ///< of the mark of a pass at work
constexpr std::size_t mostArrows = 1024; ///< more cannot be told apart

std::vector<QRectF> memoryOf(const ProgramMoment& moment)
{
    return moment.cornerMemory ? plot::cornerMemoryRects(moment.tiles) : std::vector<QRectF>();
}

/// Text as large as it can be read on the screen; nothing where it does not fit.
void paintWords(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour, double scale, double wanted)
{
    QFont font = painter.font();
    font.setBold(true);
    const int least = style::smallestTextAt(scale);
    for (const int pixels : {std::max(least, static_cast<int>(wanted)), least}) {
        font.setPixelSize(pixels);
        const QSizeF size = QFontMetricsF(font).size(0, text);
        if (size.width() <= area.width() && size.height() <= area.height()) {
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(area, Qt::AlignCenter, text);
            return;
        }
    }
}

QColor tileFill(const MomentTile& tile, const QPalette& palette)
{
    return tile.works ? style::blend(style::categorical(static_cast<int>(tile.region)), palette.color(QPalette::Base), paleness)
                      : style::idleFill(palette);
}

void paintTile(QPainter& painter, const ProgramMoment& moment, Tile place, const ProgramLook& look)
{
    const MomentTile& tile = moment.at(place);
    const QRectF rect = plot::tileRect(place);
    const QColor fill = tileFill(tile, look.palette);
    painter.setPen(QPen(tile.works ? fill.darker(125) : style::outline(look.palette), 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 5, 5);
    if (tile.works && look.scale >= barScale) {
        const QRectF track(rect.left() + 5, rect.bottom() - barHeight - 5, rect.width() - 10, barHeight);
        painter.setPen(QPen(style::outline(look.palette), 0.6));
        painter.setBrush(look.palette.color(QPalette::Base));
        painter.drawRect(track);
        std::vector<plot::BarPart> parts;
        for (const Tensor tensor : allTensors) {
            parts.push_back({static_cast<double>(tile.words[tensor]), style::tensorColour(tensor)});
        }
        plot::paintBar(painter, parts, plot::layOutBar(parts, static_cast<double>(std::max<Count>(moment.bufferWords, 1)), track));
    }
    if (tile.computes) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.palette.color(QPalette::WindowText));
        painter.drawEllipse(QRectF(rect.right() - computeSide - 4, rect.top() + 4, computeSide, computeSide));
    }
    if (!tile.label.isEmpty() && tile.rotates) {
        const QRectF area = rect.adjusted(8, 18, -8, -barHeight - 8);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style::tensorColour(*tile.rotates));
        painter.drawRoundedRect(area, 3, 3);
        paintWords(painter, area, tile.label, style::readableOn(style::tensorColour(*tile.rotates)), look.scale, 16);
    }
    if (tile.faulty) {
        plot::hatch(painter, rect, style::errorColour(look.palette), plot::Slant::Rising, 8);
    }
    if (tile.last) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style::selection(look.palette), std::clamp(1.5 / look.scale, 1.5, 6.0), Qt::DashLine));
        painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 4, 4);
    }
    if (moment.selected == place || tile.faulty) {
        painter.setBrush(Qt::NoBrush);
        const double width = std::clamp(2.5 / look.scale, 2.5, 8.0);
        painter.setPen(QPen(tile.faulty ? style::errorColour(look.palette) : look.palette.color(QPalette::WindowText), width));
        painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 6, 6);
    }
}

/// Where words come from or go to in memory: the edge of the channel that is nearest to the tile, or above the tile for its own.
QPointF memoryAt(const ProgramMoment& moment, Tile tile)
{
    const QPointF centre = plot::tileRect(tile).center();
    const std::vector<QRectF> rects = memoryOf(moment);
    if (rects.empty()) {
        return centre - QPointF(0, plot::tilePitch * 0.6);
    }
    const auto distance = [&](const QRectF& rect) { return std::hypot(rect.center().x() - centre.x(), rect.center().y() - centre.y()); };
    const QRectF& nearest = *std::min_element(rects.begin(), rects.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    return {std::clamp(centre.x(), nearest.left(), nearest.right()), std::clamp(centre.y(), nearest.top(), nearest.bottom())};
}

Qt::PenStyle lineOf(const MomentTransfer& transfer)
{
    if (transfer.from && transfer.to) {
        return Qt::SolidLine;
    }
    return transfer.memory == MomentMemory::Shared ? Qt::DotLine : Qt::DashLine;
}

void paintTransfers(QPainter& painter, const ProgramMoment& moment, const ProgramLook& look)
{
    const double width = std::clamp(2.0 / std::max(look.scale, 0.1), 2.0, 9.0);
    std::size_t painted = 0;
    for (auto transfer = moment.transfers.rbegin(); transfer != moment.transfers.rend() && painted < mostArrows; ++transfer, ++painted) {
        const Tile inner = transfer->to ? *transfer->to : *transfer->from;
        const QPointF from = transfer->from ? plot::tileRect(*transfer->from).center() : memoryAt(moment, inner);
        const QPointF to = transfer->to ? plot::tileRect(*transfer->to).center() : memoryAt(moment, inner);
        const double wide = transfer->last ? width * 1.5 : width;
        const double clearance = tipWidths * wide + memoryClearance;
        const plot::Clearance clear{transfer->from ? tileClearance : clearance, transfer->to ? tileClearance : clearance};
        plot::paintCurve(painter, from, to, wide, clear, style::tensorColour(transfer->tensor), lineOf(*transfer));
    }
}

} // namespace

QRectF programBounds(const ProgramMoment& moment)
{
    const QRectF bounds = plot::gridBounds(moment.tiles, memoryOf(moment));
    return moment.cornerMemory ? bounds.adjusted(-4, -4, 4, 4) : bounds.adjusted(-4, -plot::tilePitch * 0.3, 4, 4);
}

void paintProgram(QPainter& painter, const ProgramMoment& moment, const ProgramLook& look)
{
    painter.save();
    for (Count row = 0; row < moment.tiles.height; ++row) {
        for (Count column = 0; column < moment.tiles.width; ++column) {
            paintTile(painter, moment, {row, column}, look);
        }
    }
    const std::vector<QRectF> memory = memoryOf(moment);
    plot::paintMemoryRects(painter, memory, look.palette);
    for (const QRectF& rect : memory) {
        paintWords(painter, rect, QStringLiteral("DRAM"), style::readableOn(style::memoryColour(look.palette)), look.scale, 12);
    }
    paintTransfers(painter, moment, look);
    painter.restore();
}

std::vector<plot::LegendEntry> programLegend(const QPalette& palette, bool cornerMemory, bool sharedBuffers)
{
    std::vector<plot::LegendEntry> entries;
    for (const Tensor tensor : allTensors) {
        entries.push_back(plot::swatch(style::tensorLabel(tensor), style::tensorColour(tensor)));
    }
    const QColor ink = palette.color(QPalette::WindowText);
    entries.push_back(plot::arrow(ProgramText::tr("from tile to tile"), ink));
    entries.push_back(plot::arrow(ProgramText::tr("from or to DRAM"), ink, Qt::DashLine));
    if (sharedBuffers) {
        entries.push_back(plot::arrow(ProgramText::tr("from or to the shared buffer"), ink, Qt::DotLine));
    }
    entries.push_back(plot::outlined(ProgramText::tr("last step"), Qt::NoBrush, QPen(style::selection(palette), 1.5, Qt::DashLine)));
    entries.push_back({ProgramText::tr("a pass is at work"), [ink](QPainter& painter, const QRectF& place) {
                           painter.setPen(Qt::NoPen);
                           painter.setBrush(ink);
                           painter.drawEllipse(place);
                       }});
    if (cornerMemory) {
        entries.push_back(plot::swatch(ProgramText::tr("DRAM"), style::memoryColour(palette)));
    }
    return entries;
}

} // namespace tilescape::ui::program
