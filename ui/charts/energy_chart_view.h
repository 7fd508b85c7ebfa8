#pragma once

#include "ui/charts/energy_bars.h"

#include <QChartView>
#include <QFont>
#include <QWidget>

#include <functional>
#include <optional>

namespace tilescape::ui::charts {

/// A chart of standing bars that knows on which bar the mouse is, and frames the selected one.
class EnergyChartView : public QChartView {
    Q_OBJECT

public:
    explicit EnergyChartView(QChart* chart, QWidget* parent = nullptr);

    void setBars(std::vector<EnergyBar> bars, const QFont& labelFont);
    void setSelectedBar(std::optional<std::size_t> bar);
    void setHoveredBar(std::optional<std::size_t> bar);
    void setDimmed(bool dimmed);
    /// Text of the tooltip for a bar and a value on the upright axis.
    std::function<QString(std::size_t bar, double value)> toolTipOf;

    /// Column of a bar over the whole height of the plot, in the viewport.
    [[nodiscard]] QRectF columnRect(std::size_t bar) const;

Q_SIGNALS:
    void barClicked(std::size_t bar);
    void barHovered(std::optional<std::size_t> bar);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    [[nodiscard]] std::optional<std::size_t> barAt(QPointF position) const;
    [[nodiscard]] QPointF valueAt(QPointF position) const;

    std::vector<EnergyBar> m_bars;
    QFont m_labelFont;
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

} // namespace tilescape::ui::charts
