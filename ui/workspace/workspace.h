#pragma once

#include "core/schedule/schedule.h"
#include "ui/workspace/explain_service.h"
#include "ui/workspace/ahead_service.h"
#include "ui/workspace/answer_cache.h"
#include "ui/workspace/background_job.h"
#include "ui/workspace/bound_service.h"
#include "ui/workspace/solver_service.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace tilescape::schedule {
struct Proof;
}

namespace tilescape::ui::workspace {

class Baselines;
class Clock;
class Explorations;
class ProofService;
class SensitivityService;

/// The document: the problem and its undo stack, the schedule that answers it, and the one selection that all views
/// share. Every edit goes through an undo command, changes the problem, and is answered in three steps unless the schedule stays
/// the same: at once with the schedule that stands, priced anew, where it fits the new problem; then with the best one that has its segments
/// and regions, where that is better; then with the answer of a solve. The last two come from the background. An answer that is known from
/// earlier comes at once.
class Workspace : public QObject {
    Q_OBJECT

public:
    Workspace() : Workspace(schedule::solve, schedule::refine) {}
    /// Without `refine` the second step is left out.
    explicit Workspace(SolverService::Solve solve, SolverService::Refine refine = {}, QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] const schedule::Problem& problem() const { return m_problem; }
    /// The layers that are scheduled, which the views show and the selection counts: the problem's network, or with those
    /// that training adds. The problem's own where these cannot be added: the schedule then says why.
    [[nodiscard]] const tilescape::network::Network& network() const
    {
        return m_extended ? *m_extended : m_problem.network;
    }
    /// The newest answer; null before the first. It may answer an older problem: see `isStale`. While edits come faster than
    /// answers, as from a slider that is dragged, the answers to some of them appear here in between.
    [[nodiscard]] std::shared_ptr<const schedule::Schedule> schedule() const { return m_schedule; }
    /// The schedule shown is not that of the problem.
    [[nodiscard]] bool isStale() const { return m_stale; }
    /// What is shown before the best schedule of the problem is found, or where the search for it was cancelled. Its numbers are those of the
    /// problem.
    enum class Provisional {
        No,
        PricedAnew, ///< an earlier schedule, priced for the problem's parameters
        Refined,    ///< the best with the segments and regions of an earlier one
        BestSoFar,  ///< the best that the solve under way has found
    };
    [[nodiscard]] Provisional provisional() const { return m_provisional; }
    /// Implies `isStale`.
    [[nodiscard]] bool isProvisional() const { return m_provisional != Provisional::No; }
    /// The numbers are of an older problem, for so long that a person should see it: views dim what they show. A quick answer
    /// comes without a flicker.
    [[nodiscard]] bool looksStale() const { return m_stale && !isProvisional() && !m_patience.isActive(); }
    [[nodiscard]] bool isSolving() const { return m_solver.isBusy(); }
    /// Solving for so long that a person should see it.
    [[nodiscard]] bool looksBusy() const { return m_stale && isSolving() && !m_patience.isActive(); }

    [[nodiscard]] std::optional<std::size_t> selectedLayer() const { return m_selectedLayer; }
    [[nodiscard]] std::optional<std::size_t> hoveredLayer() const { return m_hoveredLayer; }
    void setSelectedLayer(std::optional<std::size_t> layer);
    void setHoveredLayer(std::optional<std::size_t> layer);

    [[nodiscard]] QUndoStack& undoStack() { return m_undoStack; }
    /// What the schedule is compared with.
    [[nodiscard]] Baselines& baselines() const { return *m_baselines; }
    /// Sweeps and searches around the problem.
    [[nodiscard]] Explorations& explorations() const { return *m_explorations; }
    /// The moment of the selected layer that all views of its run show.
    [[nodiscard]] Clock& clock() const { return *m_clock; }
    /// How much each parameter matters.
    [[nodiscard]] SensitivityService& sensitivity() const { return *m_sensitivity; }
    /// Proves how good the schedule is, for as long as a person asks for it. An edit drops the proof.
    [[nodiscard]] ProofService& proofs() const { return *m_proofs; }
    /// The lower bound of the goal that `proofs` found for the problem, over `schedule::proofRange`: pJ, cycles or their product.
    /// Empty as soon as anything is edited or solved again.
    [[nodiscard]] std::optional<double> proofBound() const { return m_proofBound; }
    /// What the goal makes small over the closest bound that is known, of a schedule with a result: at least 1.
    [[nodiscard]] double gap() const;
    /// Shows a better schedule of the same problem, as a proof finds it. While the one shown is stale, nothing happens.
    /// Keeps a schedule of the problem with it: it is the answer until something that it depends on is edited, and is saved. `text` names
    /// the edit.
    void keepSchedule(const schedule::Schedule& schedule, const QString& text);

    /// Edits, each one undo step. Parameters set between `beginDrag` and `endDrag` are one step.
    void setParameter(const QString& key, double value);
    void beginDrag();
    void endDrag();
    /// Values that the parameter in focus may get next, the most likely first: while nothing is edited they are solved ahead.
    void expectValues(const QString& key, std::vector<double> values);
    void setBatch(Count batch);
    void setGoal(search::Goal goal);
    void setSolver(const QString& name);
    void setSpace(const search::SearchSpace& space);
    void setNetwork(tilescape::network::Network network);
    void setHardware(tilescape::hardware::Hardware hardware);
    /// What limits the schedule and what would help, what gains most first: found one after another while a schedule of the
    /// problem stands and nothing is edited. Empty as soon as anything is.
    [[nodiscard]] const std::vector<tilescape::explore::Finding>& findings() const { return m_findings; }
    /// Makes the change of a finding, one undo step.
    void take(const tilescape::explore::Finding& finding);
    /// What stands beside the schedule: nothing is solved again. `text` names the edit in the undo menu.
    void setTraining(tilescape::training::Settings training, const QString& text);

    /// Another document: the undo stack is emptied, `path` is empty for one that has no project file yet.
    void open(schedule::Problem problem, const QString& path);
    /// The document is now in the project file `path`.
    void markSaved(const QString& path);
    [[nodiscard]] QString filePath() const { return m_filePath; }
    [[nodiscard]] bool isModified() const;
    /// The document is not what its file holds, though nothing was edited yet.
    void markRecovered();
    /// The document's file is no longer there, or is there again: what is shown is the only copy.
    void setFileMissing(bool missing);

    /// Stops the solve under way; what is shown stays, marked as old.
    void cancelSolve();
    void solveAgain();

Q_SIGNALS:
    void opening();        ///< another project takes this one's place: what was begun in views is of the old one
    void problemChanged(); ///< any field; before the new schedule is there
    void networkChanged(); ///< the layers or their edges
    void scheduleChanged(); ///< and with it `isStale`, `provisional`, `looksStale`, `isSolving`, `looksBusy`
    void boundChanged(); ///< the schedule's bounds or `proofBound`, and nothing else of it
    void findingsChanged();
    void selectionChanged();
    void hoverChanged();
    void solvingChanged(); ///< one of these, while the schedule is the same
    void progressed(int done, int total);
    void filePathChanged();
    void modifiedChanged(bool modified);

private:
    friend class EditProblem;
    void apply(const schedule::Problem& problem);
    void start(const schedule::Problem& problem);
    void extendNetwork();
    void push(const QString& text, schedule::Problem changed, int mergeId = -1);
    void becomeStale();
    void priceStanding();
    void showPriced(const std::shared_ptr<const schedule::Schedule>& schedule);
    void showIfBetter(const std::shared_ptr<const schedule::Schedule>& schedule, Provisional how);
    void showBestSoFar(std::shared_ptr<const schedule::Schedule> found);
    void endPatience();
    void endWithoutAnswer();
    void solveAhead();
    void forgetFindings();
    void addFinding(const tilescape::explore::Finding& finding);
    void setBounds(const std::shared_ptr<const schedule::Schedule>& proven);
    void setProof(const schedule::Proof* proof);
    void publishOlder(std::shared_ptr<const schedule::Schedule> schedule, std::chrono::milliseconds age);
    void publish(std::shared_ptr<const schedule::Schedule> schedule);

    schedule::Problem m_problem;
    std::optional<tilescape::network::Network> m_extended; ///< with the layers that training adds
    std::shared_ptr<const schedule::Schedule> m_schedule;
    /// The same before its bounds were raised, the latest last: views may show the first.
    std::array<std::shared_ptr<const schedule::Schedule>, BoundService::steps> m_withLowerBounds;
    QUndoStack m_undoStack;
    QString m_filePath;
    std::optional<std::size_t> m_selectedLayer;
    std::optional<std::size_t> m_hoveredLayer;
    bool m_stale = false;
    Provisional m_provisional = Provisional::No;
    QTimer m_patience; ///< runs while staleness is too young to be shown
    std::shared_ptr<const schedule::Schedule> m_bestSoFar; ///< found while it runs; null: none
    bool m_recovered = false;
    bool m_fileMissing = false; ///< what is shown is in no file
    int m_dragNumber = 0;
    bool m_dragging = false;
    QString m_expectedKey;
    std::vector<double> m_expectedValues;
    std::vector<tilescape::explore::Finding> m_findings;
    AnswerCache m_answers;
    std::unique_ptr<Baselines> m_baselines;
    std::unique_ptr<Clock> m_clock;
    std::unique_ptr<Explorations> m_explorations;
    std::unique_ptr<SensitivityService> m_sensitivity;
    std::optional<double> m_proofBound;
    std::unique_ptr<ProofService> m_proofs;
    BackgroundJob m_pricing; ///< of the standing schedule, where that takes long
    ExplainService m_explainer;
    BoundService m_prover;
    AheadService m_ahead;
    SolverService m_solver; ///< last: it is stopped first
};

} // namespace tilescape::ui::workspace
