#pragma once

#include <QString>

/// How a number changed from a baseline, always with its sign.
namespace tilescape::ui::style {

QString signedPercent(double before, double after); ///< "+3.4 %", "±0.0 %"; "new" from nothing
QString signedEnergy(double before, double after);  ///< pJ: "−1.49 mJ"
QString signedCount(double before, double after);   ///< "+106 k"

/// Both: "−1.49 mJ, −1.0 %".
QString energyChange(double before, double after);
QString countChange(double before, double after);

} // namespace tilescape::ui::style
