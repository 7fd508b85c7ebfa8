#pragma once

#include "core/program/trace.h"
#include "ui/workspace/program_service.h"

#include <QString>

namespace tilescape::ui::program {

/// `i1 b2`: the coordinates of a unit that are not 0; `0` if all are.
QString unitText(const tilescape::program::Unit& unit);

/// "Tile (0, 1) fetches 36 words of the inputs (unit i1) from DRAM." The loops around it follow.
QString stepText(const tilescape::program::Trace& trace, std::size_t step);

/// What stands after `position` steps: "Step 12 of 340 · cycle 96 · conv1".
QString positionText(const tilescape::program::Trace& trace, std::size_t position);

/// What of it is recorded, if it was not executed to its end; else empty.
QString unfinishedText(const tilescape::program::Trace& trace);

/// What was executed, as far as it is known how it ended: whether it holds, or what of it is recorded.
QString outcomeText(const workspace::ProgramRun& run);

/// Why there is no program, in a sentence.
QString refusalText(const support::Diagnostics& faults);

} // namespace tilescape::ui::program
