#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/dram_tiling.h"

#include <array>
#include <optional>

namespace tilescape::search {

/// What moves between DRAM, the chip's shared buffers and the tiles (cost-model.md 2).
struct SharedTraffic {
    double energyPj = 0;  ///< in addition to what the tiles' fetches cost from DRAM; often negative
    double dramWords = 0; ///< over all tiles
    double cycles = 0;    ///< of the busiest shared buffer
};

/// The traffic of shared buffers under the DRAM tilings of one nest. The tiling settles it, with the tensors that the
/// tiles' buffers keep and the order of the two outer loops.
class SharedBufferTraffic {
public:
    using Kept = std::array<bool, 3>; ///< by tensor

    /// `asked` are the DRAM-level factors that a pipeline asks for, 0 where it asks for none. Both must outlive this.
    SharedBufferTraffic(const BlockingQuery& query, const Factors& asked) : m_query(query), m_asked(asked) {}

    /// Raises the tiling's bounds to the least over all that may be kept and has room.
    void raiseBounds(DramTiling& tiling) const;

    /// Begins with another tiling: what `of` knows is forgotten.
    void begin() { m_known.fill(std::nullopt); }
    /// The traffic under the tiling last begun, computed once for the same arguments. `fetches` are those of the tiling but where weights
    /// that would stay on chip do not, as they bypass the tile's buffer. `exchanges`: the two outer loops stand the other way round.
    const SharedTraffic& of(const DramTiling& tiling, const std::array<Count, 3>& fetches, const Kept& kept, bool exchanges);

    /// Whether two loops are left outside the innermost one: their order is one for the tiles, but not for the buffers
    /// between them and DRAM.
    [[nodiscard]] bool mayExchange(const DramTiling& tiling) const;
    /// The outermost loop if they are exchanged.
    static std::size_t exchanged(const DramTiling& tiling) { return tiling.innermost == 0 ? 1 : 0; }

private:
    [[nodiscard]] SharedTraffic compute(const DramTiling& tiling, const std::array<Count, 3>& fetches, const Kept& kept,
                                        bool exchanges) const;

    const BlockingQuery& m_query;
    const Factors& m_asked;
    std::array<std::optional<SharedTraffic>, 32> m_known; ///< by what is kept, the order, and whether weights are fetched all the same
};

} // namespace tilescape::search
