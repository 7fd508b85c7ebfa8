#pragma once

#include "core/training/adaptflow/machine.h"

#include <QAbstractTableModel>

#include <memory>

namespace tilescape::ui::adaptflow {

/// What Adapt-Flow finds for a network.
struct AdaptflowStudy {
    tilescape::training::adaptflow::Selection selection;
    tilescape::training::adaptflow::Totals totals;
    tilescape::training::adaptflow::Comparison machines;
};

AdaptflowStudy studyDataflows(const tilescape::network::Network& network, Count batch,
                              const tilescape::training::adaptflow::Settings& settings);

/// One row a layer: the volumes, the choice and its tile, the cycles on each machine.
class AdaptflowTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Layer, Choice, Ws, Is, Os, Least, Tile, Mapping, AdaptFlow, Nvdla, ShiDianNao, Eyeriss, Columns };

    explicit AdaptflowTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setStudy(std::shared_ptr<const AdaptflowStudy> study);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    /// Display; alignment; UserRole: what a column is sorted by; ToolTip.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::optional<double> number(std::size_t row, int column) const;
    /// The value, what it is made of, and the manual's page.
    [[nodiscard]] QString toolTip(std::size_t row, int column) const;
    [[nodiscard]] QString words(std::size_t row, int column) const;

    std::shared_ptr<const AdaptflowStudy> m_study;
};

} // namespace tilescape::ui::adaptflow
