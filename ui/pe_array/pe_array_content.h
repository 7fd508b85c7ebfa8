#pragma once

#include "core/dataflow/array_pass.h"
#include "core/schedule/layer_walk.h"
#include "core/schedule/schedule.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace tilescape::ui::pe_array {

/// What the colours of the PEs stand for.
enum class Shown { FilterRows, InputRows, OutputRows, Channels };

/// A layer of a schedule on the array of one of its tiles.
struct PeArrayContent {
    std::shared_ptr<const dataflow::ArrayPass> pass; ///< null: there is nothing to show
    QString layer;
    Count tiles = 1; ///< of the layer's region

    [[nodiscard]] bool isSystolic() const { return pass->peArray().dataflow == tilescape::hardware::ArrayDataflow::Systolic; }
};
PeArrayContent peArrayContent(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);

/// A moment of a pass.
struct PeArrayMoment {
    Count part = 0;
    Count cycle = 0;
    Count pass = 0; ///< of those of the tile
    friend bool operator==(const PeArrayMoment&, const PeArrayMoment&) = default;
};

/// Where a layer is on its array at a cycle of its clock.
PeArrayMoment momentAt(const PeArrayContent& content, const schedule::LayerWalk& walk, Count cycle);

/// The number by which a PE is coloured.
Count numberOf(const dataflow::PeWork& work, Shown shown, bool systolic);
/// "Filter rows", "Taps", ...
QString labelOf(Shown shown, bool systolic);
/// How what is shown lies on the array and travels.
QString explanationOf(Shown shown, bool systolic);
/// What a PE does, line by line.
QString workText(const dataflow::PeWork& work);
/// The moment, and what was counted from the pass's first cycle on, of all that the pass counts.
QStringList countsText(const PeArrayContent& content, const PeArrayMoment& moment);

} // namespace tilescape::ui::pe_array
