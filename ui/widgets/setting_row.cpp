#include "ui/widgets/setting_row.h"

#include "ui/widgets/quantity_box.h"

#include <QActionGroup>
#include <QComboBox>
#include <QFormLayout>
#include <QMenu>

namespace tilescape::ui::widgets {

QWidget* SettingBoxes::add(const SettingRow& row)
{
    QWidget* shown = nullptr;
    if (row.choices.isEmpty()) {
        auto* box = new QuantityBox(row.quantity);
        QObject::connect(box, &QuantityBox::valueEdited, box, row.set);
        m_show.emplace_back([box, get = row.get] { box->setValue(get()); });
        shown = box;
    } else {
        auto* box = new QComboBox;
        box->addItems(row.choices);
        QObject::connect(box, &QComboBox::activated, box, [set = row.set](int index) { set(index); });
        m_show.emplace_back([box, get = row.get] { box->setCurrentIndex(static_cast<int>(get())); });
        shown = box;
    }
    shown->setObjectName(row.name);
    shown->setAccessibleName(row.label);
    shown->setToolTip(row.help);
    m_show.back()();
    return shown;
}

void SettingBoxes::addTo(QFormLayout& form, const SettingRow& row) { form.addRow(row.label, add(row)); }

void SettingBoxes::refresh() const
{
    for (const auto& show : m_show) {
        show();
    }
}

void addChoiceMenu(QMenu& menu, const SettingRow& row)
{
    QMenu* choices = menu.addMenu(row.label);
    choices->menuAction()->setToolTip(row.help);
    auto* group = new QActionGroup(choices);
    for (qsizetype i = 0; i < row.choices.size(); ++i) {
        QAction* action = choices->addAction(row.choices[i]);
        action->setObjectName(row.name + QLatin1Char('_') + row.choiceNames[i]);
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, choices, [set = row.set, i] { set(static_cast<double>(i)); });
    }
    QObject::connect(choices, &QMenu::aboutToShow, choices,
                     [group, get = row.get] { group->actions().at(static_cast<qsizetype>(get()))->setChecked(true); });
}

} // namespace tilescape::ui::widgets
