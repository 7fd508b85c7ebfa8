#pragma once

#include "core/explore/compare.h"

#include <QString>
#include <QVariant>

namespace tilescape::ui::layers {

/// A layer of the schedule and what it was in the baseline; `before` is null for one that is new.
struct LayerChange {
    const tilescape::explore::LayerDifference* difference = nullptr;
    const schedule::ScheduledLayer* before = nullptr;
    const schedule::ScheduledLayer* after = nullptr;
};
/// `difference` leads from `baseline` to `schedule`, and the layer is not gone.
LayerChange layerChange(const tilescape::explore::LayerDifference& difference, const schedule::Schedule& baseline,
                        const schedule::Schedule& schedule);

/// The columns of `LayersModel` that a baseline adds: the raw value, what stands in the cell, and its tooltip.
QVariant rawChange(int column, const LayerChange& layer);
QString changeText(int column, const LayerChange& layer);
QString changeToolTip(int column, const LayerChange& layer);

} // namespace tilescape::ui::layers
