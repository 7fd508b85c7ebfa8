#pragma once

#include "ui/energy/energy_plot.h"

#include <QWidget>

#include <functional>
#include <optional>

namespace tilescape::ui::energy {

/// A chart of standing bars that knows on which bar the mouse is, and frames the selected one. Left, Right, Home and End go from bar to bar as if
/// it was clicked.
class EnergyChartView : public QWidget {
    Q_OBJECT

public:
    explicit EnergyChartView(QWidget* parent = nullptr);

    void setChart(plot::Chart chart);
    [[nodiscard]] const plot::Chart& chart() const { return m_chart; }
    /// Where the chart stands in the widget now.
    [[nodiscard]] plot::ChartLayout chartLayout() const;
    void setSelectedBar(std::optional<std::size_t> bar);
    void setHoveredBar(std::optional<std::size_t> bar);
    void setDimmed(bool dimmed);
    /// Text of the tooltip for a bar and a value on the upright axis.
    std::function<QString(std::size_t bar, double value)> toolTipOf;

    [[nodiscard]] QSize minimumSizeHint() const override { return {90, 60}; }
    [[nodiscard]] QSize sizeHint() const override { return {420, 220}; }

Q_SIGNALS:
    void barClicked(std::size_t bar);
    void barHovered(std::optional<std::size_t> bar);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QFont plotFont() const;
    [[nodiscard]] std::optional<std::size_t> barAt(QPointF position) const;

    plot::Chart m_chart;
    std::optional<std::size_t> m_selected;
    std::optional<std::size_t> m_hovered;
    bool m_dimmed = false;
};

/// The network's energy as one lying bar.
class EnergyTotalStrip : public QWidget {
    Q_OBJECT

public:
    explicit EnergyTotalStrip(QWidget* parent = nullptr);
    void setEnergy(std::optional<cost::Energy> energy);
    void setDimmed(bool dimmed);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<cost::Energy> m_energy;
    bool m_dimmed = false;
};

} // namespace tilescape::ui::energy
