#pragma once

#include "core/search/kapla/outer_factors.h"
#include "core/search/space/search_counts.h"

#include <optional>
#include <vector>

namespace tilescape::search {

/// Which factors of the third loop may be tried with those of the two others, by these: where some of them leave no room, or others are
/// no worse, they are left out. A row is found when it is first asked for.
class OuterRows {
public:
    /// From `begin` up to, and without, `end`; from `room` on, where all tensors have room, only those that are no multiple of another there.
    struct Row {
        std::size_t begin = 0;
        std::size_t room = 0;
        std::size_t end = 0;
    };
    /// By the factors of the first two loops, as far as they were asked for.
    using Known = std::vector<std::optional<Row>>;

    /// Both arguments must outlive this, and so must `known`, which it fills.
    OuterRows(const BlockingQuery& query, const OuterFactors& factors, Known& known);

    /// Adds to `counts` what the row leaves out for want of room, if it is new.
    const Row& at(std::size_t first, std::size_t second, SearchCounts& counts);
    /// Whether this factor of the third loop is one of the row `at[0]`, `at[1]`.
    [[nodiscard]] bool isTried(const Row& row, const OuterFactors::Indices& at) const;

private:
    [[nodiscard]] Row after(std::size_t first, std::size_t second, SearchCounts& counts) const;
    [[nodiscard]] bool mayStayInRegisters(const OuterFactors::Indices& at) const;

    const OuterFactors& m_factors;
    const std::array<TensorTraffic, 3>& m_tensors;
    Count m_unsharedWords; ///< that have room unshared, beside what other layers keep
    bool m_comparable;     ///< with all in the buffer, fewer iterations at DRAM level are never worse
    Row m_everything;      ///< of all factors, where that is not so
    Known& m_known;
};

} // namespace tilescape::search
