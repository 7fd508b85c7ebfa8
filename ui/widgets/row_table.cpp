#include "ui/widgets/row_table.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

namespace tilescape::ui::widgets {

namespace {

struct RowTableText {
    Q_DECLARE_TR_FUNCTIONS(RowTableText)
};

/// The headings, and under them the row that is chosen, as shown, columns apart by tabs: for a note or a message.
QString chosenRow(const QTableView& table)
{
    const QAbstractItemModel& model = *table.model();
    QStringList headings;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (!table.isColumnHidden(column)) {
            headings.append(model.headerData(column, Qt::Horizontal).toString());
            cells.append(table.currentIndex().siblingAtColumn(column).data().toString().replace(QChar(0xa0), u' '));
        }
    }
    const QChar tab = u'\t';
    return headings.join(tab) + u'\n' + cells.join(tab) + u'\n';
}

void addCopy(QTableView& table)
{
    auto* copy = new QAction(RowTableText::tr("Copy row"), &table);
    copy->setObjectName(table.objectName() + QStringLiteral("CopyRow"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, &table, [&table] {
        if (table.currentIndex().isValid()) {
            QGuiApplication::clipboard()->setText(chosenRow(table));
        }
    });
    table.addAction(copy);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace

QTableView* makeRowTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName)
{
    auto* table = new QTableView;
    table->setModel(&model);
    table->setObjectName(objectName);
    table->setAccessibleName(accessibleName);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setTextElideMode(Qt::ElideMiddle); // long names often begin alike
    table->setAlternatingRowColors(true);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    addCopy(*table);
    return table;
}

} // namespace tilescape::ui::widgets
