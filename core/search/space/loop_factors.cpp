#include "core/search/space/loop_factors.h"

#include "core/support/factors.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace tilescape::search {

namespace {

LoopFactors computed(Count iterations)
{
    LoopFactors made{support::divisors(iterations), {}};
    const std::vector<Count>& divisors = made.divisors;
    made.largestBelow.assign(divisors.size(), 0);
    for (std::size_t i = 1; i < divisors.size(); ++i) {
        std::size_t below = i - 1;
        while (residue(divisors[i], divisors[below]) != 0) {
            --below;
        }
        made.largestBelow[i] = static_cast<std::uint16_t>(below);
    }
    return made;
}

} // namespace

const LoopFactors& loopFactors(Count iterations)
{
    static std::shared_mutex mutex;
    static std::unordered_map<Count, LoopFactors> known; // its values stay where they are
    {
        const std::shared_lock lock(mutex);
        if (const auto found = known.find(iterations); found != known.end()) {
            return found->second;
        }
    }
    LoopFactors made = computed(iterations);
    const std::unique_lock lock(mutex);
    return known.try_emplace(iterations, std::move(made)).first->second;
}

} // namespace tilescape::search
