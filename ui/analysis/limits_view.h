#pragma once

#include "ui/widgets/figure.h"

#include <QWidget>

class QLabel;

namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::analysis {

class RooflineChart;
class SpeedBars;

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

} // namespace tilescape::ui::analysis
