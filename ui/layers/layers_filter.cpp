#include "ui/layers/layers_filter.h"

#include "ui/layers/layers_model.h"

#include <algorithm>

namespace tilescape::ui::layers {

LayersFilter::LayersFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(Qt::UserRole); }

void LayersFilter::setFilter(const QString& text)
{
    m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void LayersFilter::sort(int column, Qt::SortOrder order)
{
    QSortFilterProxyModel::sort(column, column < 0 ? Qt::AscendingOrder : order);
}

bool LayersFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QAbstractItemModel* model = sourceModel();
    const QString text = model->index(row, LayersModel::Name, parent).data().toString() + QLatin1Char('\n')
        + model->index(row, LayersModel::Kind, parent).data().toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

bool LayersFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(Qt::UserRole);
    const QVariant b = right.data(Qt::UserRole);
    if (!a.isValid() || !b.isValid()) {
        return !a.isValid() && b.isValid();
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace tilescape::ui::layers
