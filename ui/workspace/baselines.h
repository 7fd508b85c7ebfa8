#pragma once

#include "core/explore/compare.h"
#include "core/io/project_json.h"
#include "ui/workspace/solver_service.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tilescape::ui::workspace {

class Workspace;

/// Which schedule a view of one schedule shows.
enum class Side {
    Flipped, ///< the newest, or the baseline's while that is shown in its place
    Newest,
    Baseline,
};

/// The problems that the document keeps to compare with, the schedule of the chosen one, and what differs between that and the
/// newest schedule. Edits are undo steps of the workspace. The schedule of a baseline that was read from a file, or came
/// back by undo, is found in the background; until then there is no difference.
class Baselines : public QObject {
    Q_OBJECT

public:
    /// `workspace` outlives this object and is the document that it belongs to.
    Baselines(Workspace& workspace, SolverService::Solve solve, QObject* parent = nullptr);
    ~Baselines() override;

    [[nodiscard]] const io::Baselines& list() const { return *m_list; }
    /// The chosen one; null where numbers are not compared.
    [[nodiscard]] const io::Baseline* chosen() const;
    /// Of the chosen one; null while it is being found, and where there is none.
    [[nodiscard]] std::shared_ptr<const schedule::Schedule> schedule() const { return m_schedule; }
    [[nodiscard]] bool isSolving() const { return m_solver.isBusy(); }
    /// From the chosen baseline to the newest schedule; null where one of them has no result.
    [[nodiscard]] std::shared_ptr<const tilescape::explore::ScheduleDifference> difference() const;

    /// Whether the newest schedule is that of the problem, so that it can be pinned.
    [[nodiscard]] bool canPin() const;
    /// A name that is not taken: "baseline 1", "baseline 2", ...
    [[nodiscard]] QString freeName() const;
    /// Edits, each an undo step. `pin` keeps the problem under `name`, in place of the one that has it, and chooses it.
    void pin(const QString& name);
    void remove(std::size_t number);
    void rename(std::size_t number, const QString& name); ///< nothing where the name is empty or taken
    void choose(std::optional<std::size_t> number);

    /// Those of a document that is opened: no undo step.
    void restore(io::Baselines baselines);

    /// Whether views of this side show the baseline.
    [[nodiscard]] bool isShown(Side side = Side::Flipped) const;
    void setShown(bool shown); ///< in those that are flipped
    /// What these views show, the baseline's schedule or the newest one; may be null.
    [[nodiscard]] std::shared_ptr<const schedule::Schedule> shownSchedule(Side side = Side::Flipped) const;
    /// The selected layer there, by its name; none if it has none of that name.
    [[nodiscard]] std::optional<std::size_t> shownLayer(Side side = Side::Flipped) const;
    /// The other way: the layer of the document that is `layer` of the shown schedule.
    [[nodiscard]] std::optional<std::size_t> layerFromShown(std::optional<std::size_t> layer, Side side = Side::Flipped) const;

Q_SIGNALS:
    void listChanged(); ///< names, choice, and with these perhaps all else
    void scheduleChanged(); ///< of the baseline
    void shownChanged(bool shown);

private:
    friend class EditBaselines;
    void apply(std::shared_ptr<const io::Baselines> list);
    void edit(const QString& text, io::Baselines changed);
    void remember(const schedule::Problem& problem, std::shared_ptr<const schedule::Schedule> schedule);
    void findSchedule();
    void take(std::shared_ptr<const schedule::Schedule> schedule);

    struct Answer {
        schedule::Problem problem;
        std::shared_ptr<const schedule::Schedule> schedule;
    };

    Workspace& m_workspace;
    std::shared_ptr<const io::Baselines> m_list;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    std::vector<Answer> m_answers; ///< of baselines, the newest last
    bool m_shown = false;
    mutable std::shared_ptr<const tilescape::explore::ScheduleDifference> m_difference;
    mutable std::weak_ptr<const schedule::Schedule> m_differenceTo; ///< the schedule that it leads to
    SolverService m_solver; ///< last: it is stopped first
};

} // namespace tilescape::ui::workspace
