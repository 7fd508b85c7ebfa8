#include "core/search/space/padded_nests.h"

#include "core/support/factors.h"

namespace tilescape::search {

namespace {

/// All choices of one count a loop, but the first of each, which is the nest as it is.
void addRounded(std::vector<PaddedNest>& found, const dataflow::LoopNest& nest)
{
    PerLoop<std::vector<Count>> counts;
    for (const Loop loop : allLoops) {
        counts[loop] = support::roundedCounts(nest.iterations[loop]);
        counts[loop].insert(counts[loop].begin(), nest.iterations[loop]);
    }
    for (const Count input : counts[Loop::InputChannel]) {
        for (const Count output : counts[Loop::OutputChannel]) {
            for (const Count batch : counts[Loop::Batch]) {
                const PerLoop<Count> covered{{input, output, batch}};
                if (covered != nest.iterations) {
                    found.push_back({nest, covered});
                }
            }
        }
    }
}

} // namespace

std::vector<PaddedNest> paddedNests(const dataflow::TileLayer& tile, const hardware::PeArray& peArray, bool rounded)
{
    std::vector<PaddedNest> found;
    const std::vector<dataflow::LoopNest> nests = dataflow::loopNests(tile, peArray);
    for (const dataflow::LoopNest& nest : nests) {
        found.push_back({nest, nest.iterations});
    }
    for (const dataflow::LoopNest& nest : nests) {
        if (rounded) {
            addRounded(found, nest);
        }
    }
    return found;
}

} // namespace tilescape::search
