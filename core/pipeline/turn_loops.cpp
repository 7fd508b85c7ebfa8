#include "core/pipeline/turn_loops.h"

#include <algorithm>
#include <array>

namespace tilescape::pipeline {

namespace {

/// Whether the first `count` loops at DRAM level that iterate at all have as many iterations in both.
bool goInStep(const dataflow::Blocking& a, const dataflow::Blocking& b, std::size_t count)
{
    const auto iterationsOf = [count](const dataflow::Blocking& blocking) {
        std::array<Count, 3> times{1, 1, 1};
        std::size_t found = 0;
        for (const Loop loop : blocking.order[0]) {
            if (blocking.factors[loop][0] > 1 && found < count) {
                times[found++] = blocking.factors[loop][0];
            }
        }
        return times;
    };
    return iterationsOf(a) == iterationsOf(b);
}

} // namespace

std::optional<std::size_t> turnLoops(std::size_t first, const std::vector<TurnTaking>& layers)
{
    std::optional<std::size_t> loops;
    for (const TurnTaking& layer : layers) {
        for (const std::size_t maker : layer.makers) {
            if (maker < first) {
                continue;
            }
            const auto own = layers[maker - first].groupLoops;
            if (!own || (loops && *loops != *own)) {
                return std::nullopt;
            }
            loops = own;
        }
    }
    const TurnTaking& front = layers.front();
    const std::size_t count = loops.value_or(front.blocking->factors[Loop::Batch][0] > 1 ? 1 : 0);
    const bool inTurns = std::all_of(layers.begin(), layers.end(), [&](const TurnTaking& layer) {
        const bool takes = std::any_of(layer.makers.begin(), layer.makers.end(), [first](std::size_t maker) { return maker >= first; });
        return goInStep(*front.blocking, *layer.blocking, count) && (count == 0 || !layer.repeats)
               && (!takes || layer.inputLoops >= count)
               && (!layer.handsOn || (layer.groupLoops && *layer.groupLoops <= count));
    });
    return inTurns ? std::optional(count) : std::nullopt;
}

} // namespace tilescape::pipeline
