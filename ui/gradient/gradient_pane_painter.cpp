#include "ui/gradient/gradient_pane_painter.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_text.h"
#include "ui/plot/bar.h"
#include "ui/plot/text.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::gradient {

using training::gradient::Matrix;
using training::gradient::TileEvent;
using training::gradient::TileEventKind;

namespace {

constexpr double gap = 10;
constexpr double smallestCell = 4;  ///< pixels; less would be a blur
constexpr double largestCell = 26;
constexpr double smallestLine = 6;  ///< cells from this size on are parted by a line

/// How strongly a tile in this state shows its matrix's colour.
double strengthOf(TileState state)
{
    switch (state) {
    case TileState::Resident: return 1;
    case TileState::Finished: return 0.42;
    case TileState::Dropped:
    case TileState::Spilled: return 0.18;
    case TileState::Untouched: break;
    }
    return 0;
}

constexpr double trafficBar = 9;
constexpr double lowestGrids = 60;
constexpr double gridShape = 0.62; ///< height over width of the five grids, where there is a choice

} // namespace

QString statusText(const GradientPlayer* player)
{
    if (player == nullptr) {
        return GradientText::tr("Nothing has been computed yet.");
    }
    const training::gradient::TraceStep* const step = player->lastStep();
    if (step == nullptr) {
        return GradientText::tr("None of %1 steps has been computed yet.")
            .arg(QLocale().toString(static_cast<qlonglong>(player->steps())));
    }
    const auto& at = step->step.at;
    QStringList parts;
    for (const TileEvent& event : player->lastEvents()) {
        const bool own = event.kind != TileEventKind::Drop && event.kind != TileEventKind::Spill;
        if (own && event.kind != TileEventKind::Begin) {
            parts << QStringLiteral("%1 %2").arg(style::coreName(nameOf(event.matrix)), eventText(event.kind));
        }
    }
    const auto matrices = matricesOf(step->step.kind);
    return GradientText::tr("%1 of tile (%2, %3, %4): %5")
        .arg(style::coreName(nameOf(matrices.sum)))
        .arg(at[training::gradient::Axis::M])
        .arg(at[training::gradient::Axis::K])
        .arg(at[training::gradient::Axis::N])
        .arg(parts.join(QStringLiteral(", ")));
}

GradientPanePainter::GradientPanePainter(const GradientPlayer& player, Count longest, const QPalette& palette, const QFont& font)
    : m_player(player), m_longest(std::max<Count>(longest, 1)), m_palette(palette), m_font(font), m_bold(font), m_metrics(font)
{
    m_bold.setBold(true);
}

GradientPanePainter::Grid GradientPanePainter::gridIn(const QRectF& area, Matrix matrix) const
{
    const training::gradient::Tiling& tiling = m_player.run().tiling;
    const training::gradient::MatrixAxes axes = axesOf(matrix);
    const Count rows = tiling.tiles(axes.row);
    const Count columns = tiling.tiles(axes.column);
    const auto most = [](double length) { return std::max<Count>(1, static_cast<Count>(length / smallestCell)); };
    Grid grid;
    grid.group = std::max(ceilDivide(rows, most(area.height())), ceilDivide(columns, most(area.width())));
    grid.rows = ceilDivide(rows, grid.group);
    grid.columns = ceilDivide(columns, grid.group);
    const double width = std::clamp(area.width() / static_cast<double>(grid.columns), smallestCell, largestCell);
    const double height = std::clamp(area.height() / static_cast<double>(grid.rows), smallestCell, largestCell);
    // Cells may be oblong, up to two to one: long matrices stay readable.
    const double w = std::min(width, 2 * height);
    const double h = std::min(height, 2 * width);
    grid.cells = QRectF(area.left(), area.top(), w * static_cast<double>(grid.columns), h * static_cast<double>(grid.rows));
    return grid;
}

void GradientPanePainter::paintCells(QPainter& painter, const Grid& grid, Matrix matrix) const
{
    const training::gradient::Tiling& tiling = m_player.run().tiling;
    const training::gradient::MatrixAxes axes = axesOf(matrix);
    const Count rows = tiling.tiles(axes.row);
    const Count columns = tiling.tiles(axes.column);
    const QColor colour = matrixColour(matrix);
    const QColor idle = style::idleFill(m_palette);
    const double width = grid.cells.width() / static_cast<double>(grid.columns);
    const double height = grid.cells.height() / static_cast<double>(grid.rows);
    const auto shareOf = [&](Count row, Count column) {
        double strength = 0;
        Count tiles = 0;
        for (Count r = row * grid.group; r < std::min(rows, (row + 1) * grid.group); ++r) {
            for (Count c = column * grid.group; c < std::min(columns, (column + 1) * grid.group); ++c, ++tiles) {
                strength += strengthOf(m_player.state(matrix, r, c));
            }
        }
        return strength / static_cast<double>(tiles);
    };
    painter.fillRect(grid.cells, idle);
    for (Count row = 0; row < grid.rows; ++row) {
        // Neighbours in the same state are one rectangle.
        for (Count column = 0; column < grid.columns;) {
            const double share = shareOf(row, column);
            Count end = column + 1;
            while (end < grid.columns && shareOf(row, end) == share) {
                ++end;
            }
            if (share > 0) {
                painter.fillRect(QRectF(grid.cells.left() + width * static_cast<double>(column), grid.cells.top() + height * static_cast<double>(row),
                                        width * static_cast<double>(end - column), height),
                                 style::blend(idle, colour, share));
            }
            column = end;
        }
    }
    painter.setPen(QPen(m_palette.color(QPalette::Base), 1));
    if (width >= smallestLine) {
        for (Count column = 1; column < grid.columns; ++column) {
            const double x = grid.cells.left() + width * static_cast<double>(column);
            painter.drawLine(QPointF(x, grid.cells.top()), QPointF(x, grid.cells.bottom()));
        }
    }
    if (height >= smallestLine) {
        for (Count row = 1; row < grid.rows; ++row) {
            const double y = grid.cells.top() + height * static_cast<double>(row);
            painter.drawLine(QPointF(grid.cells.left(), y), QPointF(grid.cells.right(), y));
        }
    }
    painter.setPen(QPen(style::outline(m_palette), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(grid.cells);
}

void GradientPanePainter::paintEvents(QPainter& painter, const Grid& grid, Matrix matrix) const
{
    const double width = grid.cells.width() / static_cast<double>(grid.columns);
    const double height = grid.cells.height() / static_cast<double>(grid.rows);
    painter.setBrush(Qt::NoBrush);
    for (const TileEvent& event : m_player.lastEvents()) {
        if (event.matrix != matrix || event.kind == TileEventKind::Drop || event.kind == TileEventKind::Finish) {
            continue;
        }
        const double row = std::floor(static_cast<double>(event.row) / static_cast<double>(grid.group));
        const double column = std::floor(static_cast<double>(event.column) / static_cast<double>(grid.group));
        const QRectF cell(grid.cells.left() + column * width, grid.cells.top() + row * height, width, height);
        const bool again = event.kind == TileEventKind::FetchAgain || event.kind == TileEventKind::Spill
                        || event.kind == TileEventKind::SumBack;
        QPen pen(eventColour(event.kind, m_palette), event.kind == TileEventKind::Reuse ? 2 : 3);
        pen.setStyle(again ? Qt::DashLine : Qt::SolidLine); // told apart without colours, too
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawRect(cell.adjusted(-1, -1, 1, 1));
    }
}

void GradientPanePainter::paintMatrix(QPainter& painter, const QRectF& area, Matrix matrix) const
{
    const training::gradient::Tiling& tiling = m_player.run().tiling;
    const training::gradient::MatrixAxes axes = axesOf(matrix);
    const Grid grid = gridIn(area.adjusted(0, line() + 3, 0, 0), matrix);
    painter.setFont(m_bold);
    painter.setPen(m_palette.color(QPalette::WindowText));
    const QString name = style::coreName(nameOf(matrix));
    painter.drawText(QPointF(area.left(), area.top() + m_metrics.ascent()), name);
    const double used = QFontMetricsF(m_bold).horizontalAdvance(name) + 5;
    painter.setFont(m_font);
    painter.setPen(style::mutedText(m_palette));
    // With the tiles of a cell, without, or not at all, by the room.
    const QString size = GradientText::tr("%1 × %2").arg(tiling.tiles(axes.row)).arg(tiling.tiles(axes.column));
    const QString grouped =
        grid.group > 1 ? size + QStringLiteral(", ") + QString::number(grid.group) + GradientText::tr("² each") : size;
    for (const QString& words : {grouped, size}) {
        if (m_metrics.horizontalAdvance(words) <= area.width() - used) {
            painter.drawText(QPointF(area.left() + used, area.top() + m_metrics.ascent()), words);
            break;
        }
    }
    paintCells(painter, grid, matrix);
    paintEvents(painter, grid, matrix);
}

/// Two texts a line where both have room, else one.
std::vector<GradientPanePainter::Line> GradientPanePainter::head(double width) const
{
    const GradientRun& run = m_player.run();
    const auto& tile = run.tiling.tile();
    const double now = run.machine.seconds(m_player.timeAt(m_player.position()));
    const double all = run.machine.seconds(run.measure.ticks);
    const bool done = m_player.position() == m_player.steps() && run.trace.complete;
    const std::array<Line, 2> wanted{{
        {style::coreText(labelOf(run.order)),
         GradientText::tr("tile %1 × %2 × %3")
             .arg(tile[training::gradient::Axis::M])
             .arg(tile[training::gradient::Axis::K])
             .arg(tile[training::gradient::Axis::N]),
         true, true},
        {GradientText::tr("%1 of %2").arg(style::seconds(done ? all : now), style::seconds(all)),
         GradientText::tr("step %1 of %2")
             .arg(style::exactCount(static_cast<double>(m_player.position())),
                  style::exactCount(static_cast<double>(run.measure.steps)))},
    }};
    std::vector<Line> lines;
    for (const Line& both : wanted) {
        const double used = QFontMetricsF(both.bold ? m_bold : m_font).horizontalAdvance(both.left) + m_metrics.horizontalAdvance(both.right);
        if (used + gap <= width) {
            lines.push_back(both);
        } else {
            lines.push_back({both.left, {}, both.bold, false});
            lines.push_back({both.right, {}, false, both.muted});
        }
    }
    return lines;
}

void GradientPanePainter::paintHead(QPainter& painter, const QRectF& area) const
{
    double baseline = area.top() + m_metrics.ascent();
    for (const Line& words : head(area.width())) {
        const bool alone = words.right.isEmpty();
        painter.setFont(words.bold ? m_bold : m_font);
        painter.setPen(words.muted && alone ? style::mutedText(m_palette) : m_palette.color(QPalette::WindowText));
        painter.drawText(QPointF(area.left(), baseline), words.left);
        painter.setFont(m_font);
        painter.setPen(words.muted ? style::mutedText(m_palette) : m_palette.color(QPalette::WindowText));
        painter.drawText(QPointF(area.right() - m_metrics.horizontalAdvance(words.right), baseline), words.right);
        baseline += line() + 1;
    }
}

QStringList GradientPanePainter::foot(double width) const
{
    const GradientTally& tally = m_player.tally();
    QStringList lines;
    for (const QString& words :
         {GradientText::tr("DRAM %1, of it dY %2").arg(style::byteCount(tally.moved()), style::byteCount(tally.dyRead)),
          GradientText::tr("again %1, sums out and in %2")
              .arg(style::byteCount(tally.fetchedAgain), style::byteCount(tally.spilled)),
          GradientText::tr("saved by reuse %1").arg(style::byteCount(tally.reused))}) {
        lines << plot::wrapped(words, width, m_metrics);
    }
    return lines;
}

void GradientPanePainter::paintTraffic(QPainter& painter, const QRectF& bar) const
{
    const GradientTally& tally = m_player.tally();
    painter.fillRect(bar, style::idleFill(m_palette));
    const std::vector<plot::BarPart> parts{{static_cast<double>(tally.fetched), fetchedColour()},
                                           {static_cast<double>(tally.written), writtenColour()},
                                           {static_cast<double>(tally.fetchedAgain), againColour()},
                                           {static_cast<double>(tally.spilled), againColour(), {}, true}};
    plot::paintBar(painter, parts, plot::layOutBar(parts, static_cast<double>(m_longest), bar));
}

/// Rows in the proportion of M and K, within bounds: dY, X and dX above, W and dW below, and beneath dY what the step does,
/// if that has room there.
void GradientPanePainter::paintGrids(QPainter& painter, const QRectF& area) const
{
    const double column = (area.width() - 2 * gap) / 3;
    const auto& tiling = m_player.run().tiling;
    const double m = std::sqrt(static_cast<double>(tiling.tiles(training::gradient::Axis::M)));
    const double k = std::sqrt(static_cast<double>(tiling.tiles(training::gradient::Axis::K)));
    const double upper = (area.height() - gap) * std::clamp(m / (m + k), 0.35, 0.65);
    const auto cell = [&](int row, int index) {
        return QRectF(area.left() + index * (column + gap), area.top() + (row == 0 ? 0 : upper + gap), column,
                      row == 0 ? upper : area.height() - gap - upper);
    };
    paintMatrix(painter, cell(0, 0), Matrix::Dy);
    paintMatrix(painter, cell(0, 1), Matrix::X);
    paintMatrix(painter, cell(0, 2), Matrix::Dx);
    paintMatrix(painter, cell(1, 1), Matrix::W);
    paintMatrix(painter, cell(1, 2), Matrix::Dw);
    const QRectF free = cell(1, 0);
    const QStringList status = plot::wrapped(statusText(&m_player), column, m_metrics);
    const bool narrow = std::any_of(status.begin(), status.end(), [&](const QString& words) { return m_metrics.horizontalAdvance(words) > column; });
    if (narrow || static_cast<double>(status.size()) * line() > free.height()) {
        return;
    }
    painter.setPen(style::mutedText(m_palette));
    for (qsizetype i = 0; i < status.size(); ++i) {
        painter.drawText(QPointF(free.left(), free.top() + static_cast<double>(i) * line() + m_metrics.ascent()), status[i]);
    }
}

double GradientPanePainter::heightFor(double width) const
{
    const double texts = static_cast<double>(head(width).size()) * (line() + 1) + static_cast<double>(foot(width).size()) * line();
    return texts + trafficBar + 20 + std::clamp(gridShape * width, 2 * lowestGrids, 240.0);
}

void GradientPanePainter::paint(QPainter& painter, const QRectF& area) const
{
    const double above = static_cast<double>(head(area.width()).size()) * (line() + 1) + 6;
    const QStringList words = foot(area.width());
    const double below = trafficBar + 6 + static_cast<double>(words.size()) * line();
    paintHead(painter, area);
    painter.setFont(m_font);
    paintGrids(painter, QRectF(area.left(), area.top() + above, area.width(), std::max(area.height() - above - below - 8, lowestGrids)));
    const QRectF bar(area.left(), area.bottom() - below, area.width(), trafficBar);
    paintTraffic(painter, bar);
    painter.setPen(m_palette.color(QPalette::WindowText));
    for (qsizetype i = 0; i < words.size(); ++i) {
        painter.drawText(QPointF(area.left(), bar.bottom() + 3 + static_cast<double>(i) * line() + m_metrics.ascent()), words[i]);
    }
}

} // namespace tilescape::ui::gradient
