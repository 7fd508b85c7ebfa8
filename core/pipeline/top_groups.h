#pragma once

#include "core/support/dimensions.h"

namespace tilescape::pipeline {

/// The number of groups into which a pipeline asks the DRAM-level loops to be cut (cost-model.md 5). 0 means that
/// nothing is asked for and the search chooses. The batch groups, if asked for, are the outermost loop, then come the
/// groups of channels.
struct TopGroups {
    Count batch = 0;
    Count input = 0;
    Count output = 0;
    friend bool operator==(const TopGroups&, const TopGroups&) = default;
    friend auto operator<=>(const TopGroups&, const TopGroups&) = default;
};

} // namespace tilescape::pipeline
