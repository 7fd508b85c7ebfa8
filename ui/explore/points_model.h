#pragma once

#include "core/explore/sweep_run.h"

#include <QAbstractTableModel>

#include <vector>

namespace tilescape::ui::explore {

/// One row a point that is done: its values along the axes, and its measures or why there is no schedule. `Qt::UserRole` is the raw
/// value, by which rows are sorted.
class PointsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit PointsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setResults(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results);
    /// The number of the point in this row.
    [[nodiscard]] std::size_t pointAt(int row) const { return m_rows[static_cast<std::size_t>(row)].number; }
    /// -1 where it is not done.
    [[nodiscard]] int rowOf(std::size_t point) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        std::size_t number = 0;
        std::vector<tilescape::explore::Setting> settings;
        tilescape::explore::PointResult result;
        bool onFront = false;
    };
    [[nodiscard]] QVariant settingAt(const Row& row, std::size_t key, int role) const;
    [[nodiscard]] QVariant measureAt(const Row& row, std::size_t measure, int role) const;

    std::vector<std::string> m_keys;
    std::vector<Row> m_rows;
};

} // namespace tilescape::ui::explore
