#include "ui/layers/layers_model.h"

#include "ui/layers/cell_origin.h"
#include "ui/layers/layer_cells.h"
#include "ui/layers/layer_changes.h"
#include "ui/layers/layers_text.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/workspace.h"

#include <QStringList>

#include <array>
#include <charconv>
#include <utility>

namespace tilescape::ui::layers {

using workspace::Workspace;

namespace {

/// Every digit, in the C locale.
QString csvCell(const QVariant& raw)
{
    if (raw.userType() == QMetaType::Double) {
        std::array<char, 32> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), raw.toDouble()).ptr;
        return QString::fromLatin1(buffer.data(), end - buffer.data());
    }
    QString text = raw.toString();
    static const QString special = QStringLiteral(",\"\n\r");
    if (std::any_of(text.begin(), text.end(), [](QChar letter) { return special.contains(letter); })) {
        text = QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
    }
    return text;
}

} // namespace

LayersModel::LayersModel(Workspace& workspace, QObject* parent) : QAbstractTableModel(parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::networkChanged, this, &LayersModel::refreshNetwork);
    connect(&workspace, &Workspace::scheduleChanged, this, &LayersModel::refreshSchedule);
    connect(&workspace.baselines(), &workspace::Baselines::scheduleChanged, this, &LayersModel::refreshDifference);
    refreshNetwork();
    refreshSchedule();
    refreshDifference();
}

int LayersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_layers.size());
}

int LayersModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ComparedCount; }

const schedule::ScheduledLayer* LayersModel::scheduled(int row) const
{
    return m_byLayer.empty() ? nullptr : m_byLayer[static_cast<std::size_t>(row)];
}

QVariant LayersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((columnKind(column).number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == IsChangedRole) {
        const tilescape::explore::LayerDifference* change = differenceOf(index.row());
        return change && change->isChanged();
    }
    if (role != Qt::DisplayRole && role != Qt::UserRole && role != Qt::ToolTipRole) {
        return {};
    }
    if (column >= ColumnCount) {
        return changeData(index.row(), column, role);
    }
    const schedule::ScheduledLayer* scheduled = this->scheduled(index.row());
    const double total = m_schedule ? m_schedule->totals.energy.total() : 0;
    const QVariant raw = rawValue(column, m_layers[static_cast<std::size_t>(index.row())], scheduled, total);
    if (role == Qt::UserRole) {
        return raw;
    }
    const QString origin = role == Qt::ToolTipRole && scheduled ? cellOrigin(column, m_layers[static_cast<std::size_t>(index.row())], *scheduled) : QString();
    const auto withOrigin = [&](const QString& text) { return origin.isEmpty() ? text : text + QLatin1Char('\n') + origin; };
    if (role == Qt::ToolTipRole && column == Energy && scheduled) {
        const QString text = tr("%1, %2 of the network").arg(style::energy(raw.toDouble()), style::percentOf(raw.toDouble(), total));
        const QVariant change = m_compares ? changeData(index.row(), EnergyChange, role) : QVariant();
        return withOrigin(change.isValid() ? QStringLiteral("%1\n%2").arg(text, change.toString()) : text);
    }
    if (role == Qt::ToolTipRole && column == Cycles && scheduled) {
        const QString text = tr("%1 cycles, %2 of the network").arg(shownText(column, raw), style::percentOf(raw.toDouble(), m_schedule->totals.cycles));
        return withOrigin(m_compares ? QStringLiteral("%1\n%2").arg(text, changeData(index.row(), CyclesChange, role).toString()) : text);
    }
    return role == Qt::ToolTipRole ? style::literal(withOrigin(withUnit(column, raw))) : shownText(column, raw);
}

QVariant LayersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || section < 0 || section >= columnCount()) {
        return {};
    }
    const ColumnKind& kind = columnKind(section);
    switch (role) {
    case Qt::DisplayRole: return LayersText::tr(kind.heading);
    case Qt::ToolTipRole: return LayersText::tr(kind.toolTip);
    case Qt::TextAlignmentRole: return static_cast<int>((kind.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

const tilescape::explore::LayerDifference* LayersModel::differenceOf(int row) const
{
    return m_changes.empty() ? nullptr : m_changes[static_cast<std::size_t>(row)];
}

QVariant LayersModel::changeData(int row, int column, int role) const
{
    const tilescape::explore::LayerDifference* change = differenceOf(row);
    if (!change) {
        return {};
    }
    const LayerChange layer = layerChange(*change, *m_baseline, *m_schedule);
    const QVariant raw = rawChange(column, layer);
    switch (role) {
    case Qt::UserRole: return raw;
    case Qt::ToolTipRole: return style::literal(changeToolTip(column, layer));
    default: return changeText(column, layer);
    }
}

void LayersModel::refreshDifference()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const bool compares = baselines.chosen() != nullptr;
    const bool toggled = std::exchange(m_compares, compares) != compares;
    m_changes.clear();
    m_baseline = baselines.schedule();
    m_difference = m_byLayer.empty() ? nullptr : baselines.difference();
    if (m_difference) {
        m_changes.assign(m_layers.size(), nullptr);
        for (const tilescape::explore::LayerDifference& layer : m_difference->layers) {
            if (layer.after) {
                m_changes[m_schedule->layers[*layer.after].layer] = &layer;
            }
        }
    }
    if (!m_layers.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    if (toggled) {
        Q_EMIT comparesChanged(m_compares);
    }
}

void LayersModel::refreshNetwork()
{
    const std::vector<tilescape::network::Layer>& layers = m_workspace.network().layers;
    if (layers == m_layers) {
        return;
    }
    beginResetModel();
    m_layers = layers;
    m_schedule.reset();
    m_byLayer.clear();
    m_changes.clear();
    endResetModel();
}

void LayersModel::refreshSchedule()
{
    m_schedule = m_workspace.schedule();
    m_byLayer.clear();
    if (m_schedule && m_schedule->problem && m_schedule->problem->network.layers == m_layers) {
        m_byLayer.assign(m_layers.size(), nullptr);
        for (const schedule::ScheduledLayer& layer : m_schedule->layers) {
            m_byLayer[layer.layer] = &layer;
        }
    }
    refreshDifference();
}

QString csvText(const QAbstractItemModel& model, const std::vector<int>& rows, bool compares)
{
    const int columns = compares ? LayersModel::ComparedCount : LayersModel::ColumnCount;
    QStringList heading;
    for (int column = 0; column < columns; ++column) {
        heading << QLatin1String(columnKind(column).csvKey);
    }
    QString text = heading.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < columns; ++column) {
            cells << csvCell(model.index(row, column).data(Qt::UserRole));
        }
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace tilescape::ui::layers
