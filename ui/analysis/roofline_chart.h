#pragma once

#include "core/explore/speed_of_light.h"
#include "ui/analysis/roofline_plot.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <optional>

namespace tilescape::ui::analysis {

/// The roofline of the schedule with layers and segments on it. Hovering a point tells its numbers.
class RooflineChart : public QWidget {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);
    void setRoofline(std::optional<tilescape::explore::Roofline> roofline);
    void setSelected(std::optional<std::size_t> layer);
    void setDimmed(bool dimmed);
    [[nodiscard]] const std::optional<tilescape::explore::Roofline>& roofline() const { return m_roofline; }
    [[nodiscard]] RooflineLayout chartLayout() const; ///< of a roofline that is there
    [[nodiscard]] QString pointToolTip(std::size_t point) const;
    [[nodiscard]] QSize sizeHint() const override { return {420, 240}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

Q_SIGNALS:
    void layerClicked(std::size_t layer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<tilescape::explore::Roofline> m_roofline;
    std::optional<std::size_t> m_selected;
    bool m_dimmed = false;
};

/// The roofline as a figure, without a window.
widgets::Figure rooflineFigure(const tilescape::explore::Roofline& roofline);

} // namespace tilescape::ui::analysis
