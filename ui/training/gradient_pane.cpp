#include "ui/training/gradient_pane.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/training/gradient_colours.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::training {

using gradient::Matrix;
using gradient::TileEvent;
using gradient::TileEventKind;

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

} // namespace

GradientPane::GradientPane(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void GradientPane::setRun(std::shared_ptr<const GradientRun> run, Count longest)
{
    m_player = run ? std::make_unique<GradientPlayer>(std::move(run)) : nullptr;
    m_longest = std::max<Count>(longest, 1);
    if (m_player) {
        setAccessibleName(tr("Tiles of the order %1").arg(text(labelOf(m_player->run().order))));
    }
    refresh();
}

void GradientPane::showTime(Count ticks)
{
    if (m_player) {
        m_player->seekTime(ticks);
        refresh();
    }
}

void GradientPane::showStep(std::size_t step)
{
    if (m_player) {
        m_player->seek(step);
        refresh();
    }
}

void GradientPane::refresh()
{
    setAccessibleDescription(statusText());
    update();
}

QString GradientPane::statusText() const
{
    const gradient::TraceStep* const step = m_player ? m_player->lastStep() : nullptr;
    if (step == nullptr) {
        return tr("Nothing has been computed yet.");
    }
    const auto& at = step->step.at;
    QStringList parts;
    for (const TileEvent& event : m_player->lastEvents()) {
        const bool own = event.kind != TileEventKind::Drop && event.kind != TileEventKind::Spill;
        if (own && event.kind != TileEventKind::Begin) {
            parts << QStringLiteral("%1 %2").arg(text(nameOf(event.matrix)), eventText(event.kind));
        }
    }
    const auto matrices = matricesOf(step->step.kind);
    return tr("%1 of tile (%2, %3, %4): %5")
        .arg(text(nameOf(matrices.sum)))
        .arg(at[gradient::Axis::M])
        .arg(at[gradient::Axis::K])
        .arg(at[gradient::Axis::N])
        .arg(parts.join(QStringLiteral(", ")));
}

GradientPane::Grid GradientPane::gridIn(const QRectF& area, Matrix matrix) const
{
    const gradient::Tiling& tiling = m_player->run().tiling;
    const gradient::MatrixAxes axes = axesOf(matrix);
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

void GradientPane::paintCells(QPainter& painter, const Grid& grid, Matrix matrix, const QPalette& palette) const
{
    const gradient::Tiling& tiling = m_player->run().tiling;
    const gradient::MatrixAxes axes = axesOf(matrix);
    const Count rows = tiling.tiles(axes.row);
    const Count columns = tiling.tiles(axes.column);
    const QColor colour = matrixColour(matrix);
    const QColor idle = style::idleFill(palette);
    QImage image(static_cast<int>(grid.columns), static_cast<int>(grid.rows), QImage::Format_RGB32);
    for (Count row = 0; row < grid.rows; ++row) {
        for (Count column = 0; column < grid.columns; ++column) {
            double strength = 0;
            Count tiles = 0;
            for (Count r = row * grid.group; r < std::min(rows, (row + 1) * grid.group); ++r) {
                for (Count c = column * grid.group; c < std::min(columns, (column + 1) * grid.group); ++c, ++tiles) {
                    strength += strengthOf(m_player->state(matrix, r, c));
                }
            }
            const double share = strength / static_cast<double>(tiles);
            image.setPixelColor(static_cast<int>(column), static_cast<int>(row), style::blend(idle, colour, share));
        }
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(grid.cells, image);
    const double width = grid.cells.width() / static_cast<double>(grid.columns);
    const double height = grid.cells.height() / static_cast<double>(grid.rows);
    painter.setPen(QPen(palette.color(QPalette::Base), 1));
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
    painter.setPen(QPen(style::outline(palette), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(grid.cells);
}

void GradientPane::paintEvents(QPainter& painter, const Grid& grid, Matrix matrix, const QPalette& palette) const
{
    const double width = grid.cells.width() / static_cast<double>(grid.columns);
    const double height = grid.cells.height() / static_cast<double>(grid.rows);
    painter.setBrush(Qt::NoBrush);
    for (const TileEvent& event : m_player->lastEvents()) {
        if (event.matrix != matrix || event.kind == TileEventKind::Drop || event.kind == TileEventKind::Finish) {
            continue;
        }
        const double row = std::floor(static_cast<double>(event.row) / static_cast<double>(grid.group));
        const double column = std::floor(static_cast<double>(event.column) / static_cast<double>(grid.group));
        const QRectF cell(grid.cells.left() + column * width, grid.cells.top() + row * height, width, height);
        const bool again = event.kind == TileEventKind::FetchAgain || event.kind == TileEventKind::Spill
                        || event.kind == TileEventKind::SumBack;
        QPen pen(eventColour(event.kind, palette), event.kind == TileEventKind::Reuse ? 2 : 3);
        pen.setStyle(again ? Qt::DashLine : Qt::SolidLine); // told apart without colours, too
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawRect(cell.adjusted(-1, -1, 1, 1));
    }
}

void GradientPane::paintMatrix(QPainter& painter, const QRectF& area, Matrix matrix, const QPalette& palette) const
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const gradient::Tiling& tiling = m_player->run().tiling;
    const gradient::MatrixAxes axes = axesOf(matrix);
    const Grid grid = gridIn(area.adjusted(0, line + 3, 0, 0), matrix);
    QFont bold = painter.font();
    bold.setBold(true);
    painter.save();
    painter.setFont(bold);
    painter.setPen(palette.color(QPalette::WindowText));
    const QString name = text(nameOf(matrix));
    painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter, name);
    const double used = QFontMetricsF(bold).horizontalAdvance(name) + 5;
    painter.restore();
    painter.setPen(style::mutedText(palette));
    QString size = tr("%1 × %2").arg(tiling.tiles(axes.row)).arg(tiling.tiles(axes.column));
    if (grid.group > 1) {
        size += QStringLiteral(", ") + QString::number(grid.group) + tr("² each");
    }
    painter.drawText(QRectF(area.left() + used, area.top(), area.width() - used, line), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(size, Qt::ElideRight, area.width() - used));
    paintCells(painter, grid, matrix, palette);
    paintEvents(painter, grid, matrix, palette);
}

void GradientPane::paintHead(QPainter& painter, const QRectF& area, const QPalette& palette) const
{
    const GradientRun& run = m_player->run();
    const QFontMetricsF metrics(painter.font());
    QFont bold = painter.font();
    bold.setBold(true);
    painter.save();
    painter.setFont(bold);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(QRectF(area.left(), area.top(), area.width(), metrics.height()), Qt::AlignLeft,
                     text(labelOf(run.order)));
    painter.restore();
    const auto& tile = run.tiling.tile();
    painter.setPen(style::mutedText(palette));
    painter.drawText(QRectF(area.left(), area.top(), area.width(), metrics.height()), Qt::AlignRight,
                     tr("tile %1 × %2 × %3").arg(tile[gradient::Axis::M]).arg(tile[gradient::Axis::K]).arg(tile[gradient::Axis::N]));
    const double now = run.machine.seconds(m_player->timeAt(m_player->position()));
    const double all = run.machine.seconds(run.measure.ticks);
    const bool done = m_player->position() == m_player->steps() && run.trace.complete;
    painter.setPen(palette.color(QPalette::WindowText));
    const QRectF second(area.left(), area.top() + metrics.height() + 1, area.width(), metrics.height());
    painter.drawText(second, Qt::AlignLeft, tr("%1 of %2").arg(style::seconds(done ? all : now), style::seconds(all)));
    painter.drawText(second, Qt::AlignRight,
                     tr("step %1 of %2").arg(style::exactCount(static_cast<double>(m_player->position())),
                                             style::exactCount(static_cast<double>(run.measure.steps))));
}

void GradientPane::paintTraffic(QPainter& painter, const QRectF& area, const QPalette& palette) const
{
    const GradientTally& tally = m_player->tally();
    const QFontMetricsF metrics(painter.font());
    const QRectF bar(area.left(), area.top(), area.width(), 9);
    painter.fillRect(bar, style::idleFill(palette));
    double left = bar.left();
    const auto part = [&](Count bytes, const QColor& colour, Qt::BrushStyle brush) {
        const double width = bar.width() * static_cast<double>(bytes) / static_cast<double>(m_longest);
        painter.fillRect(QRectF(left, bar.top(), width, bar.height()), QBrush(colour, brush));
        left += width;
    };
    part(tally.fetched, style::categorical(4), Qt::SolidPattern);
    part(tally.written, style::categorical(6), Qt::SolidPattern);
    part(tally.fetchedAgain, style::categorical(5), Qt::SolidPattern);
    part(tally.spilled, style::categorical(5), Qt::Dense4Pattern);
    painter.setPen(palette.color(QPalette::WindowText));
    const auto line = [&](int index, const QString& words) {
        const QRectF row(area.left(), bar.bottom() + 3 + index * metrics.height(), area.width(), metrics.height());
        painter.drawText(row, Qt::AlignLeft, metrics.elidedText(words, Qt::ElideRight, row.width()));
    };
    line(0, tr("DRAM %1, of it dY %2").arg(bytesText(tally.moved()), bytesText(tally.dyRead)));
    line(1, tr("again %1, sums out and in %2").arg(bytesText(tally.fetchedAgain), bytesText(tally.spilled)));
    line(2, tr("saved by reuse %1").arg(bytesText(tally.reused)));
}

void GradientPane::paintOn(QPainter& painter, const QRectF& area, const QPalette& palette, const QFont& font) const
{
    painter.setFont(font);
    if (!m_player) {
        return;
    }
    const double line = QFontMetricsF(font).height();
    const double head = 2 * line + 8;
    const double foot = 9 + 3 * line + 8;
    paintHead(painter, QRectF(area.left(), area.top(), area.width(), head), palette);
    const QRectF grids(area.left(), area.top() + head, area.width(), std::max(area.height() - head - foot, 60.0));
    const double column = (grids.width() - 2 * gap) / 3;
    // Rows in the proportion of M and K, within bounds: dY, X and dX above, W and dW below.
    const auto& tiling = m_player->run().tiling;
    const double m = std::sqrt(static_cast<double>(tiling.tiles(gradient::Axis::M)));
    const double k = std::sqrt(static_cast<double>(tiling.tiles(gradient::Axis::K)));
    const double upper = (grids.height() - gap) * std::clamp(m / (m + k), 0.35, 0.65);
    const auto cell = [&](int row, int index) {
        return QRectF(grids.left() + index * (column + gap), grids.top() + (row == 0 ? 0 : upper + gap), column,
                      row == 0 ? upper : grids.height() - gap - upper);
    };
    paintMatrix(painter, cell(0, 0), Matrix::Dy, palette);
    paintMatrix(painter, cell(0, 1), Matrix::X, palette);
    paintMatrix(painter, cell(0, 2), Matrix::Dx, palette);
    paintMatrix(painter, cell(1, 1), Matrix::W, palette);
    paintMatrix(painter, cell(1, 2), Matrix::Dw, palette);
    // Below dY is room for what the step does.
    painter.setPen(style::mutedText(palette));
    painter.drawText(cell(1, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, statusText());
    paintTraffic(painter, QRectF(area.left(), area.bottom() - foot + 6, area.width(), foot - 6), palette);
}

void GradientPane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintOn(painter, QRectF(rect()).adjusted(8, 4, -8, -4), palette(), font());
}

// --- Legend ---

namespace {

struct LegendEntry {
    double strength = -1; ///< of a fill; below 0: a frame
    TileEventKind event = TileEventKind::Fetch;
    const char* text = nullptr;
};

constexpr std::array<LegendEntry, 7> legendEntries{{
    {1, {}, QT_TRANSLATE_NOOP("GradientLegend", "in the scratchpad")},
    {0.42, {}, QT_TRANSLATE_NOOP("GradientLegend", "result written")},
    {0.18, {}, QT_TRANSLATE_NOOP("GradientLegend", "dropped or spilled")},
    {0, {}, QT_TRANSLATE_NOOP("GradientLegend", "not touched yet")},
    {-1, TileEventKind::Fetch, QT_TRANSLATE_NOOP("GradientLegend", "fetched now")},
    {-1, TileEventKind::FetchAgain, QT_TRANSLATE_NOOP("GradientLegend", "again, or a sum out or in")},
    {-1, TileEventKind::Reuse, QT_TRANSLATE_NOOP("GradientLegend", "reused now")},
}};

} // namespace

GradientLegend::GradientLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend of the tiles"));
}

int GradientLegend::layOut(int width, QPainter* painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height() + 4;
    constexpr int swatch = 11;
    int x = 8;
    int y = 0;
    for (const LegendEntry& entry : legendEntries) {
        const QString words = tr(entry.text);
        const int advance = swatch + 5 + metrics.horizontalAdvance(words) + 14;
        if (x > 8 && x + advance - 14 > width - 8) {
            x = 8;
            y += line;
        }
        if (painter != nullptr) {
            const QRectF box(x + 0.5, y + (line - swatch) / 2 + 0.5, swatch, swatch);
            const QColor fill = style::blend(style::idleFill(palette()), matrixColour(Matrix::Dy), std::max(entry.strength, 0.0));
            painter->setBrush(entry.strength < 0 ? QBrush(Qt::NoBrush) : QBrush(fill));
            QPen pen(entry.strength < 0 ? eventColour(entry.event, palette()) : style::outline(palette()), entry.strength < 0 ? 2 : 1);
            pen.setStyle(entry.strength < 0 && entry.event == TileEventKind::FetchAgain ? Qt::DashLine : Qt::SolidLine);
            painter->setPen(pen);
            painter->drawRect(box);
            painter->setPen(palette().color(QPalette::WindowText));
            painter->drawText(QRect(x + swatch + 5, y, advance, line), Qt::AlignLeft | Qt::AlignVCenter, words);
        }
        x += advance;
    }
    return y + line;
}

int GradientLegend::heightForWidth(int width) const { return layOut(width, nullptr); }

QSize GradientLegend::sizeHint() const { return {600, heightForWidth(width() > 100 ? width() : 600)}; }

void GradientLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    layOut(width(), &painter);
}

} // namespace tilescape::ui::training
