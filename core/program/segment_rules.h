#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <string>

namespace tilescape::program {

/// Why the layer at `place` of the schedule cannot hand on what it makes, or take what it needs, within its segment: maps that
/// are fetched again, or makers and takers that go through a map in different orders, neither with room for all of it (Tangram
/// 3.2). Empty if it can.
std::string handOverObstacle(const schedule::Schedule& schedule, std::size_t place);

/// Whether the layer at `place`, whose output may bypass the buffer, has to keep it there for those that take it.
bool keepsToHandOn(const schedule::Schedule& schedule, std::size_t place);

/// The number of loops, all of them at DRAM level, around what the layer at `place` hands on at a time: over groups of the batch or
/// of channels. Nothing if it has no room for what is made inside these, and hands that on piece by piece.
std::optional<std::size_t> groupLoopsOf(const schedule::Schedule& schedule, std::size_t place);

/// Whether what the layer at `place` has of its input at a time is always a part of what the makers hold at that time.
bool takesOfWhatIsHeld(const schedule::Schedule& schedule, std::size_t place);

/// Whether what the layer takes from others of its region is another with each iteration of its outermost loops, so that it need not
/// wait in its first turn for what they make in later ones.
bool takesInTurns(const schedule::Schedule& schedule, std::size_t place, std::size_t turnLoops);

} // namespace tilescape::program
