#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// The networks and chips that come with the program (`resources/`), compiled into it.
std::vector<std::string_view> networkNames();
std::vector<std::string_view> hardwareNames();

/// `nameOrFile` is one of those names, or the path of a file.
support::Result<network::Network> loadNetwork(const std::string& nameOrFile);
support::Result<hardware::Hardware> loadHardware(const std::string& nameOrFile);

/// The chip's name for people. One with the name of a chip of the library that differs from it is told as such:
/// "Tangram, 16 x 16 tiles (changed)".
std::string titleOf(const hardware::Hardware& hardware);

} // namespace tilescape::io
