#include "ui/adaptflow/adaptflow_table.h"

#include "ui/style/format.h"
#include "ui/style/origin.h"

#include <cmath>

namespace tilescape::ui::adaptflow {

using namespace tilescape::training::adaptflow;

AdaptflowStudy studyDataflows(const tilescape::network::Network& network, Count batch, const Settings& settings)
{
    AdaptflowStudy study;
    study.selection = selectDataflows(network, batch, settings);
    study.totals = totalsOf(study.selection);
    study.machines = compareMachines(study.selection, settings);
    return study;
}

void AdaptflowTable::setStudy(std::shared_ptr<const AdaptflowStudy> study)
{
    beginResetModel();
    m_study = std::move(study);
    endResetModel();
}

int AdaptflowTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_study ? 0 : static_cast<int>(m_study->selection.size());
}

int AdaptflowTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

std::optional<double> AdaptflowTable::number(std::size_t row, int column) const
{
    const LayerChoice& layer = m_study->selection[row];
    if (column >= Ws && column <= Os) {
        return layer.volumes[allDataflows[static_cast<std::size_t>(column - Ws)]].total;
    }
    if (column == Least) {
        return compulsoryElements(layer.nest);
    }
    if (column >= AdaptFlow && column <= Eyeriss) {
        return m_study->machines.runs[allMachines[static_cast<std::size_t>(column - AdaptFlow)]][row].cycles;
    }
    return std::nullopt;
}

QString AdaptflowTable::words(std::size_t row, int column) const
{
    const LayerChoice& layer = m_study->selection[row];
    switch (column) {
    case Layer: return QString::fromStdString(layer.name);
    case Choice: {
        const std::string_view name = layer.choice ? nameOf(*layer.choice) : "none";
        const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        return layer.choice ? text.toUpper() : tr("None fits");
    }
    case Tile: {
        if (!layer.choice) {
            return {};
        }
        const LoopTile& tile = layer.volumes[*layer.choice].tile;
        return QStringLiteral("%1 × %2 × %3 × %4 × %5 × %6").arg(tile.k).arg(tile.c).arg(tile.s).arg(tile.r).arg(tile.x).arg(tile.y);
    }
    case Mapping: {
        const Spatial& spatial = m_study->machines.runs[Machine::AdaptFlow][row].spatial;
        return QStringLiteral("%1 × %2 × %3 × %4").arg(spatial.k).arg(spatial.c).arg(spatial.x).arg(spatial.y);
    }
    default: return {};
    }
}

QVariant AdaptflowTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    const std::optional<double> value = number(row, index.column());
    switch (role) {
    case Qt::DisplayRole:
        return !value ? words(row, index.column()) : std::isfinite(*value) ? style::count(*value) : tr("does not fit");
    case Qt::UserRole:
        return !value ? QVariant(words(row, index.column())) : std::isfinite(*value) ? QVariant(*value) : QVariant();
    case Qt::TextAlignmentRole: {
        const bool left = index.column() == Layer || index.column() == Choice;
        return QVariant(left ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    }
    case Qt::ToolTipRole: return style::literal(toolTip(row, index.column()));
    default: return {};
    }
}

QString AdaptflowTable::toolTip(std::size_t row, int column) const
{
    const std::optional<double> value = number(row, column);
    if (!value || !std::isfinite(*value)) {
        return value ? tr("No tile fits the buffer.") : words(row, column);
    }
    const LayerChoice& layer = m_study->selection[row];
    const QString line = QLatin1Char('\n') + style::manualLine(style::Origin::DataflowVolumes);
    if (column >= Ws && column <= Os) {
        const Volume& volume = layer.volumes[allDataflows[static_cast<std::size_t>(column - Ws)]];
        return tr("%1 elements: weights %2, inputs %3, partial sums %4; %5 times the least")
                   .arg(style::exactCount(*value), style::exactCount(volume.elements[Tensor::Weight]), style::exactCount(volume.elements[Tensor::Input]),
                        style::exactCount(volume.elements[Tensor::Output]), style::number(*value / compulsoryElements(layer.nest)))
            + line;
    }
    if (column == Least) {
        return tr("%1 elements: weights, inputs and outputs once each").arg(style::exactCount(*value)) + line;
    }
    const LayerRun& run = m_study->machines.runs[allMachines[static_cast<std::size_t>(column - AdaptFlow)]][row];
    return tr("%1 cycles: the longest of multipliers %2, network on chip %3 and DRAM %4, and the reconfiguration")
               .arg(style::exactCount(*value), style::exactCount(run.computeCycles), style::exactCount(run.nocCycles), style::exactCount(run.dramCycles))
        + line;
}

QVariant AdaptflowTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const bool help = role == Qt::ToolTipRole;
    switch (section) {
    case Layer: return tr("Layer");
    case Choice: return help ? tr("The dataflow that moves least; ties go to WS, then IS") : tr("Choice");
    case Ws: return help ? tr("Elements that weight stationary moves between DRAM and buffer") : tr("WS");
    case Is: return help ? tr("Elements that input stationary moves between DRAM and buffer") : tr("IS");
    case Os: return help ? tr("Elements that output stationary moves between DRAM and buffer") : tr("OS");
    case Least: return help ? tr("Elements that any dataflow moves: everything once") : tr("At least");
    case Tile: return help ? tr("Tile of the choice: K × C × S × R × X' × Y'") : tr("Tile");
    case Mapping: return help ? tr("What runs side by side on Adapt-Flow: K × C × X' × Y'") : tr("In the array");
    case AdaptFlow: return help ? tr("Cycles, with 96 for the reconfiguration") : tr("Adapt-Flow, cycles");
    case Nvdla: return help ? tr("Cycles, mapped K 32 × C 128") : tr("NVDLA");
    case ShiDianNao: return help ? tr("Cycles, mapped X' 32 × Y' 32 × K 4") : tr("ShiDianNao");
    case Eyeriss:
        return help ? tr("Cycles, mapped filter rows × Y', copies over K and C, C 16 in a PE") : tr("Eyeriss");
    default: return {};
    }
}

} // namespace tilescape::ui::adaptflow
