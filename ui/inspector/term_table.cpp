#include "ui/inspector/term_table.h"

#include "ui/style/format.h"
#include "ui/style/scheme_text.h"

#include <QHeaderView>

#include <algorithm>

namespace tilescape::ui::inspector {

namespace {

constexpr int cellMargins = 12;
constexpr int rowGap = 5;

enum Column { Component, Weight, Input, Output, Each, Energy, ColumnCount };

QTableWidgetItem* cell(const QString& text, const QString& toolTip, bool number = true)
{
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(toolTip);
    item->setTextAlignment(number ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    return item;
}

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
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Accesses and energy by component"));
}

void TermTable::showTerms(const std::vector<EnergyTerm>& terms, const tilescape::network::Layer& layer)
{
    double total = 0;
    for (const EnergyTerm& term : terms) {
        total += term.energyPj;
    }
    setHorizontalHeaderLabels({{}, style::tensorName(Tensor::Weight, layer), style::tensorName(Tensor::Input, layer),
                               style::tensorName(Tensor::Output, layer), tr("× pJ"), tr("= energy")});
    clearSpans();
    setRowCount(static_cast<int>(terms.size()) + 1);
    int row = 0;
    for (const EnergyTerm& term : terms) {
        showTerm(row, term, layer, total);
        ++row;
    }
    showTotal(row, total);
    for (int i = 0; i <= row; ++i) {
        setRowHeight(i, fontMetrics().height() + rowGap);
    }
    fit();
}

void TermTable::showTerm(int row, const EnergyTerm& term, const tilescape::network::Layer& layer, double total)
{
    const QString counted = QStringLiteral("%1 %2").arg(style::exactCount(term.count), term.unit);
    setItem(row, Component, cell(term.label, counted, false));
    for (const Tensor tensor : allTensors) {
        const int column = Weight + static_cast<int>(tensor);
        if (term.byTensor) {
            const double value = (*term.byTensor)[tensor];
            const QString told = tr("%1 %2 of %3, %4 of all").arg(style::exactCount(value), term.unit, style::tensorLabel(tensor, layer),
                                                                  style::percentOf(value, term.count));
            setItem(row, column, cell(style::count(value), told));
        } else {
            setItem(row, column, cell({}, counted));
        }
    }
    if (!term.byTensor) {
        // Of no tensor: the three columns say how many, and of what.
        item(row, Weight)->setText(QStringLiteral("%1 %2").arg(style::count(term.count), term.unit));
        setSpan(row, Weight, 1, Output - Weight + 1);
    }
    setItem(row, Each, cell(style::number(term.eachPj), tr("%1 pJ each").arg(style::number(term.eachPj))));
    const QString sum = tr("%1 × %2 pJ = %3, %4 of the total").arg(counted, style::number(term.eachPj), style::energy(term.energyPj),
                                                                   style::percentOf(term.energyPj, total));
    setItem(row, Energy, cell(style::energy(term.energyPj), sum));
}

void TermTable::showTotal(int row, double total)
{
    for (int column = 0; column < ColumnCount; ++column) {
        const QString text = column == Component ? tr("Total") : column == Energy ? style::energy(total) : QString();
        QTableWidgetItem* sum = cell(text, tr("Sum of the terms above: %1").arg(style::energy(total)), column != Component);
        QFont bold = font();
        bold.setBold(true);
        sum->setFont(bold);
        setItem(row, column, sum);
    }
}

int TermTable::neededWidth(int column) const
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int widest = metrics.horizontalAdvance(horizontalHeaderItem(column)->text());
    for (int row = 0; row < rowCount(); ++row) {
        const bool alone = columnSpan(row, column) == 1 && item(row, column);
        widest = std::max(widest, alone ? metrics.horizontalAdvance(item(row, column)->text()) : 0);
    }
    return widest + cellMargins;
}

void TermTable::fit()
{
    if (rowCount() == 0) {
        return;
    }
    const int room = viewport()->width();
    int counts = neededWidth(Component) + neededWidth(Energy);
    for (const int column : {Weight, Input, Output}) {
        counts += neededWidth(column);
    }
    setColumnHidden(Each, counts + neededWidth(Each) > room);
    for (const int column : {Weight, Input, Output}) {
        setColumnHidden(column, counts > room);
    }
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < rowCount(); ++row) {
        height += rowHeight(row);
    }
    setFixedHeight(height);
}

void TermTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    fit();
}

} // namespace tilescape::ui::inspector
