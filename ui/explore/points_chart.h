#pragma once

#include "core/explore/sweep_run.h"
#include "ui/plot/scatter.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace tilescape::ui::explore {

/// What the chart shows: keys of measures or of axes of the sweep; `by` may be empty.
struct ChartChoice {
    std::string x; ///< two measures make a scatter plot with its Pareto front, an axis makes lines
    std::string y; ///< a measure
    std::string by; ///< an axis
};

/// The points of a sweep in a plane. Hovering tells a point's values, a click asks for it; the arrow keys go from point to point.
class PointsChart : public QWidget {
    Q_OBJECT

public:
    explicit PointsChart(QWidget* parent = nullptr);

    void setContent(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results, const ChartChoice& choice);
    [[nodiscard]] const plot::Scatter& content() const { return m_chart; }
    /// The number of each point of the content.
    [[nodiscard]] const std::vector<std::size_t>& numbers() const { return m_numbers; }
    [[nodiscard]] QPointF placeOf(std::size_t index) const; ///< in the content
    void setChosen(std::optional<std::size_t> number);
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 180}; }
    [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }

Q_SIGNALS:
    void pointAsked(std::size_t number);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] plot::ScatterLayout chartLayout() const;
    void step(int by);

    plot::Scatter m_chart;
    std::vector<std::size_t> m_numbers;
    std::vector<QString> m_texts; ///< of each point
};

} // namespace tilescape::ui::explore
