#include "ui/explore/points_model.h"

#include "core/hardware/hardware.h"
#include "core/support/quantity_text.h"
#include "ui/explore/measure_text.h"
#include "ui/explore/setting_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QFont>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

void PointsModel::setPoints(PointSet points)
{
    beginResetModel();
    m_set = std::move(points);
    endResetModel();
}

int PointsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_set.points.size()); }

int PointsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_set.keys.empty() ? 0 : static_cast<int>(m_set.keys.size() + keys::measures().size());
}

QVariant PointsModel::settingAt(const PointSet::Point& point, std::size_t key, int role) const
{
    const keys::Setting& setting = point.settings[key];
    if (role == Qt::DisplayRole) {
        return settingText(setting.key, setting.value);
    }
    if (role == Qt::UserRole) {
        if (setting.value.empty()) {
            return {}; // of the chip that a search began with
        }
        return keys::isNumeric(setting.key)
                   ? QVariant(support::readQuantity(setting.value, "").value_or(hardware::unlimited))
                   : QVariant(QString::fromStdString(setting.value));
    }
    return {};
}

QVariant PointsModel::measureAt(const PointSet::Point& point, std::size_t measure, int role) const
{
    const keys::Measure& own = keys::measures()[measure];
    const double value = own.of(point.result);
    const bool known = (point.result.hasSchedule() || own.key == "area_mm2") && std::isfinite(value);
    if (role == Qt::DisplayRole) {
        return known             ? measureText(own, value)
               : measure != 0    ? QStringLiteral("\u2013")
               : point.isLeftOut ? tr("not solved")
                                 : tr("no schedule");
    }
    if (role == Qt::UserRole) {
        return known ? QVariant(value) : QVariant();
    }
    return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
}

QString PointsModel::originAt(const PointSet::Point& point, int column) const
{
    const auto first = static_cast<int>(m_set.keys.size());
    return column < first || !point.result.hasSchedule() ? QString()
                                                         : measureOrigin(keys::measures()[static_cast<std::size_t>(column - first)], point.result);
}

QVariant PointsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const PointSet::Point& point = m_set.points[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        const QString what = !point.isGood()                      ? QString::fromStdString(point.wrong)
                             : point.number == PointSet::baseNumber ? tr("The chip to begin with")
                             : point.result.within ? tr("The schedule of another point, at most %1 % above the bound")
                                                         .arg(QString::number(*point.result.within * 100, 'g', 2))
                             : point.onFront ? tr("On the Pareto front")
                                             : QString();
        const QString origin = originAt(point, index.column());
        return style::literal(what.isEmpty() || origin.isEmpty() ? what + origin : what + QLatin1Char('\n') + origin);
    }
    if (role == Qt::ForegroundRole && !point.isGood()) {
        return style::mutedText(QApplication::palette());
    }
    if (role == Qt::FontRole && (point.onFront || point.result.within)) {
        QFont font;
        font.setBold(point.onFront);
        font.setItalic(point.result.within.has_value()); // not solved itself
        return font;
    }
    const auto column = static_cast<std::size_t>(index.column());
    return column < m_set.keys.size() ? settingAt(point, column, role) : measureAt(point, column - m_set.keys.size(), role);
}

QVariant PointsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto column = static_cast<std::size_t>(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) {
        return {};
    }
    return column < m_set.keys.size() ? settingLabel(m_set.keys[column]) : measureLabel(keys::measures()[column - m_set.keys.size()]);
}

} // namespace tilescape::ui::explore
