#pragma once

#include "ui/lessons/lesson.h"

#include <QMetaObject>
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

class LessonQuestion;
class Spotlight;

/// A lesson step by step, beside the views that it is about: it frames what to look at, notices when a step was done, does it on
/// request, says which answer to its question is right, and where a number of its text is not that of the schedule.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    LessonPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// The lesson's problem becomes the document.
    void start(Lesson lesson);
    [[nodiscard]] bool isRunning() const { return m_lesson.has_value(); }
    /// The document is a lesson's with what was tried in its course, and has no file: nobody misses it. Another network, a baseline, what was
    /// explored, and what was done after the lesson's end, is somebody's own.
    [[nodiscard]] bool ownsDocument() const;
    [[nodiscard]] const std::vector<LessonStep>& steps() const { return m_lesson->steps; }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// The step's deed is found done, and the schedule is that of the problem.
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] QWidget* framed() const;

    /// What became of a step that is done.
    struct Outcome {
        bool asExpected = true;            ///< or the step expects nothing
        std::vector<bool> right;           ///< which of the answers are
        std::vector<std::size_t> notSo;    ///< claims that do not hold
        QString remark;                    ///< these in words, empty if all hold
    };
    /// Nothing while the step is not done.
    [[nodiscard]] const std::optional<Outcome>& outcome();

public Q_SLOTS:
    void next();
    void back();
    void showMe();
    void stop();

Q_SIGNALS:
    /// A lesson of the list was clicked, which is shown while none runs: its file.
    void lessonAsked(const QString& path);

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    static QString listText();
    /// The window whose widgets the lesson is about, also while this panel floats in one of its own.
    [[nodiscard]] QWidget& mainWindow() const;
    /// The widget that the step says to look at.
    [[nodiscard]] QWidget* lookedAt() const;
    void turnSwitchesBack();
    void restoreSwitches();
    void selectAsAsked();
    void goTo(std::size_t step);
    void showTarget();
    void writeText();
    void leaveDocument();
    void changed();
    void refresh();
    [[nodiscard]] std::optional<Moment> moment() const;
    [[nodiscard]] QString energyText() const;
    [[nodiscard]] std::optional<std::size_t> layerNamed(const QString& name) const;

    workspace::Workspace& m_workspace;
    std::optional<Lesson> m_lesson;
    std::vector<Deed> m_switches; ///< that set what the lesson switches in views to what it was before
    std::size_t m_step = 0;
    std::vector<int> m_begins;      ///< of each step so far: place in the undo stack when it began
    std::optional<Moment> m_before; ///< when the step began
    bool m_starting = false;        ///< what is being opened is the lesson's
    bool m_ownsDocument = false;
    tilescape::network::Network m_network; ///< of the lesson that was opened last
    int m_ended = 0;                       ///< place in the undo stack when it ended
    std::optional<Outcome> m_outcome;
    bool m_ran = false; ///< the command of the step was triggered
    bool m_explained = true; ///< the whole text of the step is shown
    QMetaObject::Connection m_command;
    QTextBrowser* m_text = nullptr;
    LessonQuestion* m_question = nullptr;
    QLabel* m_state = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_showMe = nullptr;
    QToolButton* m_next = nullptr;
    Spotlight* m_spotlight = nullptr;
    QTimer m_watch; ///< panels open without a word to the workspace
};

} // namespace tilescape::ui::lessons
