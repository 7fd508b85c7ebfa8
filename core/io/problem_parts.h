#pragma once

#include "core/hardware/hardware.h"
#include "core/io/json_reader.h"
#include "core/network/network.h"
#include "core/schedule/problem.h"

#include <optional>

namespace tilescape::io {

/// The members of a network or a chip, alike in a file of their own (after `format` and `version`) and in a project.
/// Reading notes all faults at the place; nothing comes back where there is one.
std::optional<network::Network> networkFrom(const JsonPlace& place);
std::optional<hardware::Hardware> hardwareFrom(const JsonPlace& place);

/// Adds the same members to `into`.
void putNetwork(nlohmann::ordered_json& into, const network::Network& network);
void putHardware(nlohmann::ordered_json& into, const hardware::Hardware& hardware);

/// Adds what a problem's project says of its search space and, where they are not the usual ones, of the samples of its solver and of its training.
void putSearch(nlohmann::ordered_json& into, const schedule::Problem& problem);

} // namespace tilescape::io
