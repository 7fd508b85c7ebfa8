#pragma once

#include "core/program/trace.h"
#include "core/schedule/schedule.h"
#include "core/support/result.h"
#include "ui/widgets/figure.h"

#include <memory>
#include <optional>

namespace tilescape::ui::program {

/// The chip after some steps of an execution, the buffer of a tile, and the cycles beside the model's if it was timed; beneath, the
/// step in words.
widgets::Figure programFigure(std::shared_ptr<const tilescape::program::Trace> trace, std::size_t position, std::optional<Tile> tile);

/// The same of the segment of one layer of a schedule in the middle of what is recorded of it. Faults: it cannot be compiled, or is too
/// large to be executed.
support::Result<widgets::Figure> programFigure(std::shared_ptr<const schedule::Schedule> schedule, std::size_t layer);

} // namespace tilescape::ui::program
