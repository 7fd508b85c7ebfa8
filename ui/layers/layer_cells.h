#pragma once

#include "core/schedule/schedule.h"

#include <QString>
#include <QVariant>

namespace tilescape::ui::layers {

/// A column of the layers table: what stands in its heading, in a CSV file's, and in a cell.
struct ColumnKind {
    const char* heading;
    const char* csvKey;
    const char* toolTip;
    bool number;
};
const ColumnKind& columnKind(int column);

/// The raw value of a cell: pJ, words, cycles, shares in [0, 1]. `scheduled` may be null; only what is known of the layer
/// itself remains then.
QVariant rawValue(int column, const tilescape::network::Layer& layer, const schedule::ScheduledLayer* scheduled,
                  double totalPj);

/// As it stands in the cell, in the unit of the heading.
QString shownText(int column, const QVariant& raw);
/// With the unit of the heading, for where the heading is not at hand.
QString withUnit(int column, const QVariant& raw);

/// How a layer is split and blocked, in short: "output 4x4, b8 o2 i3" (parts of the tile grid, then the iterations of
/// each loop at DRAM level).
QString dataflowText(const dataflow::LayerScheme& scheme);

} // namespace tilescape::ui::layers
