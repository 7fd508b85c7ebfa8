#pragma once

#include "core/explore/compare.h"
#include "core/schedule/schedule.h"

#include <QAbstractTableModel>

#include <memory>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::layers {

/// One row a layer of the network, in its order; what the schedule says of it in columns, empty where it says nothing. The
/// columns from `ColumnCount` on tell what differs from a baseline, while one is chosen. `Qt::UserRole` is the raw value, by which rows are sorted. A new
/// schedule changes data, only other layers reset.
class LayersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Kind, Segment, Region, Tiles, Dataflow, Cycles, BoundBy, PesBusy, DramWords, NocHops, Energy,
                  Share, ColumnCount, EnergyChange = ColumnCount, EnergyPercent, CyclesChange, CyclesPercent, Changed,
                  ComparedCount };
    /// Whether the layer runs otherwise than in the baseline.
    static constexpr int IsChangedRole = Qt::UserRole + 1;

    explicit LayersModel(workspace::Workspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Whether a baseline is chosen.
    [[nodiscard]] bool compares() const { return m_compares; }

Q_SIGNALS:
    void comparesChanged(bool compares);

private:
    void refreshNetwork();
    void refreshSchedule();
    void refreshDifference();
    [[nodiscard]] QVariant changeData(int row, int column, int role) const;
    [[nodiscard]] const tilescape::explore::LayerDifference* differenceOf(int row) const;
    [[nodiscard]] const schedule::ScheduledLayer* scheduled(int row) const;

    workspace::Workspace& m_workspace;
    std::vector<tilescape::network::Layer> m_layers;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    std::vector<const schedule::ScheduledLayer*> m_byLayer; ///< into `m_schedule`; null where there is none
    bool m_compares = false;
    std::shared_ptr<const schedule::Schedule> m_baseline;
    std::shared_ptr<const tilescape::explore::ScheduleDifference> m_difference;
    std::vector<const tilescape::explore::LayerDifference*> m_changes; ///< into `m_difference`, as `m_byLayer`
};

/// Rows of any model over `LayersModel` as CSV: units in the heading, every digit.
/// With `compares` those of the baseline, too.
QString csvText(const QAbstractItemModel& model, const std::vector<int>& rows, bool compares = false);

} // namespace tilescape::ui::layers
