#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

/// The bottom line: the schedule's totals on the left, its state on the right; while a solve is under way a slim bar and a
/// button to cancel it. Numbers that answer an older problem are dimmed.
class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// Always the same: what does not fit is not shown.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLabel* addValue(const char* objectName, const QString& accessibleName);
    void addLabel(QLabel* label, const char* objectName, const QString& accessibleName);
    void refresh();
    void showTotals();
    void showDifference();
    void showState();
    void progress(int done, int total);
    void giveWay();

    workspace::Workspace& m_workspace;
    QWidget* m_line = nullptr; ///< holds the layout: what is in it never lays out the window
    std::vector<QLabel*> m_values; ///< energy, cycles, time, GOPS, GOPS/W
    QLabel* m_bound = nullptr; ///< what no schedule does without
    QLabel* m_word = nullptr;
    QLabel* m_effort = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_cancel = nullptr;
    bool m_there = false;        ///< totals
    bool m_solving = false;
    bool m_effortWanted = false;
};

} // namespace tilescape::ui::window
