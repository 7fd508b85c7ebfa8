#pragma once

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// What a nest needs of a tile's buffer under groups that a pipeline asks for.
class NestRoom {
public:
    NestRoom(const NestTraffic& traffic, const Factors& covered);

    /// Whether the nest can be cut into the groups `asked`, by loop, 0: not asked for, and what the buffer must keep has room in
    /// `bufferWords`, all loops that are not asked for at DRAM level. No blocking of a nest that has none under the groups does.
    [[nodiscard]] bool mayFit(const Factors& asked, Count bufferWords) const;

private:
    struct Kept {
        Count unitWords = 0; ///< 0: it need not be kept
        Count sharers = 1;
        std::array<bool, 3> varies{};
    };
    std::array<Kept, 3> m_kept;
    Factors m_covered{};
    Counts m_counts;
};

} // namespace tilescape::search
