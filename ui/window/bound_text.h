#pragma once

#include "core/schedule/schedule.h"

#include <QCoreApplication>

namespace tilescape::ui::window {

/// What the status line says of a schedule with a result and its bounds. `gap`: what its goal makes small over the closest bound that is known.
class BoundText {
    Q_DECLARE_TR_FUNCTIONS(BoundText)

public:
    /// How far the schedule is from the bound: never a difference to another schedule. Of one that is optimal only where the bound lies, as none of
    /// the space is better. Empty without a bound.
    static QString gap(const schedule::Schedule& schedule, double gap);
    /// Both bounds, and what they range over. `isProven`: a proof found the closer one.
    static QString toolTip(const schedule::Schedule& schedule, double gap, bool isProven);
};

} // namespace tilescape::ui::window
