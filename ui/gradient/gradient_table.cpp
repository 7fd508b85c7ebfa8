#include "ui/gradient/gradient_table.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"

namespace tilescape::ui::gradient {

using namespace tilescape::training::gradient;

namespace {

std::optional<Order> orderOf(int column)
{
    return column >= GradientTable::Sequential && column <= GradientTable::DwMajor
             ? std::optional(allOrders[static_cast<std::size_t>(column - GradientTable::Sequential)])
             : std::nullopt;
}

double ticksOf(const Measure& measure) { return static_cast<double>(measure.ticks); }

double dyShare(const Measure& measure)
{
    return static_cast<double>(measure.readBytes[Matrix::Dy]) / static_cast<double>(measure.totalReadBytes());
}

} // namespace

void GradientTable::setResult(std::shared_ptr<const NetworkResult> result)
{
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int GradientTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->layers.size());
}

int GradientTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString GradientTable::shown(const LayerResult& layer, int column) const
{
    const Gemm& gemm = layer.product.gemm;
    const double base = ticksOf(layer.orders[Order::Sequential]);
    const PartitionMeasure& cut = layer.partitions[layer.bestPartition];
    switch (column) {
    case Layer: return QString::fromStdString(layer.product.layer);
    case Product: {
        const QString size = QStringLiteral("%1 × %2 × %3").arg(gemm.m).arg(gemm.k).arg(gemm.n);
        return layer.product.count > 1 ? tr("%1, %2 times").arg(size).arg(layer.product.count) : size;
    }
    case Sequential:
        return style::seconds(static_cast<double>(layer.product.count)
                              * Machine(m_result->settings).seconds(layer.orders[Order::Sequential].ticks));
    case Interleaved:
    case DxMajor:
    case DwMajor:
        return gemm.inputGradient ? changeText(ticksOf(layer.orders[*orderOf(column)]), base) : tr("no dX");
    case Chosen: return style::coreText(labelOf(layer.chosen));
    case Fastest: return style::coreText(labelOf(layer.best));
    case Partition: {
        const QString change = changeText(ticksOf(cut.measure), base);
        return cut.parts == 1 ? change : tr("%1, %2 in %3").arg(change, style::coreText(labelOf(cut.partition))).arg(cut.parts);
    }
    case DyShare: return style::percent(dyShare(layer.orders[Order::Sequential]));
    case Tile: {
        const TileShape& tile = layer.orders[layer.best].tile;
        return QStringLiteral("%1 × %2 × %3").arg(tile[Axis::M]).arg(tile[Axis::K]).arg(tile[Axis::N]);
    }
    default: return {};
    }
}

QVariant GradientTable::sortedBy(const LayerResult& layer, int column) const
{
    const Gemm& gemm = layer.product.gemm;
    const double base = ticksOf(layer.orders[Order::Sequential]);
    switch (column) {
    case Product: return static_cast<double>(gemm.m) * static_cast<double>(gemm.k) * static_cast<double>(gemm.n);
    case Sequential: return base * static_cast<double>(layer.product.count);
    case Interleaved:
    case DxMajor:
    case DwMajor: return ticksOf(layer.orders[*orderOf(column)]) / base;
    case Partition: return ticksOf(layer.partitions[layer.bestPartition].measure) / base;
    case DyShare: return dyShare(layer.orders[Order::Sequential]);
    default: return shown(layer, column);
    }
}

QVariant GradientTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const LayerResult& layer = m_result->layers[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return shown(layer, index.column());
    case Qt::UserRole: return sortedBy(layer, index.column());
    case Qt::TextAlignmentRole: {
        const bool words = index.column() == Layer || index.column() == Chosen || index.column() == Fastest;
        return QVariant(words ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    }
    case Qt::ToolTipRole: return style::literal(toolTip(layer, index.column()));
    default: return {};
    }
}

QString GradientTable::toolTip(const LayerResult& layer, int column) const
{
    if (column == Layer || column == Product || column == Chosen || column == Fastest || column == Tile) {
        return shown(layer, column);
    }
    const QString line = QLatin1Char('\n') + style::manualLine(style::Origin::GradientOrder);
    const Measure& sequential = layer.orders[Order::Sequential];
    const Count all = layer.product.count;
    if (const auto order = orderOf(column)) {
        const Measure& measure = layer.orders[*order];
        return tr("%1: %2 cycles; reads %3, of it dY %4; writes %5, of it sums that must leave %6; tile %7 × %8 × %9")
                   .arg(style::coreText(labelOf(*order)), style::exactCount(static_cast<double>(all * measure.cycles)),
                        style::byteCount(all * measure.totalReadBytes()),
                        style::byteCount(all * measure.readBytes[Matrix::Dy]),
                        style::byteCount(all * measure.writeBytes), style::byteCount(all * measure.spillBytes))
                   .arg(measure.tile[Axis::M])
                   .arg(measure.tile[Axis::K])
                   .arg(measure.tile[Axis::N])
               + line;
    }
    if (column == DyShare) {
        return tr("%1: dY %2 of the %3 that the sequential order reads")
                   .arg(shown(layer, column), style::byteCount(all * sequential.readBytes[Matrix::Dy]),
                        style::byteCount(all * sequential.totalReadBytes()))
               + line;
    }
    const PartitionMeasure& cut = layer.partitions[layer.bestPartition];
    return tr("%1: %2 cycles instead of %3")
               .arg(shown(layer, column), style::exactCount(static_cast<double>(all * cut.measure.cycles)),
                    style::exactCount(static_cast<double>(all * sequential.cycles)))
           + line;
}

QVariant GradientTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const std::array<std::pair<QString, QString>, Columns> columns{{
        {tr("Layer"), tr("Layer with weights")},
        {tr("M × K × N"), tr("Product of the layer: X is M × K, W is K × N")},
        {tr("Sequential"), tr("Time of the backward pass, dX before dW")},
        {tr("Interleaved"), tr("Change of that time: steps of dX and dW in turn")},
        {tr("+ dX-major"), tr("Change of that time: both in the order of dX")},
        {tr("+ dW-major"), tr("Change of that time: both in the order of dW")},
        {tr("Algorithm 1"), tr("The order that the rule chooses by the dimensions")},
        {tr("Fastest"), tr("The fastest of the four orders")},
        {tr("Partition"), tr("Change of the time with the fastest partition, each part in the order of its own dimensions")},
        {tr("dY of reads"), tr("Share of dY in what the sequential order reads")},
        {tr("Tile"), tr("Sides along M, K and N of the tile of the fastest order")},
    }};
    const auto& [title, help] = columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return title;
    }
    return role == Qt::ToolTipRole ? QVariant(help) : QVariant();
}

} // namespace tilescape::ui::gradient
