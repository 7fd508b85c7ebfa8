#pragma once

#include "core/explore/speed_of_light.h"
#include "ui/analysis/roofline_plot.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::analysis {

/// How near each resource comes to its peak: one row a resource, one column for the network, the selected layer's segment and the
/// layer.
class SpeedBars : public QWidget {
    Q_OBJECT

public:
    struct Column {
        QString title;
        tilescape::explore::SpeedOfLight shares;
    };

    explicit SpeedBars(QWidget* parent = nullptr);
    void setColumns(std::vector<Column> columns);
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    void setDimmed(bool dimmed);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Column> m_columns;
    bool m_dimmed = false;
};

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

/// Speed of light: what each resource gives of its peak, and the roofline. A click on a point selects its (first) layer.
class LimitsView : public QWidget {
    Q_OBJECT

public:
    explicit LimitsView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] RooflineChart* chart() const { return m_chart; }
    [[nodiscard]] SpeedBars* bars() const { return m_bars; }

private:
    void refresh();
    void showState();

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    SpeedBars* m_bars = nullptr;
    RooflineChart* m_chart = nullptr;
    QLabel* m_state = nullptr;
};

/// The roofline as a figure, without a window.
widgets::Figure rooflineFigure(const tilescape::explore::Roofline& roofline);

} // namespace tilescape::ui::analysis
