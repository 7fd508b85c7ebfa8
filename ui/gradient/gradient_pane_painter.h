#pragma once

#include "ui/gradient/gradient_player.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPalette>

namespace tilescape::ui::gradient {

/// Paints one order at work (Fig. 10), as far as its player is: the five matrices as grids of tiles, what the scratchpad
/// holds, what the step at work touches, and the traffic so far. Where there are more tiles than room, a cell stands for a
/// block of tiles.
class GradientPanePainter {
public:
    /// `longest`: bytes of the order that moves most, so that bars side by side compare.
    GradientPanePainter(const GradientPlayer& player, Count longest, const QPalette& palette, const QFont& font);

    /// A height at which texts are whole and grids have a good size.
    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& area) const;

private:
    struct Grid {
        QRectF cells;
        Count rows = 1;    ///< cells
        Count columns = 1;
        Count group = 1;   ///< tiles a side of a cell
    };
    struct Line {
        QString left;
        QString right;
        bool bold = false;
        bool muted = false;
    };
    [[nodiscard]] Grid gridIn(const QRectF& area, training::gradient::Matrix matrix) const;
    [[nodiscard]] std::vector<Line> head(double width) const;
    [[nodiscard]] QStringList foot(double width) const;
    [[nodiscard]] double line() const { return m_metrics.height(); }
    void paintHead(QPainter& painter, const QRectF& area) const;
    void paintMatrix(QPainter& painter, const QRectF& area, training::gradient::Matrix matrix) const;
    void paintCells(QPainter& painter, const Grid& grid, training::gradient::Matrix matrix) const;
    void paintEvents(QPainter& painter, const Grid& grid, training::gradient::Matrix matrix) const;
    void paintGrids(QPainter& painter, const QRectF& area) const;
    void paintTraffic(QPainter& painter, const QRectF& bar) const;

    const GradientPlayer& m_player;
    Count m_longest;
    QPalette m_palette;
    QFont m_font;
    QFont m_bold;
    QFontMetricsF m_metrics;
};

/// What the step at work does: "dX of tile (0, 2, 1): dY fetched, W there already".
QString statusText(const GradientPlayer* player);

} // namespace tilescape::ui::gradient
