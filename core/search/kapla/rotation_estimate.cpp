#include "core/search/kapla/rotation_estimate.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

Rotation rotationOf(const TensorTraffic& tensor, const BlockingCandidate& candidate, Count outside, Count passes,
                    double fetches)
{
    Rotation rotation{0, 1, fetches};
    const std::size_t innermost = candidate.innermost[1];
    const Count across = tensor.reuseLoop == noLoop ? 1 : candidate.middle[tensor.reuseLoop];
    Count first = 1;
    Count all = 1;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        if (tensor.varies[loop]) {
            all *= candidate.middle[loop];
            first *= loop == innermost ? 1 : candidate.middle[loop];
        }
    }
    if (all == 1) {
        return rotation;
    }
    const bool together = innermost == tensor.reuseLoop || across == 1 || first == 1;
    rotation.units = together ? all : first;
    rotation.rounds = outside * (innermost != tensor.reuseLoop && first == 1 ? across : 1);
    // A piece that is used for one round only streams past while it is fetched.
    if (rotation.rounds == passes) {
        rotation.rounds = 0;
    }
    return rotation;
}

double leastRotationPj(const DramTiling& tiling, const std::array<TensorTraffic, 3>& tensors,
                       const std::array<bool, 3>& kept, const std::array<Rotation, 3>& rotation, const RotationPriceList& prices,
                       const hardware::Machine& machine, bool isBound)
{
    Count unshared = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        unshared += kept[number] ? tiling.words[number] : 0;
    }
    const Count excess = unshared - machine.capacities.bufferWordsPerTile;
    if (excess <= 0) {
        return 0;
    }
    double least = std::numeric_limits<double>::infinity();
    for (unsigned shared = 1; shared < 8; ++shared) {
        Count saved = 0;
        double pj = 0;
        bool sensible = true;
        for (std::size_t number = 0; number < 3; ++number) {
            if (((shared >> number) & 1U) == 0) {
                continue;
            }
            const auto& subgroups = prices[number].subgroups;
            if (!kept[number] || subgroups.empty()) {
                sensible = false;
                break;
            }
            const auto savedBy = [&](const RotationPrices::Subgroup& other) {
                const Count own = tiling.words[number];
                return own - largestPart(tensors[number], own, tiling.rest, other.tiles);
            };
            auto subgroup = subgroups.end() - 1;
            if (shared == (1U << number)) {
                subgroup = std::find_if(subgroups.begin(), subgroups.end() - 1, [&](const auto& other) { return savedBy(other) >= excess; });
            }
            saved += savedBy(*subgroup);
            double price = rotationPj(*subgroup, rotation[number]);
            if (isBound) {
                const auto first = shared == (1U << number) ? subgroup : subgroups.begin();
                for (auto other = first; other != subgroups.end(); ++other) {
                    price = std::min(price, rotationPj(*other, rotation[number]));
                }
            }
            pj += price;
        }
        if (sensible && saved >= excess) {
            least = std::min(least, pj);
        }
    }
    return least;
}

} // namespace tilescape::search
