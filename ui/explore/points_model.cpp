#include "ui/explore/points_model.h"

#include "core/support/quantity_text.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/measure_text.h"

#include <QFont>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

void PointsModel::setResults(const keys::Sweep& sweep, const keys::PointResults& results)
{
    beginResetModel();
    m_keys = keysOf(sweep);
    m_rows.clear();
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    for (const auto& [number, result] : results) {
        m_rows.push_back({number, settingsAt(sweep, number), result, std::binary_search(front.begin(), front.end(), number)});
    }
    endResetModel();
}

int PointsModel::rowOf(std::size_t point) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), point, [](const Row& row, std::size_t number) { return row.number < number; });
    return found == m_rows.end() || found->number != point ? -1 : static_cast<int>(found - m_rows.begin());
}

int PointsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int PointsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_keys.empty() ? 0 : static_cast<int>(m_keys.size() + keys::measures().size());
}

QVariant PointsModel::settingAt(const Row& row, std::size_t key, int role) const
{
    const keys::Setting& setting = row.settings[key];
    if (role == Qt::DisplayRole) {
        return settingText(setting.key, setting.value);
    }
    if (role == Qt::UserRole) {
        const auto number = keys::isNumeric(setting.key) ? support::readQuantity(setting.value, "") : std::nullopt;
        return number ? QVariant(*number) : QVariant(QString::fromStdString(setting.value));
    }
    return {};
}

QVariant PointsModel::measureAt(const Row& row, std::size_t measure, int role) const
{
    const keys::Measure& own = keys::measures()[measure];
    const double value = own.of(row.result);
    const bool known = (row.result.hasSchedule() || own.key == "area_mm2") && std::isfinite(value);
    if (role == Qt::DisplayRole) {
        return known ? measureText(own, value) : measure == 0 ? tr("no schedule") : QStringLiteral("\u2013");
    }
    if (role == Qt::UserRole) {
        return known ? value : std::numeric_limits<double>::infinity();
    }
    return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
}

QVariant PointsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        return row.result.hasSchedule() ? row.onFront ? tr("On the Pareto front") : QVariant() : QString::fromStdString(row.result.reason);
    }
    if (role == Qt::FontRole && row.onFront) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    const auto column = static_cast<std::size_t>(index.column());
    return column < m_keys.size() ? settingAt(row, column, role) : measureAt(row, column - m_keys.size(), role);
}

QVariant PointsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto column = static_cast<std::size_t>(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) {
        return {};
    }
    return column < m_keys.size() ? settingLabel(m_keys[column]) : measureLabel(keys::measures()[column - m_keys.size()]);
}

} // namespace tilescape::ui::explore
