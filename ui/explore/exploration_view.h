#pragma once

#include "core/io/project_json.h"
#include "ui/explore/kept_runs.h"
#include "ui/explore/named_parts.h"
#include "ui/explore/results_pane.h"
#include "ui/explore/run_bar.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QBoxLayout;
class QScrollArea;

namespace tilescape::ui::workspace {
class ExplorationRun;
class Workspace;
}

namespace tilescape::ui::explore {

/// What sweeps and searches have in common: what is asked on the left, a bar with buttons, and what was found.
class ExplorationView : public QWidget {
    Q_OBJECT

public:
    /// What of it is written into a file.
    enum class Saved { Csv, Json, Question };

    void run(bool anew = false);
    void pauseOrResume();
    void stop();
    /// Writes the results, or the question as a file for the command line; says whether it is there or what is wrong.
    bool saveTo(const QString& path, Saved what);
    /// Makes the question of the file that of the view, its base the open problem as one undo step; says what is wrong with it.
    bool open(const QString& path);
    /// The same of a file that is read already, or cannot be.
    bool open(const support::Result<std::string>& text, const QString& path);
    /// Makes the point the open problem, as one undo step.
    void openPoint(std::size_t number);
    [[nodiscard]] PointsChart& chart() { return m_results->chart(); }
    [[nodiscard]] PointsModel& model() { return m_results->model(); }
    [[nodiscard]] NamedParts& parts() { return m_parts; }
    [[nodiscard]] KeptRuns& kept() { return *m_kept; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 220}; }

Q_SIGNALS:
    /// A file that is to be opened, of whichever kind.
    void fileAsked(const QString& path);
    /// A command was given while it is not seen.
    void sightAsked();

protected:
    /// `name` ends the names of the buttons; `emptyText` stands where nothing was found yet.
    ExplorationView(workspace::Workspace& workspace, workspace::ExplorationRun& service, KeptRuns::Kind kind, const QString& name,
                    const QString& emptyText);
    /// Puts the widgets together, and shows what is there.
    void build(QWidget* question);

    /// What is asked has changed, for whatever reason.
    void changeQuestion();
    /// It was changed by hand: an edit of the document.
    void editQuestion();
    /// Makes the question of a file that of the view, its base the open problem, as one undo step; `show` shows it.
    void openQuestion(const QString& text, const tilescape::explore::Base& base, const std::function<void()>& show);
    /// Points of another sweep or search come.
    void showQuestion();
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

    /// The question that is shown at first suits the open problem; what was asked stays.
    virtual void followProblem() = 0;
    /// What is wrong with what is asked.
    [[nodiscard]] virtual support::Diagnostics faults() const = 0;
    [[nodiscard]] virtual std::size_t known() const = 0;
    virtual void start(bool anew) = 0;
    [[nodiscard]] virtual PointSet points() const = 0;
    [[nodiscard]] virtual RunState state() const = 0; ///< of the run alone
    /// `brief`: in fewer words.
    [[nodiscard]] virtual QString stateText(const RunState& state, bool brief) const = 0;
    [[nodiscard]] virtual schedule::Problem problemOf(std::size_t number) const = 0;
    /// The point that the open problem is.
    [[nodiscard]] virtual std::optional<std::size_t> openedPoint() const = 0;
    [[nodiscard]] virtual std::string textOf(Saved what) const = 0;
    /// That what is shown was made from.
    [[nodiscard]] virtual io::Project shownProject() const = 0;
    virtual support::Diagnostics read(const std::string& text, const std::string& file) = 0;
    virtual void offerChoices() = 0;
    /// The question is edited no more: that of the points that are shown, or the first.
    virtual void showUnedited() = 0;
    /// Its own of these.
    virtual void showAsked(const io::Questions& asked) = 0;
    [[nodiscard]] virtual io::Questions ownOf(const io::Questions& asked) const = 0;
    /// What is asked, without the problem that it is asked around.
    [[nodiscard]] virtual io::Questions asked() const = 0;
    /// Whether the points that are shown answer what is asked.
    [[nodiscard]] virtual bool isShown() const = 0;
    [[nodiscard]] bool isEdited() const { return m_documents != io::Questions(); }
    [[nodiscard]] virtual QString editText() const = 0; ///< of an undo step

    /// The shown point with these settings.
    [[nodiscard]] std::optional<std::size_t> pointWith(const std::optional<std::vector<tilescape::explore::Setting>>& settings) const;
    /// With what decides comparisons of chips of several sizes, if anything does.
    [[nodiscard]] static QString withRemark(const QString& text, const std::vector<std::string>& keys,
                                            const tilescape::explore::Base& base);
    /// The open problem becomes this, as one undo step.
    void openProblem(const QString& text, schedule::Problem problem);
    workspace::Workspace& m_workspace;
    mutable NamedParts m_parts; ///< reads what is asked for
    ResultsPane* m_results = nullptr;

private:
    /// An edit, if what is asked is another than before.
    void record(const QString& text, const io::Questions& before);
    void beSeen();
    /// The document's question, after undo or where another document was opened.
    void followDocument();
    [[nodiscard]] bool mayForget(std::size_t count);
    void buildFileMenu();
    void askAndSave(Saved what, const QString& suggestion);
    void fillUnfinished(QMenu& menu);
    void showResults();
    /// The question stands beside what was found, or above it in a narrow panel, where it is hidden once something is.
    void arrange();
    void showState();

    workspace::ExplorationRun& m_service;
    QTimer m_pause; ///< edits of the problem that come close together are looked at once
    QBoxLayout* m_column = nullptr; ///< the bar, where the question is above what was found, and all else
    QBoxLayout* m_sides = nullptr; ///< the question beside or above what was found
    QBoxLayout* m_found = nullptr; ///< the bar, where the question is beside what was found, and that
    QScrollArea* m_questionArea = nullptr;
    RunBar* m_bar = nullptr;
    KeptRuns* m_kept = nullptr;
    std::vector<QAction*> m_savesResults; ///< of the file menu
    support::Diagnostics m_faults;
    std::size_t m_known = 0;
    io::Questions m_asked;     ///< as the widgets have it
    io::Questions m_documents; ///< as the document has it
    bool m_isShowing = true;   ///< what changes is no edit, as while the widgets are made
};

} // namespace tilescape::ui::explore
