#include "ui/explore/measure_choice.h"

#include "ui/explore/measure_text.h"

#include <QMenu>

#include <algorithm>

namespace tilescape::ui::explore {

MeasureChoice::MeasureChoice(QWidget* parent) : QPushButton(parent)
{
    setObjectName(QStringLiteral("objectives"));
    setAccessibleName(tr("Objectives"));
    setToolTip(tr("The measures whose Pareto front is looked for"));
    auto* menu = new QMenu(this);
    for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
        QAction* action = menu->addAction(measureLabel(measure));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, key = std::string(measure.key)](bool on) {
            std::erase(m_chosen, key);
            if (on) {
                m_chosen.push_back(key);
            }
            showChoice();
            Q_EMIT changed();
        });
        m_actions.push_back(action);
    }
    setMenu(menu);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // its text grows
    showChoice();
}

void MeasureChoice::setMeasures(const std::vector<std::string>& keys)
{
    m_chosen = keys;
    showChoice();
    Q_EMIT changed();
}

void MeasureChoice::showChoice()
{
    QStringList labels;
    for (const std::string& key : m_chosen) {
        labels << measureLabel(*tilescape::explore::findMeasure(key));
    }
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        m_actions[i]->setChecked(std::find(m_chosen.begin(), m_chosen.end(), tilescape::explore::measures()[i].key) != m_chosen.end());
    }
    setText(labels.isEmpty() ? tr("no objective") : labels.join(QStringLiteral(", ")));
}

} // namespace tilescape::ui::explore
