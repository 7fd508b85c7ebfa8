#include "core/pipeline/group_counts.h"

#include "core/support/factors.h"

#include <algorithm>

namespace tilescape::pipeline {

namespace {

/// Groups are not made so fine that one would fill less than this part of a tile's buffer.
constexpr double finestGroup = 0.05;
/// Unless there are no more: layers that hand on a small map in groups run at the same time, and a larger buffer does them no harm.
constexpr double alwaysTried = 8;

} // namespace

std::vector<Count> groupCounts(Count whole, bool rounded)
{
    std::vector<Count> counts = support::divisors(whole);
    for (const Count more : rounded ? support::roundedCounts(whole) : std::vector<Count>{}) {
        for (const Count count : support::divisors(more)) {
            if (count < whole) {
                counts.push_back(count);
            }
        }
    }
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

std::vector<Count> channelGroups(Count channels, Count words, Count bufferWords, bool rounded)
{
    const double most =
        std::max(alwaysTried, static_cast<double>(words) / (finestGroup * static_cast<double>(bufferWords)));
    std::vector<Count> groups = groupCounts(channels, rounded);
    std::erase_if(groups, [most](Count count) { return count > 1 && static_cast<double>(count) > most; });
    return groups;
}

} // namespace tilescape::pipeline
