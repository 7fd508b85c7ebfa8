#pragma once

#include <string>

namespace tilescape::bench {

/// What the numbers were measured on.
struct Machine {
    std::string processor; ///< as the system names it
    unsigned cores = 0;    ///< that this process may use
};
Machine thisMachine();

} // namespace tilescape::bench
