#pragma once

#include "core/explore/compare.h"

#include <QAbstractTableModel>

#include <memory>

namespace tilescape::ui::comparison {

/// What changed from the baseline and why: the whole difference, and beneath it its parts, one a row, the largest first.
class ChangesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Energy, Cycles, What, ColumnCount };
    /// The layers of a part, as a list of names.
    static constexpr int LayersRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setDifference(std::shared_ptr<const tilescape::explore::ScheduleDifference> difference);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static bool isSum(int row);
    [[nodiscard]] const tilescape::explore::ChangedPart& partAt(int row) const; ///< of a row beneath the sum
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;

    std::shared_ptr<const tilescape::explore::ScheduleDifference> m_difference;
};

} // namespace tilescape::ui::comparison
