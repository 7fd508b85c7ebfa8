#pragma once

#include "core/schedule/schedule.h"

#include <string>

namespace tilescape::io {

/// The load of every link of the NoC (schedule/link_loads.h): one line a segment and directed link, also those that nothing
/// crosses; words over the whole batch by tensor, all of them, and per cycle of the segment. Without a result: the header.
std::string writeLinksCsv(const schedule::Schedule& schedule);

} // namespace tilescape::io
