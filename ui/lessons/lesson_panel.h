#pragma once

#include "ui/lessons/lesson.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QTextBrowser;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::lessons {

class Spotlight;

/// A lesson step by step, beside the views that it is about: it frames what to look at, notices when a step was done, and does
/// it on request.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    LessonPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// The lesson's problem becomes the document.
    void start(Lesson lesson);
    [[nodiscard]] bool isRunning() const { return m_lesson.has_value(); }
    [[nodiscard]] const std::vector<LessonStep>& steps() const { return m_lesson->steps; }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// The step's deed is found done, and the schedule is that of the problem.
    [[nodiscard]] bool isDone() const;
    /// As the step expects, or it expects nothing; of a step that is done.
    [[nodiscard]] bool isAsExpected() const;
    [[nodiscard]] QWidget* framed() const;

public Q_SLOTS:
    void next();
    void back();
    void showMe();
    void stop();

private:
    void goTo(std::size_t step);
    void refresh();
    [[nodiscard]] std::optional<double> energy() const;
    [[nodiscard]] QString energyText() const;
    [[nodiscard]] std::optional<std::size_t> layerNamed(const QString& name) const;

    workspace::Workspace& m_workspace;
    std::optional<Lesson> m_lesson;
    std::size_t m_step = 0;
    std::optional<double> m_before; ///< energy when the step began, pJ
    QTextBrowser* m_text = nullptr;
    QLabel* m_state = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_showMe = nullptr;
    QToolButton* m_next = nullptr;
    Spotlight* m_spotlight = nullptr;
    QTimer m_watch; ///< panels open without a word to the workspace
};

} // namespace tilescape::ui::lessons
