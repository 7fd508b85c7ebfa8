#pragma once

#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::pipeline {

/// Numbers of groups that `whole` items or channels may be cut into, ascending: what divides them and, if they may be `rounded`,
/// what divides a count that they are rounded up to.
std::vector<Count> groupCounts(Count whole, bool rounded);

/// The same of the channels of a map of `words` words, without those so fine that a group would fill less than a twentieth of a
/// tile's buffer, unless there are no more than eight.
std::vector<Count> channelGroups(Count channels, Count words, Count bufferWords, bool rounded);

} // namespace tilescape::pipeline
