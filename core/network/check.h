#pragma once

#include "core/network/network.h"

#include <vector>

namespace tilescape::network {

/// What of a layer cannot be counted with: it could not be read, or lies out of bounds. Such a fault is told where it is found;
/// nothing that follows from it is told as well.
struct UnusableLayer {
    bool name = false;
    bool inputs = false; ///< some of them
    bool inputChannels = false;
    bool outputChannels = false;
    bool outputSize = false;
    bool shape = false; ///< the kind, and what belongs to it: filter, stride, groups, operands
};

/// The same of a network. Lists may be shorter than the network's: what is not named is usable.
struct Unusable {
    bool input = false;
    bool layers = false; ///< the list of layers itself
    bool names = false;  ///< a layer or external input has lost its name: any that is unknown may be meant
    std::vector<bool> externalInputs;
    std::vector<UnusableLayer> layer;
};

/// As `check(network)`, of what can still be judged beside what is `unusable`.
support::Diagnostics check(const Network& network, Unusable unusable);

} // namespace tilescape::network
