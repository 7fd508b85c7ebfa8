#pragma once

#include "core/io/table.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace tilescape::io {

/// One row a layer in the order in which they run, and their sum. `layers`: only these, by index in the network and in this
/// order, without a sum.
Table layersTable(const schedule::Schedule& schedule, const std::optional<std::vector<std::size_t>>& layers = std::nullopt);

/// Where the energy of a layer goes, or of all layers: counts times prices, and their sum.
Table termsTable(const schedule::Schedule& schedule, const schedule::ScheduledLayer* layer = nullptr);

/// The chips of the library.
Table systemsTable();

/// What a chip is made of, with the source of each number.
Table parametersTable(const hardware::Hardware& hardware);

} // namespace tilescape::io
