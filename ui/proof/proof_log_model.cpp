#include "ui/proof/proof_log_model.h"

#include "ui/style/format.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::proof {

namespace {

constexpr double secondsBetweenLines = 0.5;
constexpr int significantDigits = 6; ///< bounds rise by less than a thousandth at a time

QString countText(std::size_t count) { return style::exactCount(static_cast<double>(count)); }

} // namespace

ProofLogModel::ProofLogModel(QObject* parent) : QAbstractTableModel(parent) {}

void ProofLogModel::begin(search::Goal goal)
{
    beginResetModel();
    m_lines.clear();
    m_goal = goal;
    endResetModel();
}

/// One unit for the whole log, so that lines compare at a glance.
void ProofLogModel::chooseUnit(double value)
{
    m_unit = 1;
    m_unitName = tr("cycles");
    if (m_goal != search::Goal::Delay) {
        const style::EnergyUnit unit = style::energyUnit(value);
        m_unit = unit.pj;
        m_unitName = m_goal == search::Goal::Energy ? unit.name : tr("%1 × cycles").arg(unit.name);
    }
    const int whole = value > m_unit ? static_cast<int>(std::floor(std::log10(value / m_unit))) + 1 : 1;
    m_decimals = m_goal == search::Goal::Delay ? 0 : std::max(0, significantDigits - whole);
}

bool ProofLogModel::lastIsOpen() const
{
    const std::size_t count = m_lines.size();
    return count > 1 && m_lines[count - 1].seconds < m_lines[count - 2].seconds + secondsBetweenLines;
}

void ProofLogModel::add(const schedule::ProofProgress& progress)
{
    if (m_lines.empty()) {
        chooseUnit(progress.incumbent);
    }
    const bool isNews =
        m_lines.empty() || progress.incumbent != m_lines.back().incumbent || progress.bound != m_lines.back().bound;
    if (isNews && !lastIsOpen()) {
        const int row = rowCount();
        beginInsertRows({}, row, row);
        m_lines.push_back(progress);
        endInsertRows();
        if (row == 0) {
            Q_EMIT headerDataChanged(Qt::Horizontal, Incumbent, Bound);
        }
        return;
    }
    const double since = m_lines.back().seconds;
    m_lines.back() = progress;
    m_lines.back().seconds = isNews ? progress.seconds : since;
    Q_EMIT dataChanged(index(rowCount() - 1, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ProofLogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ProofLogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ProofLogModel::valueText(double value) const { return QLocale().toString(value / m_unit, 'f', m_decimals); }

QVariant ProofLogModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole || !index.isValid()) {
        return {};
    }
    const schedule::ProofProgress& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Seconds:
        return QLocale().toString(line.seconds, 'f', 1);
    case Incumbent:
        return valueText(line.incumbent);
    case Bound:
        return valueText(line.bound);
    case Gap:
        return std::isfinite(line.gap()) ? QLocale().toString(100 * std::max(0.0, line.gap() - 1), 'f', 2)
                                         : QStringLiteral("–");
    case Open:
        return countText(line.open);
    case Settled:
        return countText(line.settled);
    case Segments:
        return countText(line.segments);
    default:
        return {};
    }
}

/// Which unit reads best is known with the first line.
QString ProofLogModel::withUnit(const QString& heading) const
{
    return m_lines.empty() ? heading : tr("%1 (%2)").arg(heading, m_unitName);
}

QVariant ProofLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const bool isHelp = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !isHelp) {
        return {};
    }
    switch (section) {
    case Seconds:
        return isHelp ? tr("Since the proof began") : tr("Time (s)");
    case Incumbent:
        return isHelp ? tr("The goal of the best schedule so far") : withUnit(tr("Best so far"));
    case Bound:
        return isHelp ? tr("No schedule that the proof ranges over is below") : withUnit(tr("Lower bound"));
    case Gap:
        return isHelp ? tr("How far the best so far is above the bound") : tr("Gap (%)");
    case Open:
        return isHelp ? tr("Segments of the chain that the bound comes from, whose own bounds can be raised")
                      : tr("Open");
    case Settled:
        return isHelp ? tr("Segments whose bounds are as high as they get") : tr("Settled");
    case Segments:
        return isHelp ? tr("All legal segments of the network") : tr("All segments");
    default:
        return {};
    }
}

} // namespace tilescape::ui::proof
