#pragma once

#include "ui/training/gradient_player.h"

#include <QWidget>

namespace tilescape::ui::training {

/// One order at work (Fig. 10): the five matrices as grids of tiles, what the scratchpad holds, what the step at work
/// touches, and the traffic so far. Where there are more tiles than room, a cell stands for a block of tiles.
class GradientPane : public QWidget {
    Q_OBJECT

public:
    explicit GradientPane(QWidget* parent = nullptr);

    /// `longest`: traffic of the order that moves most, so that bars side by side compare.
    void setRun(std::shared_ptr<const GradientRun> run, Count longest);
    [[nodiscard]] GradientPlayer* player() { return m_player.get(); }
    void showTime(Count ticks);
    void showStep(std::size_t step);
    [[nodiscard]] QString statusText() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 230}; }
    [[nodiscard]] QSize sizeHint() const override { return {360, 340}; }

    void paintOn(QPainter& painter, const QRectF& area, const QPalette& palette, const QFont& font) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Grid {
        QRectF cells;
        Count rows = 1;    ///< cells
        Count columns = 1;
        Count group = 1;   ///< tiles a side of a cell
    };
    [[nodiscard]] Grid gridIn(const QRectF& area, gradient::Matrix matrix) const;
    void paintMatrix(QPainter& painter, const QRectF& area, gradient::Matrix matrix, const QPalette& palette) const;
    void paintCells(QPainter& painter, const Grid& grid, gradient::Matrix matrix, const QPalette& palette) const;
    void paintEvents(QPainter& painter, const Grid& grid, gradient::Matrix matrix, const QPalette& palette) const;
    void paintHead(QPainter& painter, const QRectF& area, const QPalette& palette) const;
    void paintTraffic(QPainter& painter, const QRectF& area, const QPalette& palette) const;
    void refresh();

    std::unique_ptr<GradientPlayer> m_player;
    Count m_longest = 1;
};

/// The legend of the panes: what fills and frames mean.
class GradientLegend : public QWidget {
    Q_OBJECT

public:
    explicit GradientLegend(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int layOut(int width, QPainter* painter) const;
};

} // namespace tilescape::ui::training
