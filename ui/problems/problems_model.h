#pragma once

#include "core/explore/explain.h"
#include "core/support/diagnostic.h"

#include <QAbstractListModel>

namespace tilescape::ui::problems {

/// Faults and remarks, one sentence a row, the gravest first: those that were posted, then those of the schedule. Behind them stands
/// what would help.
class ProblemsModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// `LayerName` is empty where a problem names no layer; `FindingNumber` is the place in the list of findings, or invalid.
    enum Role { SeverityRole = Qt::UserRole, LayerName, FindingNumber };

    using QAbstractListModel::QAbstractListModel;

    void setPosted(support::Diagnostics posted);
    void setScheduled(support::Diagnostics scheduled);
    void setFindings(std::vector<tilescape::explore::Finding> findings);
    [[nodiscard]] int problemCount() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] const support::Diagnostics& posted() const { return m_posted; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    void rebuild();
    /// Makes the rows from `first` on those that are wanted. A row that stays is not removed in between, so that it keeps its
    /// selection.
    template <typename Row, typename Same>
    void become(std::vector<Row>& shown, std::vector<Row> wanted, int first, const Same& isSame);
    [[nodiscard]] QVariant findingData(std::size_t number, int role) const;

    support::Diagnostics m_posted;
    support::Diagnostics m_scheduled;
    support::Diagnostics m_rows;
    std::vector<tilescape::explore::Finding> m_findings;
};

} // namespace tilescape::ui::problems
