#pragma once

#include <string>

namespace tilescape::cli {

/// Tables for a person: the networks, the chips and the parameters that the program knows.
std::string networkListing();
std::string hardwareListing();
std::string parameterListing();

} // namespace tilescape::cli
