#include "ui/style/goal_text.h"

#include "ui/style/format.h"
#include "ui/style/style_text.h"

namespace tilescape::ui::style {

QString goalName(search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy:
        return StyleText::tr("energy");
    case search::Goal::Delay:
        return StyleText::tr("delay");
    case search::Goal::EnergyDelay:
        break;
    }
    return StyleText::tr("energy × delay");
}

QString goalAmount(double amount, const schedule::Schedule& schedule)
{
    switch (schedule.problem->goal) {
    case search::Goal::Energy:
        return energy(amount);
    case search::Goal::Delay:
        return StyleText::tr("%1 cycles").arg(count(amount));
    case search::Goal::EnergyDelay:
        break;
    }
    return StyleText::tr("%1 s").arg(energy(amount * schedule.totals.seconds / schedule.totals.cycles));
}

} // namespace tilescape::ui::style
