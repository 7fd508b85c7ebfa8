#pragma once

#include "core/schedule/schedule.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace tilescape::ui::comparison {

/// One row a solver: whether it is chosen, and what it found. `Qt::UserRole` is the raw value, by which rows are sorted.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Solver, State, Energy, OverBest, OverBound, Cycles, Time, Considered, ColumnCount };
    enum class Phase { Idle, Waiting, Running, Done, Cancelled };

    explicit ComparisonModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    [[nodiscard]] bool isChosen(int row) const { return m_rows[static_cast<std::size_t>(row)].chosen; }
    void setPhase(int row, Phase phase);
    void setProgress(int row, int done, int total);
    void setSchedule(int row, std::shared_ptr<const schedule::Schedule> schedule);
    void forgetResults();
    /// Whether the results are of an earlier problem: they are shown as such.
    void setOlder(bool older);
    [[nodiscard]] bool isOlder() const { return m_older; }
    /// A schedule of which more may be proven than a solve proves: its bound holds for rows of the same problem, too. Null: none.
    void setProven(std::shared_ptr<const schedule::Schedule> proven);
    [[nodiscard]] bool hasResults() const;

private:
    struct Row {
        bool chosen = false;
        Phase phase = Phase::Idle;
        int done = 0;
        int total = 0;
        std::shared_ptr<const schedule::Schedule> schedule;
    };
    [[nodiscard]] std::optional<double> number(const Row& row, int column) const;
    [[nodiscard]] QString stateText(const Row& row) const;
    [[nodiscard]] QString toolTip(const QModelIndex& index) const;
    /// The value, what it is made of, and the manual's page.
    [[nodiscard]] QString numberOrigin(const schedule::Schedule& found, int column, double value) const;
    /// The least of what the goal makes small; infinite where none has a result.
    [[nodiscard]] double best() const;
    /// Its closest bound that is known.
    [[nodiscard]] double boundOf(const schedule::Schedule& found) const;
    void refresh();

    std::vector<Row> m_rows; ///< as `schedule::solvers()`
    std::shared_ptr<const schedule::Schedule> m_proven;
    bool m_older = false;
};

} // namespace tilescape::ui::comparison
