#pragma once

#include "ui/timeline/timeline_content.h"
#include "ui/widgets/figure.h"
#include "ui/workspace/baselines.h"

#include <QWidget>

#include <memory>

class QToolButton;

namespace tilescape::ui::widgets {
class ElidedLabel;
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::timeline {

class TimelineCanvas;

/// Segments one after another, their layers side by side, down to single groups and what is handed on between them
/// (Tangram Fig. 8); with and without alternate loop order one above the other.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(workspace::Workspace& workspace, workspace::Side side = workspace::Side::Flipped, QWidget* parent = nullptr);

    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] TimelineCanvas* canvas() const { return m_canvas; }
    void setComparing(bool compare);

private:
    void refresh();
    void showState();
    void showMoment();
    void changeEvent(QEvent* event) override;

    workspace::Workspace& m_workspace;
    workspace::Side m_side;
    widgets::SeenUpdates* m_updates = nullptr;
    std::shared_ptr<const schedule::Schedule> m_shown;
    bool m_shownCompared = false;
    TimelineCanvas* m_canvas = nullptr;
    widgets::ElidedLabel* m_title = nullptr;
    QToolButton* m_compare = nullptr;
};

/// The stretch of time from `from` to `to` as a figure, without a window.
widgets::Figure timelineFigure(const TimelineContent& content, double from, double to);

} // namespace tilescape::ui::timeline
