#include "core/search/kapla/rotation_estimate.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

/// Sets of two or three tensors, as bits by tensor.
constexpr std::array<unsigned, 4> setsOfSeveral{3, 5, 6, 7};

/// A bit for each of them.
constexpr unsigned severals = [] {
    unsigned bits = 0;
    for (const unsigned several : setsOfSeveral) {
        bits |= 1U << several;
    }
    return bits;
}();

} // namespace

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

void SharingEstimate::begin(const DramTiling& tiling)
{
    m_tiling = &tiling;
    for (Ways& ways : m_ways) {
        ways.isKnown = false;
    }
}

const SharingEstimate::Ways& SharingEstimate::waysFor(const Kept& kept)
{
    Ways& known = m_ways[(kept[0] ? 1U : 0U) + (kept[1] ? 2U : 0U) + (kept[2] ? 4U : 0U)];
    if (!known.isKnown) {
        known = findWays(kept);
    }
    return known;
}

SharingEstimate::Ways SharingEstimate::findWays(const Kept& kept) const
{
    Ways ways;
    ways.isKnown = true;
    Count excess = -m_bufferWords;
    for (std::size_t number = 0; number < 3; ++number) {
        excess += kept[number] ? m_tiling->words[number] : 0;
    }
    ways.isNeeded = excess > 0;
    if (!ways.isNeeded) {
        return ways;
    }
    std::array<Count, 3> mostSaved{};
    unsigned sensible = 0; // those that tiles may share
    for (std::size_t number = 0; number < 3; ++number) {
        const Subgroups& subgroups = m_prices[number].subgroups;
        if (!kept[number] || subgroups.empty()) {
            continue;
        }
        const auto savedBy = [&](const RotationPrices::Subgroup& subgroup) {
            const Count own = m_tiling->words[number];
            return own - largestPart(m_tensors[number], own, m_tiling->rest, subgroup.tiles);
        };
        sensible |= 1U << number;
        mostSaved[number] = savedBy(subgroups.back());
        ways.alone[number] = std::find_if(subgroups.begin(), subgroups.end() - 1,
                                          [&](const auto& subgroup) { return savedBy(subgroup) >= excess; });
        ways.enough |= savedBy(*ways.alone[number]) >= excess ? 1U << (1U << number) : 0U;
    }
    for (const unsigned several : setsOfSeveral) {
        Count saved = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            saved += ((several >> number) & 1U) != 0 ? mostSaved[number] : 0;
        }
        ways.enough |= (several & ~sensible) == 0 && saved >= excess ? 1U << several : 0U;
    }
    return ways;
}

double SharingEstimate::pjOf(std::size_t number, Subgroups::const_iterator subgroup, const Rotation& rotation) const
{
    double least = rotationPj(*subgroup, rotation);
    if (m_isBound) {
        for (auto other = subgroup; other != m_prices[number].subgroups.end(); ++other) {
            least = std::min(least, rotationPj(*other, rotation));
        }
    }
    return least;
}

double SharingEstimate::leastPj(const Kept& kept, const std::array<Rotation, 3>& rotation)
{
    const Ways& ways = waysFor(kept);
    double least = std::numeric_limits<double>::infinity();
    std::array<double, 3> together{}; // of each tensor where several are shared
    for (std::size_t number = 0; number < 3; ++number) {
        const Subgroups& subgroups = m_prices[number].subgroups;
        if ((ways.enough >> (1U << number) & 1U) != 0) {
            least = std::min(least, pjOf(number, ways.alone[number], rotation[number]));
        }
        if ((ways.enough & severals) != 0 && kept[number] && !subgroups.empty()) {
            together[number] = pjOf(number, m_isBound ? subgroups.begin() : subgroups.end() - 1, rotation[number]);
        }
    }
    for (const unsigned several : setsOfSeveral) {
        if ((ways.enough >> several & 1U) != 0) {
            double pj = 0;
            for (std::size_t number = 0; number < 3; ++number) {
                pj += ((several >> number) & 1U) != 0 ? together[number] : 0;
            }
            least = std::min(least, pj);
        }
    }
    return least;
}

} // namespace tilescape::search
