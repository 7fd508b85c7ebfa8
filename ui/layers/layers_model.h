#pragma once

#include "core/schedule/schedule.h"

#include <QAbstractTableModel>

#include <memory>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::layers {

/// One row a layer of the network, in its order; what the schedule says of it in columns, empty where it says nothing.
/// `Qt::UserRole` is the raw value, by which rows are sorted. A new schedule changes data, only other layers reset.
class LayersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Kind, Segment, Region, Tiles, Dataflow, Cycles, BoundBy, PesBusy, DramWords, NocHops, Energy,
                  Share, ColumnCount };

    explicit LayersModel(workspace::Workspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void refreshNetwork();
    void refreshSchedule();
    [[nodiscard]] const schedule::ScheduledLayer* scheduled(int row) const;

    workspace::Workspace& m_workspace;
    std::vector<tilescape::network::Layer> m_layers;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    std::vector<const schedule::ScheduledLayer*> m_byLayer; ///< into `m_schedule`; null where there is none
};

/// Rows of any model over `LayersModel` as CSV: units in the heading, every digit.
QString csvText(const QAbstractItemModel& model, const std::vector<int>& rows);

} // namespace tilescape::ui::layers
