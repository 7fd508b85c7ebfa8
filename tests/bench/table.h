#pragma once

#include "options.h"

#include <nlohmann/json.hpp>

namespace tilescape::bench {

/// Lines as a pipe table: the columns that some line has a value for, in their order.
std::string tableOf(const std::vector<nlohmann::ordered_json>& lines, std::span<const Column> columns);

} // namespace tilescape::bench
