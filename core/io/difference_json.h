#pragma once

#include "core/explore/compare.h"

#include <string>

namespace tilescape::io {

/// Two schedules and what `explore::compare` says of them.
struct ComparedSchedules {
    std::string beforeName; ///< of the file, or as a person named it
    std::string afterName;
    const schedule::Schedule& before;
    const schedule::Schedule& after;
    const explore::ScheduleDifference& difference;
};

/// The difference as JSON (`format` "tilescape-difference", units in the keys): totals, parts with their sentences, layers.
std::string writeDifferenceJson(const ComparedSchedules& compared);

/// One line a term, of the network, of each part and of each layer: before, after and the difference.
std::string writeDifferenceCsv(const ComparedSchedules& compared);

/// A page for a person: totals, the ranked list of what changed, and the layers that run differently.
std::string writeDifferenceText(const ComparedSchedules& compared);

} // namespace tilescape::io
