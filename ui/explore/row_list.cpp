#include "ui/explore/row_list.h"

#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace tilescape::ui::explore {

RowList::RowList(const QString& addText, const char* name, std::size_t most) : m_most(most)
{
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins({});
    m_column->setSpacing(4);
    m_add = new QPushButton(addText);
    m_add->setObjectName(QLatin1String(name));
    connect(m_add, &QPushButton::clicked, this, [this] { addRow(); });
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
}

QToolButton* RowList::makeRemoveButton(const QString& help)
{
    auto* made = new QToolButton;
    made->setText(QStringLiteral("\u2212"));
    made->setToolTip(help);
    made->setAccessibleName(help);
    made->setAutoRaise(true);
    return made;
}

void RowList::insert(QWidget* row, QToolButton* button)
{
    connect(button, &QToolButton::clicked, this, [this, row] {
        remove(row);
        Q_EMIT changed();
    });
    m_column->insertWidget(static_cast<int>(m_rows.size()), row);
    m_rows.push_back(row);
    m_add->setEnabled(!isFull());
    orderTabs();
}

void RowList::orderTabs()
{
    // From what comes before the list: rows that are made later stand at the end of the window.
    QWidget* before = m_add->previousInFocusChain();
    while (before != m_add
           && (isAncestorOf(before) || (before->focusPolicy() & Qt::TabFocus) == 0 || before->focusProxy())) {
        before = before->previousInFocusChain();
    }
    const auto put = [&before](QWidget* next) {
        if (before != next) {
            setTabOrder(before, next);
        }
        before = next;
    };
    for (const QWidget* row : m_rows) {
        for (QWidget* part : row->findChildren<QWidget*>()) {
            if ((part->focusPolicy() & Qt::TabFocus) != 0 && !part->focusProxy() && part->window() == window()) {
                put(part);
            }
        }
    }
    put(m_add);
}

void RowList::remove(QWidget* row)
{
    std::erase(m_rows, row);
    row->hide();
    row->deleteLater(); // it may be the one that asks
    m_add->setEnabled(true);
}

void RowList::clear()
{
    for (QWidget* row : std::vector(m_rows)) {
        remove(row);
    }
}

} // namespace tilescape::ui::explore
