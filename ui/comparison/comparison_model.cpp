#include "ui/comparison/comparison_model.h"

#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/goal_text.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::ui::comparison {

namespace {

bool hasResult(const std::shared_ptr<const schedule::Schedule>& schedule) { return schedule && schedule->hasResult(); }

/// Solvers that answer while one waits; the others take minutes on large networks.
bool isQuick(std::string_view name) { return name == "kapla" || name == "exhaustive" || name == "random"; }

} // namespace

ComparisonModel::ComparisonModel(QObject* parent) : QAbstractTableModel(parent)
{
    for (const schedule::Solver& solver : schedule::solvers()) {
        m_rows.push_back({isQuick(solver.name), Phase::Idle, 0, 0, nullptr});
    }
}

int ComparisonModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int ComparisonModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

double ComparisonModel::best() const
{
    double best = std::numeric_limits<double>::infinity();
    for (const Row& row : m_rows) {
        best = hasResult(row.schedule) ? std::min(best, schedule::measureOf(*row.schedule)) : best;
    }
    return best;
}

double ComparisonModel::boundOf(const schedule::Schedule& found) const
{
    schedule::Schedule raised = found;
    if (m_proven) {
        schedule::takeBounds(raised, *m_proven);
    }
    return schedule::closestBoundOf(raised);
}

void ComparisonModel::setOlder(bool older)
{
    if (older != m_older) {
        m_older = older;
        refresh();
    }
}

void ComparisonModel::setProven(std::shared_ptr<const schedule::Schedule> proven)
{
    m_proven = std::move(proven);
    refresh();
}

std::optional<double> ComparisonModel::number(const Row& row, int column) const
{
    if (!row.schedule || (column != Time && column != Considered && !row.schedule->hasResult())) {
        return std::nullopt;
    }
    const schedule::Schedule& found = *row.schedule;
    switch (column) {
    case Energy: return found.totals.energy.total();
    case OverBest:
        return schedule::measureOf(found) / best() - 1;
    case OverBound:
        return schedule::measureOf(found) / boundOf(found) - 1;
    case Cycles: return found.totals.cycles;
    case Time: return found.solveSeconds;
    case Considered: return static_cast<double>(found.counts.considered);
    default: return std::nullopt;
    }
}

QString ComparisonModel::stateText(const Row& row) const
{
    switch (row.phase) {
    case Phase::Idle: return {};
    case Phase::Waiting: return tr("waiting");
    case Phase::Running:
        return row.total > 0 ? tr("layer %1 of %2").arg(row.done).arg(row.total) : tr("running");
    case Phase::Done: return style::coreText(schedule::nameOf(row.schedule->status));
    case Phase::Cancelled: return tr("cancelled");
    }
    return {};
}

QString ComparisonModel::toolTip(const QModelIndex& index) const
{
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() == Solver) {
        return style::coreText(schedule::solvers()[static_cast<std::size_t>(index.row())].help);
    }
    if (index.column() == State && row.schedule && !row.schedule->diagnostics.empty()) {
        return QString::fromStdString(support::describe(row.schedule->diagnostics));
    }
    const std::optional<double> value = number(row, index.column());
    if (!value) {
        return {};
    }
    return numberOrigin(*row.schedule, index.column(), *value);
}

QString ComparisonModel::numberOrigin(const schedule::Schedule& found, int column, double value) const
{
    const cost::Energy& energy = found.totals.energy;
    const auto over = [&](const QString& of, double least) {
        return tr("+%1: %2 %3, %4 %5")
            .arg(style::percent(value), style::goalName(found.problem->goal),
                 style::goalAmount(schedule::measureOf(found), found), of, style::goalAmount(least, found));
    };
    const auto with = [](const QString& text, style::Origin origin) { return text + QLatin1Char('\n') + style::manualLine(origin); };
    switch (column) {
    case Energy: return tr("%1 pJ").arg(style::exactCount(value)) + QLatin1Char('\n') + style::energyOrigin(energy);
    case OverBest:
        return with(over(tr("the best of these solvers"), best()), style::Origin::Energy);
    case OverBound:
        return with(over(tr("the lower bound"), boundOf(found)), style::Origin::LowerBound);
    case Cycles: return with(tr("%1 cycles, the sum over the segments").arg(style::exactCount(value)), style::Origin::SegmentCycles);
    case Time: return with(tr("%1 of wall clock").arg(style::seconds(value)), style::Origin::SolveTime);
    case Considered:
        return with(tr("%1 blockings, of which %2 were priced")
                        .arg(style::exactCount(value), style::exactCount(static_cast<double>(found.counts.priced))),
                    style::Origin::Searched);
    default: return {};
    }
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const std::optional<double> value = number(row, index.column());
    switch (role) {
    case Qt::CheckStateRole:
        return index.column() == Solver ? QVariant(row.chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::UserRole:
        return value ? QVariant(*value) : index.column() <= State ? data(index, Qt::DisplayRole) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(index.column() <= State ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: return style::literal(toolTip(index));
    case Qt::ForegroundRole:
        return m_older && index.column() != Solver ? QVariant(style::mutedText(QApplication::palette())) : QVariant();
    case Qt::DisplayRole: break;
    default: return {};
    }
    switch (index.column()) {
    case Solver: return style::coreText(schedule::solvers()[static_cast<std::size_t>(index.row())].label);
    case State: return stateText(row);
    default: break;
    }
    if (!value) {
        return {};
    }
    switch (index.column()) {
    case Energy: return style::energy(*value);
    case OverBest: return QStringLiteral("+%1").arg(style::percent(*value));
    case OverBound: return QStringLiteral("+%1").arg(style::percent(*value));
    case Time: return style::seconds(*value);
    default: return style::count(*value);
    }
}

bool ComparisonModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole || index.column() != Solver) {
        return false;
    }
    m_rows[static_cast<std::size_t>(index.row())].chosen = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    return true;
}

Qt::ItemFlags ComparisonModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Solver ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const bool help = role == Qt::ToolTipRole;
    switch (section) {
    case Solver: return help ? tr("Ticked ones are run") : tr("Solver");
    case State: return help ? tr("Optimal: nothing in the searched space is better. Feasible: valid") : tr("State");
    case Energy: return help ? tr("Energy of the schedule that it found") : tr("Energy");
    case OverBest:
        return help ? tr("What the goal makes small, energy, delay or energy × delay, above the best of these solvers")
                    : tr("Over the best");
    case OverBound:
        return help ? tr("What the goal makes small above its lower bound, as in the status line before a proof")
                    : tr("Over the bound");
    case Cycles: return help ? tr("Cycles of the schedule that it found") : tr("Cycles");
    case Time:
        return help ? tr("Wall clock time of the search, nothing remembered from before") : tr("Solve time");
    case Considered: return help ? tr("Blockings of all mappings and partitions that it looked at") : tr("Considered");
    default: return {};
    }
}

void ComparisonModel::refresh()
{
    // What is over the best changes in every row.
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ComparisonModel::setPhase(int row, Phase phase)
{
    Row& own = m_rows[static_cast<std::size_t>(row)];
    own.phase = phase;
    own.done = own.total = 0;
    if (phase != Phase::Done) {
        own.schedule = nullptr;
    }
    refresh();
}

void ComparisonModel::setProgress(int row, int done, int total)
{
    Row& own = m_rows[static_cast<std::size_t>(row)];
    own.done = done;
    own.total = total;
    Q_EMIT dataChanged(index(row, State), index(row, State));
}

void ComparisonModel::setSchedule(int row, std::shared_ptr<const schedule::Schedule> schedule)
{
    Row& own = m_rows[static_cast<std::size_t>(row)];
    own.schedule = std::move(schedule);
    own.phase = Phase::Done;
    refresh();
}

void ComparisonModel::forgetResults()
{
    for (Row& row : m_rows) {
        row = {row.chosen, Phase::Idle, 0, 0, nullptr};
    }
    refresh();
}

bool ComparisonModel::hasResults() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.phase != Phase::Idle; });
}

} // namespace tilescape::ui::comparison
