#pragma once

#include "core/support/dimensions.h"

namespace tilescape::search {

/// How hard the search worked. The same for any number of threads.
struct SearchCounts {
    Count considered = 0; ///< blockings of all mappings and partitions in the space
    Count priced = 0;     ///< of these, those whose cost was computed
    Count tooBig = 0;     ///< dropped: do not fit registers or buffer
    Count bounded = 0;    ///< dropped: a proven bound showed that they cannot win
    Count asked = 0;      ///< layers and segments that answers were sought for
    Count remembered = 0; ///< of these, those that an earlier search had answered for
    SearchCounts& operator+=(const SearchCounts& other)
    {
        considered += other.considered;
        priced += other.priced;
        tooBig += other.tooBig;
        bounded += other.bounded;
        asked += other.asked;
        remembered += other.remembered;
        return *this;
    }
    /// What came on top of `before`.
    [[nodiscard]] SearchCounts since(const SearchCounts& before) const
    {
        return {considered - before.considered, priced - before.priced, tooBig - before.tooBig,
                bounded - before.bounded,       asked - before.asked,   remembered - before.remembered};
    }
    friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

/// What became of the beginnings of schedules that were tried: segments in a row, every map lying somewhere.
struct ChainCounts {
    Count tried = 0;
    Count dominated = 0; ///< a better one leaves all maps as they lie in this
    Count beyond = 0;    ///< better ones than may be kept end at the same layer
    ChainCounts& operator+=(const ChainCounts& other)
    {
        tried += other.tried;
        dominated += other.dominated;
        beyond += other.beyond;
        return *this;
    }
    friend bool operator==(const ChainCounts&, const ChainCounts&) = default;
};

} // namespace tilescape::search
