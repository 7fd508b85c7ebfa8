#pragma once

#include "core/support/dimensions.h"

namespace tilescape::pipeline {

/// Into how many groups the loops at DRAM level are cut, where a pipeline asks for it (cost-model.md 5). 0: as the search
/// likes. Where groups are asked for, the batch is the outermost loop, then the one of the channels asked for.
struct TopGroups {
    Count batch = 0;
    Count input = 0;
    Count output = 0;
    friend bool operator==(const TopGroups&, const TopGroups&) = default;
    friend auto operator<=>(const TopGroups&, const TopGroups&) = default;
};

} // namespace tilescape::pipeline
