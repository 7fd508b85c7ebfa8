#include "ui/inspector/term_table.h"

#include "ui/style/format.h"
#include "ui/style/scheme_text.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace tilescape::ui::inspector {

namespace {

constexpr int cellMargins = 12;
constexpr int rowGap = 5;

enum Column { Component, Weight, Input, Output, Each, Energy, ColumnCount };

} // namespace

TermTable::TermTable(QWidget* parent) : QTableWidget(0, ColumnCount, parent)
{
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setShowGrid(false);
    setTabKeyNavigation(false); // else Tab never leaves the table
    setFrameShape(QFrame::NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + rowGap);
    horizontalHeader()->setHighlightSections(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Accesses and energy by component"));
    setWhatsThis(tr("Terms of the layer’s energy: count times energy each. They add up to its total."));
}

void TermTable::showTerms(const std::vector<EnergyTerm>& terms, const tilescape::network::Layer& layer)
{
    double total = 0;
    for (const EnergyTerm& term : terms) {
        total += term.energyPj;
    }
    setHeadings({{}, style::tensorName(Tensor::Weight, layer), style::tensorName(Tensor::Input, layer),
                 style::tensorName(Tensor::Output, layer), tr("× pJ"), tr("= energy")});
    setRowCount(static_cast<int>(terms.size()) + 1);
    int row = 0;
    for (const EnergyTerm& term : terms) {
        showTerm(row, term, layer, total);
        ++row;
    }
    showTotal(row, total);
    fit();
}

void TermTable::setHeadings(const QStringList& headings)
{
    if (headings != m_headings) {
        m_headings = headings;
        setHorizontalHeaderLabels(headings);
    }
}

/// Fills in a cell. Those that are there stay: a new number in the same place is no new row.
void TermTable::setCell(int row, int column, const QString& text, const QString& toolTip, CellKind kind)
{
    QTableWidgetItem* shown = item(row, column);
    if (!shown) {
        shown = new QTableWidgetItem;
        setItem(row, column, shown);
    }
    if (shown->data(Qt::UserRole) != QVariant(static_cast<int>(kind))) {
        shown->setData(Qt::UserRole, static_cast<int>(kind));
        const bool sum = kind == CellKind::SumLabel || kind == CellKind::Sum;
        const bool number = kind == CellKind::Number || kind == CellKind::Sum;
        QFont own = font();
        own.setBold(sum);
        shown->setFont(own);
        shown->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    shown->setText(text);
    shown->setToolTip(toolTip);
}

void TermTable::setSpanOnce(int row, int columns)
{
    if (columnSpan(row, Weight) != columns) {
        setSpan(row, Weight, 1, columns);
    }
}

void TermTable::showTerm(int row, const EnergyTerm& term, const tilescape::network::Layer& layer, double total)
{
    const QString counted = QStringLiteral("%1 %2").arg(style::exactCount(term.count), term.unit);
    setCell(row, Component, term.label, counted, CellKind::Label);
    setSpanOnce(row, term.byTensor ? 1 : Output - Weight + 1);
    for (const Tensor tensor : allTensors) {
        const int column = Weight + static_cast<int>(tensor);
        if (term.byTensor) {
            const double value = (*term.byTensor)[tensor];
            const QString told = tr("%1 %2 of %3, %4 of all").arg(style::exactCount(value), term.unit, style::tensorLabel(tensor, layer),
                                                                  style::percentOf(value, term.count));
            setCell(row, column, style::count(value), told, CellKind::Number);
        } else {
            // Of no tensor: the three columns say how many, and of what.
            const QString text = column == Weight ? QStringLiteral("%1 %2").arg(style::count(term.count), term.unit) : QString();
            setCell(row, column, text, counted, CellKind::Number);
        }
    }
    setCell(row, Each, style::number(term.eachPj), tr("%1 pJ each").arg(style::number(term.eachPj)), CellKind::Number);
    const QString sum = tr("%1 × %2 pJ = %3, %4 of the total").arg(counted, style::number(term.eachPj), style::energy(term.energyPj),
                                                                   style::percentOf(term.energyPj, total));
    setCell(row, Energy, style::energy(term.energyPj), sum, CellKind::Number);
}

void TermTable::showTotal(int row, double total)
{
    setSpanOnce(row, 1);
    const QString told = tr("Sum of the terms above: %1").arg(style::energy(total));
    for (int column = 0; column < ColumnCount; ++column) {
        const QString text = column == Component ? tr("Total") : column == Energy ? style::energy(total) : QString();
        setCell(row, column, text, told, column == Component ? CellKind::SumLabel : CellKind::Sum);
    }
}

void TermTable::measure()
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    m_widths.assign(ColumnCount, 0);
    for (int column = 0; column < ColumnCount; ++column) {
        int widest = metrics.horizontalAdvance(m_headings.value(column));
        for (int row = 0; row < rowCount(); ++row) {
            const bool alone = columnSpan(row, column) == 1 && item(row, column);
            widest = std::max(widest, alone ? metrics.horizontalAdvance(item(row, column)->text()) : 0);
        }
        m_widths[static_cast<std::size_t>(column)] = widest + cellMargins;
    }
}

void TermTable::fit()
{
    if (rowCount() == 0) {
        return;
    }
    measure();
    const auto width = [this](int column) { return m_widths[static_cast<std::size_t>(column)]; };
    const int room = viewport()->width();
    int counts = width(Component) + width(Energy);
    for (const int column : {Weight, Input, Output}) {
        counts += width(column);
    }
    setColumnHidden(Each, counts + width(Each) > room);
    for (const int column : {Weight, Input, Output}) {
        setColumnHidden(column, counts > room);
    }
    int rest = room;
    for (int column = 0; column < ColumnCount; ++column) {
        if (isColumnHidden(column)) {
            continue;
        }
        const int own = column == Energy ? std::max(rest, width(Energy)) : width(column);
        rest -= own;
        if (columnWidth(column) != own) {
            setColumnWidth(column, own);
        }
    }
    setFixedHeight(horizontalHeader()->sizeHint().height() + 2 + rowCount() * verticalHeader()->defaultSectionSize());
}

void TermTable::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        verticalHeader()->setDefaultSectionSize(fontMetrics().height() + rowGap);
        fit();
    }
}

void TermTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    fit();
}

} // namespace tilescape::ui::inspector
