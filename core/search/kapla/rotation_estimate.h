#pragma once

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>
#include <vector>

namespace tilescape::search {

/// How a tensor's pieces would go around if tiles shared them, with the buffer-level loops in the order that suits this
/// tensor best: the innermost loop stays, and a dimension loop of the tensor comes first. `outside` are the DRAM-level
/// iterations of its reuse loop, `passes` its f over memory, `fetches` those into the registers. Since no order may
/// suit all tensors, the result is an estimate.
Rotation rotationOf(const TensorTraffic& tensor, const BlockingCandidate& candidate, Count outside, Count passes,
                    double fetches);

/// An estimate, in pJ, of the cheapest sharing with which all that is kept of a tiling fits the buffer of a tile. A tensor shared alone
/// has the smallest subgroup that is enough; several have the largest. Which of them make room is found once for all blockings of a
/// tiling.
class SharingEstimate {
public:
    using Kept = std::array<bool, 3>; ///< by tensor

    /// With `isBound` no subgroups that make room cost less. `tensors` and `prices` must outlive this.
    SharingEstimate(const std::array<TensorTraffic, 3>& tensors, const RotationPriceList& prices, Count bufferWords,
                    bool isBound)
        : m_tensors(tensors), m_prices(prices), m_bufferWords(bufferWords), m_isBound(isBound)
    {}

    /// Begins with another tiling, which must stay until the next: what was found for the one before is forgotten.
    void begin(const DramTiling& tiling);
    /// Whether what is kept has no room unshared.
    [[nodiscard]] bool isNeeded(const Kept& kept) { return waysFor(kept).isNeeded; }
    /// Where it is needed; infinite if it fits under no sharing.
    [[nodiscard]] double leastPj(const Kept& kept, const std::array<Rotation, 3>& rotation);

private:
    using Subgroups = std::vector<RotationPrices::Subgroup>;
    /// Of what is kept.
    struct Ways {
        bool isKnown = false;
        bool isNeeded = false;
        std::array<Subgroups::const_iterator, 3> alone; ///< by tensor: the smallest subgroup that is enough
        unsigned enough = 0; ///< of the sets of tensors, as bits by tensor, a bit for each that makes room
    };

    const Ways& waysFor(const Kept& kept);
    [[nodiscard]] Ways findWays(const Kept& kept) const;
    /// Of the tensor in the subgroup; for a bound in the cheapest from there on.
    [[nodiscard]] double pjOf(std::size_t number, Subgroups::const_iterator subgroup, const Rotation& rotation) const;

    const std::array<TensorTraffic, 3>& m_tensors;
    const RotationPriceList& m_prices;
    Count m_bufferWords;
    bool m_isBound;
    const DramTiling* m_tiling = nullptr;
    std::array<Ways, 8> m_ways; ///< by what is kept, as bits by tensor
};

} // namespace tilescape::search
