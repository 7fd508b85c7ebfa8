#pragma once

#include "core/explore/compare.h"

#include <QString>

/// How a number changed from a baseline, always with its sign.
namespace tilescape::ui::style {

QString signedPercent(double before, double after); ///< "+3.4 %", "±0.0 %"; "new" from nothing
QString signedEnergy(double before, double after);  ///< pJ: "−1.49 mJ"
QString signedCount(double before, double after);   ///< "+106 k"

/// Both: "−1.49 mJ, −1.0 %".
QString energyChange(double before, double after);
QString countChange(double before, double after);

/// In what a layer runs otherwise, "region, blocking"; "new layer"; empty if it runs as before.
QString layerChange(const tilescape::explore::LayerDifference& layer);

} // namespace tilescape::ui::style
