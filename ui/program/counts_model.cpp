#include "ui/program/counts_model.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <array>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

enum Column { Dram, Buffer, Hops, Handed, Shared, ColumnCount };
static_assert(Handed == CountsModel::handedColumn && Shared == CountsModel::sharedColumn);

/// One cell: so far, at the end as the machine must count it, and as the cost model has it.
struct Cell {
    Count done = 0;
    double expected = 0;
    double model = 0;
};

Cell cellOf(const TensorCount& count, const TensorClaim& claim, int column)
{
    switch (column) {
    case Dram: return {count.dram, claim.expectedDram, claim.dram};
    case Buffer: return {count.buffer, claim.expectedBuffer, claim.buffer};
    case Hops: return {count.hops, claim.expectedHops, claim.hops};
    case Shared: return {count.shared, claim.expectedShared, claim.shared};
    default: return {count.handed, claim.expectedHanded, claim.handed};
    }
}

QString quantityOf(int column)
{
    const std::array<QString, ColumnCount> names{QStringLiteral("dram"), QStringLiteral("buffer"), QStringLiteral("hops"), QStringLiteral("handed"),
                                                 QStringLiteral("shared")};
    return names[static_cast<std::size_t>(column)];
}

} // namespace

void CountsModel::setTrace(std::shared_ptr<const Trace> trace)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_place = 0;
    m_counts = {};
    endResetModel();
}

void CountsModel::showPosition(std::size_t position)
{
    if (m_trace && !m_trace->program().layers.empty()) {
        m_place = m_trace->placeAt(position);
        m_counts = m_trace->counts(m_place, position);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int CountsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_trace || m_trace->program().layers.empty() ? 0 : static_cast<int>(allTensors.size());
}

int CountsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant CountsModel::data(const QModelIndex& index, int role) const
{
    const Tensor tensor = allTensors[static_cast<std::size_t>(index.row())];
    const LayerCode& code = m_trace->program().layers[m_place];
    const Cell cell = cellOf(m_counts[tensor], code.claims[tensor], index.column());
    switch (role) {
    case Qt::DisplayRole:
        return tr("%1 of %2").arg(style::exactCount(static_cast<double>(cell.done)), style::exactCount(cell.expected));
    case Qt::UserRole: return static_cast<double>(cell.done);
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: break;
    default: return {};
    }
    QString text = tr("The cost model charges %1.").arg(style::exactCount(cell.model));
    for (const Difference& difference : code.differences) {
        if (difference.tensor == tensor && style::coreName(difference.quantity) == quantityOf(index.column())) {
            text += QLatin1Char('\n')
                + tr("The machine counts otherwise on purpose: %1, %2").arg(style::coreName(difference.name), style::number(difference.words));
        }
    }
    if (index.column() == Dram && m_counts[tensor].pinned > 0) {
        text += QLatin1Char('\n') + tr("%1 stay on chip and are not counted.").arg(style::words(static_cast<double>(m_counts[tensor].pinned)));
    }
    return text;
}

QVariant CountsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return style::tensorLabel(allTensors[static_cast<std::size_t>(section)]);
    }
    const std::array<QString, ColumnCount> names{tr("DRAM\n(words)"), tr("Buffers\n(words)"), tr("NoC\n(word-hops)"), tr("Handed on\n(words)"),
                                                 tr("Shared buffer\n(words)")};
    return names[static_cast<std::size_t>(section)];
}

} // namespace tilescape::ui::program
