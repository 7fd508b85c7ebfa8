#include "ui/widgets/row_table.h"

#include <QHeaderView>
#include <QTableView>

namespace tilescape::ui::widgets {

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
    return table;
}

} // namespace tilescape::ui::widgets
