#include "ui/window/bound_text.h"

#include "core/schedule/advice.h"
#include "core/schedule/prove.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/goal_text.h"

#include <cmath>

namespace tilescape::ui::window {

namespace {

constexpr double manyTimes = 10; ///< from here on a percentage says nothing any more

} // namespace

QString BoundText::gap(const schedule::Schedule& schedule, double gap)
{
    const QString what = style::goalName(schedule.problem->goal);
    if (!std::isfinite(gap)) {
        return {};
    }
    if (schedule.status == schedule::Status::Optimal && gap > 1) {
        return tr("lower bound of its %1 %2 below").arg(what, style::percent(1 - 1 / gap));
    }
    if (gap < 1) {
        return tr("%1 below the best possible %2 of the search space, which it is not in")
            .arg(style::percent(1 - gap), what);
    }
    return gap < manyTimes ? tr("within %1 of the best possible %2").arg(style::percent(gap - 1), what)
                           : tr("within %1 times the best possible %2").arg(style::count(std::ceil(gap)), what);
}

QString BoundText::toolTip(const schedule::Schedule& schedule, double gap, bool isProven)
{
    const schedule::Totals& totals = schedule.totals;
    const search::LowerBound& bound = schedule.bound;
    QString text =
        tr("Proven: no schedule in this search space takes less (Solvers, Lower bound). While nothing is edited "
           "the proof goes on, layer by layer and segment by segment.\n"
           "Energy: at least %1, which is %2 of this one's. Cycles: at least %3, which is %4. "
           "DRAM words: at least %5, which is %6.")
            .arg(style::energy(bound.energyPj), style::percentOf(bound.energyPj, totals.energy.total()),
                 style::count(bound.cycles), style::percentOf(bound.cycles, totals.cycles),
                 style::count(bound.dramWords), style::percentOf(bound.dramWords, totals.accesses[Level::Dram]));
    const double measure = schedule::measureOf(schedule);
    if (std::isfinite(gap) && (isProven || schedule.closerBound > 0)) {
        text += QLatin1Char('\n')
                + tr("A closer bound of the goal is %1, which is %2 of this one's. It ranges over %3. Edit > Prove "
                     "goes further.")
                      .arg(style::goalAmount(measure / gap, schedule), style::percent(1 / gap),
                           style::coreText(schedule::proofRange));
    }
    if (schedule.problem->goal == search::Goal::EnergyDelay) {
        text += QLatin1Char('\n')
                + tr("Energy × delay: %1 × %2 = %3")
                      .arg(style::energy(totals.energy.total()), style::seconds(totals.seconds),
                           style::goalAmount(measure, schedule));
    }
    return text;
}

} // namespace tilescape::ui::window
