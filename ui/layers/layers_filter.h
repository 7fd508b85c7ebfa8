#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace tilescape::ui::layers {

/// Rows whose name and kind hold every word of the filter; sorted by raw values.
class LayersFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit LayersFilter(QObject* parent = nullptr);
    void setFilter(const QString& text);
    /// Column -1 is the network's own order, which no direction turns round.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_words;
};

} // namespace tilescape::ui::layers
