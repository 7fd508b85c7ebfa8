#pragma once

#include "core/support/dimensions.h"

namespace tilescape::search {

/// How much a search did. The counts are the same for any number of threads.
struct SearchCounts {
    Count considered = 0; ///< blockings looked at; KAPLA counts a set that it drops at once as one
    Count priced = 0;     ///< of these, those whose cost was computed
    Count tooBig = 0;     ///< of these, those that do not fit the registers or the buffer
    Count bounded = 0;    ///< of these, those dropped unpriced because a lower bound or dominance rules them out
    Count asked = 0;      ///< layers and segments whose answers were asked for
    Count remembered = 0; ///< of these, those answered from a cache
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
    /// The counts that were added since `before`.
    [[nodiscard]] SearchCounts since(const SearchCounts& before) const
    {
        return {considered - before.considered, priced - before.priced, tooBig - before.tooBig,
                bounded - before.bounded,       asked - before.asked,   remembered - before.remembered};
    }
    friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

/// How many partial schedules, segments in a row with every map in some layout, a search over a network tried and
/// dropped.
struct ChainCounts {
    Count tried = 0;     ///< partial schedules built
    Count dominated = 0; ///< met another one that leaves all maps in equal layouts; the worse of the two is dropped
    Count beyond = 0;    ///< dropped because the beam keeps only the best at each position
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
