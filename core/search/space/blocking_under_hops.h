#pragma once

#include "core/cost/hops.h"
#include "core/search/space/blocking_task.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tilescape::search {

/// A blocking out of several, with the energy of the hops that bring its tensors.
template <typename Value>
struct BlockingUnderHops {
    Value value;              ///< as `valueOf` gives it
    std::size_t blocking = 0; ///< index
    double energyPj = 0;      ///< with static energy and all hops
};

/// The blocking of the lowest value where one fetch of each tensor takes `hops` word-hops; the first of equal ones, and
/// one of value `worst` if none is below it. `valueOf(energyPj, blocking)` is the value of one with this
/// energy. Of blockings that would be better, only those are taken for which `mayTake(number)` is true.
template <typename Value, typename ValueOf, typename MayTake>
BlockingUnderHops<Value> bestUnderHops(const std::vector<BlockingChoice>& blockings, const cost::UnitHops& hops,
                                       double hopPj, Value worst, const ValueOf& valueOf, const MayTake& mayTake)
{
    BlockingUnderHops<Value> best{worst};
    for (std::size_t i = 0; i < blockings.size(); ++i) {
        const BlockingChoice& blocking = blockings[i];
        const double energy = blocking.energyPj + hopPj * cost::hopsOfAll(hops, blocking.fetches);
        const Value value = valueOf(energy, blocking);
        if (value < best.value && mayTake(i)) {
            best = {value, i, energy};
        }
    }
    return best;
}

/// The same where all may be taken.
template <typename Value, typename ValueOf>
BlockingUnderHops<Value> bestUnderHops(const std::vector<BlockingChoice>& blockings, const cost::UnitHops& hops,
                                       double hopPj, Value worst, const ValueOf& valueOf)
{
    return bestUnderHops(blockings, hops, hopPj, worst, valueOf, [](std::size_t) { return true; });
}

} // namespace tilescape::search
