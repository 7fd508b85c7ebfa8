#pragma once

#include "core/training/gradient/analysis.h"

#include <QAbstractTableModel>

namespace tilescape::ui::gradient {

/// One row a layer of the network: its product, what each order takes beside the sequential one, what was chosen.
class GradientTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Layer, Product, Sequential, Interleaved, DxMajor, DwMajor, Chosen, Fastest, Partition, DyShare, Tile, Columns };

    explicit GradientTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setResult(std::shared_ptr<const tilescape::training::gradient::NetworkResult> result);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    /// Display; alignment; UserRole: what a column is sorted by; ToolTip.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString shown(const tilescape::training::gradient::LayerResult& layer, int column) const;
    [[nodiscard]] QString toolTip(const tilescape::training::gradient::LayerResult& layer, int column) const;
    [[nodiscard]] QVariant sortedBy(const tilescape::training::gradient::LayerResult& layer, int column) const;

    std::shared_ptr<const tilescape::training::gradient::NetworkResult> m_result;
};

} // namespace tilescape::ui::gradient
