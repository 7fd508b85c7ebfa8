#pragma once

#include "core/schedule/schedule.h"

#include <QString>

namespace tilescape::ui::style {

/// What a goal makes small, as a word: "energy", "delay", "energy × delay".
QString goalName(search::Goal goal);

/// An amount of it (pJ, cycles or their product) of the schedule or of one like it: "1.24 mJ", "9.81 M cycles", "12.3 µJ s".
QString goalAmount(double amount, const schedule::Schedule& schedule);

} // namespace tilescape::ui::style
