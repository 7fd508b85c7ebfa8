#pragma once

#include "ui/explore/chart_content.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace tilescape::ui::explore {

/// The points of a sweep as a chart. Hovering tells a point's values, a click asks for it; the arrow keys go from point to point, Enter asks
/// for it. Of parallel coordinates, dragging along an axis picks out a range, a click on the axis takes that back.
class PointsChart : public QWidget {
    Q_OBJECT

public:
    explicit PointsChart(QWidget* parent = nullptr);

    void setContent(ChartContent content);
    /// What stands in the place of a chart without points.
    /// What stands where no point can be drawn.
    void setEmptyText(const QString& text) { m_emptyText = text; }
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }
    /// What gives the text that is shown under the pointer, by the number of the point.
    void setDescription(std::function<QString(std::size_t number)> describe) { m_describe = std::move(describe); }
    void setFigureTitle(const QString& title) { m_figureTitle = title; }
    /// What gives the project that a figure carries, as text.
    void setProjectText(std::function<QByteArray()> text) { m_projectText = std::move(text); }
    [[nodiscard]] const ChartContent& content() const { return m_content; }
    [[nodiscard]] const plot::Scatter& scatter() const { return std::get<plot::Scatter>(m_content.chart); }
    [[nodiscard]] const plot::HeatMap& heatMap() const { return std::get<plot::HeatMap>(m_content.chart); }
    [[nodiscard]] const plot::ParallelAxes& parallelAxes() const { return std::get<plot::ParallelAxes>(m_content.chart); }
    [[nodiscard]] std::size_t pointCount() const { return m_content.numbers.size(); }
    /// Where a point of the content is, or one place of it.
    [[nodiscard]] QPointF placeOf(std::size_t index) const;
    [[nodiscard]] std::optional<std::size_t> chosen() const; ///< number of the point
    void setChosen(std::optional<std::size_t> number);
    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 180}; }
    /// No higher than it must be: it grows with its panel, and the area that it scrolls in takes its preferred height for the least.
    [[nodiscard]] QSize sizeHint() const override { return {480, minimumSizeHint().height()}; }

Q_SIGNALS:
    void pointAsked(std::size_t number);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF chartArea() const;
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF place) const;
    void pick(double toY);
    void step(int by);

    ChartContent m_content;
    QString m_emptyText;
    QString m_figureTitle;
    std::function<QString(std::size_t)> m_describe;
    std::function<QByteArray()> m_projectText;
    std::optional<std::size_t> m_pickedAxis; ///< along which the mouse is dragged
    double m_pickFrom = 0;                   ///< where that began
};

} // namespace tilescape::ui::explore
