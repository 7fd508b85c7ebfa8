#pragma once

#include "core/support/diagnostic.h"

#include <QAbstractListModel>

namespace tilescape::ui::layers {

/// Faults and remarks, one sentence a row, the gravest first: those that were posted, then those of the schedule.
class ProblemsModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// `LayerName` is empty where a problem names no layer.
    enum Role { SeverityRole = Qt::UserRole, LayerName };

    using QAbstractListModel::QAbstractListModel;

    void setPosted(support::Diagnostics posted);
    void setScheduled(support::Diagnostics scheduled);
    [[nodiscard]] const support::Diagnostics& posted() const { return m_posted; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    void rebuild();

    support::Diagnostics m_posted;
    support::Diagnostics m_scheduled;
    support::Diagnostics m_rows;
};

} // namespace tilescape::ui::layers
