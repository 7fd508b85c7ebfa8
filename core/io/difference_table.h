#pragma once

#include "core/io/difference_json.h"
#include "core/io/table.h"

namespace tilescape::io {

/// Two schedules side by side, for a paper: the terms of energy and of cycles and their sums, throughput and efficiency, each with its
/// unit, before, after, and the change in percent (empty where there was nothing before).
Table differenceTable(const ComparedSchedules& compared);

} // namespace tilescape::io
