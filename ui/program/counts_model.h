#pragma once

#include "core/program/trace.h"

#include <QAbstractTableModel>

#include <memory>

namespace tilescape::ui::program {

/// What the layer at work has moved so far, by tensor and level, beside what the schedule is charged for.
class CountsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int handedColumn = 3; ///< words from one layer of a segment to another
    static constexpr int sharedColumn = 4; ///< words between tiles and buffers that lie between them and DRAM

    explicit CountsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setTrace(std::shared_ptr<const tilescape::program::Trace> trace);
    void showPosition(std::size_t position);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const tilescape::program::Trace> m_trace;
    std::size_t m_place = 0;
    PerTensor<tilescape::program::TensorCount> m_counts;
};

} // namespace tilescape::ui::program
