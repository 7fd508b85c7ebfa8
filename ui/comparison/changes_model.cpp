#include "ui/comparison/changes_model.h"

#include "core/explore/difference_text.h"
#include "ui/style/core_text.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"

#include <QFont>
#include <QRegularExpression>
#include <QStringList>

namespace tilescape::ui::comparison {

namespace {

/// One line a term that differs.
template <typename Row, typename Terms, typename Text>
QString termLines(std::span<const Row> rows, const Terms& before, const Terms& after, const Text& changeOf)
{
    QStringList lines;
    for (const Row& row : rows) {
        if (before.*row.value != after.*row.value) {
            lines << QStringLiteral("%1: %2").arg(style::coreName(row.label), changeOf(before.*row.value, after.*row.value));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

/// With the sign that the columns beside have in place of a hyphen before a number.
QString withMinus(QString text)
{
    static const QRegularExpression hyphen(QStringLiteral("(?<=\\s)-(?=\\d)"));
    return text.replace(hyphen, QString(QChar(0x2212)));
}

} // namespace

void ChangesModel::setDifference(std::shared_ptr<const tilescape::explore::ScheduleDifference> difference)
{
    if (difference != m_difference) {
        beginResetModel();
        m_difference = std::move(difference);
        endResetModel();
    }
}

int ChangesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_difference ? 0 : static_cast<int>(m_difference->parts.size()) + 1;
}

int ChangesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

bool ChangesModel::isSum(int row) { return row == 0; }

const tilescape::explore::ChangedPart& ChangesModel::partAt(int row) const { return m_difference->parts[static_cast<std::size_t>(row) - 1]; }

QString ChangesModel::text(int row, int column) const
{
    if (isSum(row)) {
        const schedule::Totals& before = m_difference->before;
        const schedule::Totals& after = m_difference->after;
        switch (column) {
        case Energy: return style::energyChange(before.energy.total(), after.energy.total());
        case Cycles: return style::countChange(before.cycles, after.cycles);
        default:
            break;
        }
        if (!m_difference->hasOtherBatch()) {
            return tr("all together");
        }
        return tr("all together, of a batch of %1 in place of %2: per item %3 energy, %4 cycles")
            .arg(m_difference->batchAfter)
            .arg(m_difference->batchBefore)
            .arg(style::signedPercent(m_difference->perItemBefore(before.energy.total()),
                                      m_difference->perItemAfter(after.energy.total())),
                 style::signedPercent(m_difference->perItemBefore(before.cycles),
                                      m_difference->perItemAfter(after.cycles)));
    }
    const tilescape::explore::ChangedPart& part = partAt(row);
    switch (column) {
    case Energy: return style::signedEnergy(part.before.energy.total(), part.after.energy.total());
    case Cycles: return style::signedCount(part.before.cycles.total(), part.after.cycles.total());
    default: return withMinus(QString::fromStdString(tilescape::explore::describe(part, *m_difference)));
    }
}

QString ChangesModel::toolTip(int row, int column) const
{
    const auto lines = [](QStringList all) {
        all.removeAll(QString()); // terms where nothing changed
        return all.join(QLatin1Char('\n'));
    };
    const auto energyOrigin = [&](const cost::Energy& before, const cost::Energy& after, const QString& what) {
        return lines({what, tr("%1 before, %2 now").arg(style::energy(before.total()), style::energy(after.total())),
                      termLines(tilescape::explore::energyTerms(), before, after, style::energyChange), style::manualLine(style::Origin::Energy)});
    };
    const auto cyclesOrigin = [&](double before, double after, const QString& what) {
        return lines({tr("%1 cycles before, %2 now").arg(style::exactCount(before), style::exactCount(after)), what, style::manualLine(style::Origin::SegmentCycles)});
    };
    if (isSum(row)) {
        const cost::Energy& before = m_difference->before.energy;
        const cost::Energy& after = m_difference->after.energy;
        const QString sum = tr("The sum of the parts beneath.");
        return column == Energy ? energyOrigin(before, after, sum)
            : column == Cycles  ? cyclesOrigin(m_difference->before.cycles, m_difference->after.cycles, sum)
                                : sum;
    }
    const tilescape::explore::ChangedPart& part = partAt(row);
    switch (column) {
    case Energy: return energyOrigin(part.before.energy, part.after.energy, {});
    case Cycles:
        return cyclesOrigin(part.before.cycles.total(), part.after.cycles.total(),
                            termLines(tilescape::explore::cycleTerms(), part.before.cycles, part.after.cycles, style::countChange));
    default: break;
    }
    const QString changed = QString::fromStdString(tilescape::explore::changesText(part.changed));
    return changed.isEmpty() ? text(row, column) : tr("%1\nChanged: %2.").arg(text(row, column), changed);
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return style::literal(toolTip(row, index.column()));
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (isSum(row)) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    case LayersRole: {
        QStringList names;
        if (!isSum(row)) {
            for (const std::string& name : partAt(row).layers) {
                names << QString::fromStdString(name);
            }
        }
        return names;
    }
    default: return {};
    }
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Energy: return tr("Δ energy");
    case Cycles: return tr("Δ cycles");
    default: return tr("What changed and why");
    }
}

} // namespace tilescape::ui::comparison
