#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace tilescape::ui::widgets {
class ElidedLabel;
}

namespace tilescape::ui::explore {

/// What a run bar shows of a run.
struct RunState {
    bool canRun = false; ///< the question has no faults
    bool running = false;
    bool paused = false;
    std::size_t known = 0; ///< results of this question that are there to go on with
    std::size_t done = 0;
    std::size_t total = 0;
    double secondsLeft = -1; ///< negative: unknown
};

/// Buttons that begin, pause and stop a run, and what is said of it.
class RunBar : public QWidget {
    Q_OBJECT

public:
    /// `name` ends the names of the buttons: "runSweep", "pauseSweep", ...
    explicit RunBar(const QString& name, QWidget* parent = nullptr);

    void showRun(const RunState& state);
    /// The first of the text and its shorter forms that has room.
    void say(const QString& text, const QStringList& shorter = {});
    [[nodiscard]] QMenu& fileMenu() { return *m_files; }
    /// The button that shows and hides what is asked: offered where this takes room from what was found.
    void offerQuestion(bool offered);
    void setShowsQuestion(bool shows);
    [[nodiscard]] bool showsQuestion() const;
    /// "3 min 20 s left"; empty if it is unknown.
    [[nodiscard]] static QString remaining(double seconds);

Q_SIGNALS:
    void runAsked();   ///< or going on with what is known
    void anewAsked();  ///< forgetting what is known
    void pauseAsked(); ///< or going on
    void stopAsked();
    void questionShown(bool shows);

private:
    /// A button, and the command that does the same.
    struct Command {
        QPushButton* button;
        QAction* action;
    };
    std::vector<Command> m_commands;
    QPushButton* m_run = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_stop = nullptr;
    QMenu* m_files = nullptr;
    QAction* m_anew = nullptr; ///< in that menu: it is asked for seldom, and forgets
    QToolButton* m_question = nullptr;
    QProgressBar* m_progress = nullptr;
    widgets::ElidedLabel* m_state = nullptr;
};

} // namespace tilescape::ui::explore
