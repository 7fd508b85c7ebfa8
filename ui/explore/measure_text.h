#pragma once

#include "core/explore/point.h"

#include <QString>

namespace tilescape::ui::explore {

/// The words of a measure: "Energy efficiency".
QString measureLabel(const tilescape::explore::Measure& measure);
/// A value of it with its unit, as a person reads it: "4.21 mJ".
QString measureText(const tilescape::explore::Measure& measure, double value);

/// The value, how it comes from others, and the manual's page.
QString measureOrigin(const tilescape::explore::Measure& measure, const tilescape::explore::PointResult& point);

} // namespace tilescape::ui::explore
