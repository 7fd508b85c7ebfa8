#pragma once

#include "ui/explore/point_set.h"

#include <QAbstractTableModel>

namespace tilescape::ui::explore {

/// One row a point that is done: its values along the axes, and its measures or why there is no schedule. `Qt::UserRole` is the raw
/// value, by which rows are sorted.
class PointsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit PointsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setPoints(PointSet points);
    [[nodiscard]] const PointSet& points() const { return m_set; }
    /// The number of the point in this row.
    [[nodiscard]] std::size_t pointAt(int row) const { return m_set.points[static_cast<std::size_t>(row)].number; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QVariant settingAt(const PointSet::Point& point, std::size_t key, int role) const;
    [[nodiscard]] QString originAt(const PointSet::Point& point, int column) const;
    [[nodiscard]] QVariant measureAt(const PointSet::Point& point, std::size_t measure, int role) const;

    PointSet m_set;
};

} // namespace tilescape::ui::explore
