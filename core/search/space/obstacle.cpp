#include "core/search/space/obstacle.h"

#include "core/search/space/layer_partitions.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/part_counts.h"
#include "core/search/space/partition_space.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tilescape::search {

namespace {

/// What one unit of each tensor takes, of those that may not bypass the buffer, shared as far as can be.
Count leastInBuffer(const BlockingKind& kind, const dataflow::LoopNest& nest)
{
    Count words = 0;
    for (const Tensor tensor : allTensors) {
        const Count sharers = kind.sharing ? (*kind.sharing)[tensor].extent.size() : 1;
        words += kind.context.mayBypass[tensor]
                     ? 0
                     : dataflow::largestPart(nest.bufferWords[tensor], {1, 1, 1}, sharers, kind.context.counts);
    }
    return words;
}

Count leastInRegisters(const dataflow::LoopNest& nest)
{
    Count words = 0;
    for (const Tensor tensor : allTensors) {
        words += nest.registerWords[tensor];
    }
    return words;
}

} // namespace

std::optional<Obstacle> findObstacle(const LayerTask& task)
{
    constexpr Count most = std::numeric_limits<Count>::max();
    Obstacle registers{Storage::Register, most, task.machine.capacities.registerWordsPerPe};
    Obstacle buffer{Storage::Buffer, most,
                    task.machine.capacities.bufferWordsPerTile}; // of nests that the registers have room for
    std::set<PartCounts> known;
    for (const dataflow::PerSplit<Extent>& shares :
         sharesOf(splittable(task.layer, task.batch), task.region.extent, task.space)) {
        if (!known.insert(partCounts(shares)).second) {
            continue;
        }
        const BlockingKind kind = kindOf(task, ordersOf(shares).front());
        for (const dataflow::LoopNest& nest : dataflow::loopNests(kind.tile, task.machine.shape.peArray)) {
            const Count inRegisters = leastInRegisters(nest);
            registers.neededWords = std::min(registers.neededWords, inRegisters);
            if (inRegisters <= registers.words) {
                buffer.neededWords = std::min(buffer.neededWords, leastInBuffer(kind, nest));
            }
        }
    }
    if (registers.neededWords > registers.words) {
        return registers;
    }
    return buffer.neededWords > buffer.words ? std::optional(buffer) : std::nullopt;
}

} // namespace tilescape::search
