#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/kapla/shared_buffer_traffic.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/search_counts.h"

#include <array>
#include <optional>
#include <vector>

namespace tilescape::search {

/// A DRAM tiling with a lower bound of its blockings, and what each tensor takes of a tile's buffer if it is kept there.
struct OuterTiling : DramTiling {
    double bound = 0;                  ///< in the units of `scalarOf`
    std::size_t number = 0;            ///< in the order of the factors and of the innermost loop
    std::array<Count, 3> pieceWords{}; ///< shared as far as can be
    bool hasRoom = false;              ///< for all tensors at once
};

/// The cost of a blocking with that energy, static energy left out, and these cycles.
inline double costOf(const BlockingSetting& setting, double energyPj, double cycles)
{
    return scalarOf(setting.objective, energyPj + setting.machine.prices.staticPjPerCycle * cycles, cycles);
}

/// Iterations of a tensor's reuse loop at DRAM level.
inline Count reuseOutside(const TensorTraffic& tensor, const DramTiling& outer)
{
    return tensor.reuseLoop == noLoop ? 1 : outer.factors[tensor.reuseLoop];
}

/// The DRAM tilings of a nest: the factors of each loop there, and which of them is the innermost.
class OuterTilings {
public:
    /// `asked` are the DRAM-level factors that a pipeline asks for, 0 where it asks for none. All must outlive this.
    OuterTilings(const BlockingQuery& query, const Factors& asked, SharedBufferTraffic& shared);

    /// Whether the groups can be had, and anything fits the registers.
    [[nodiscard]] bool exist() const { return m_exist; }
    /// Whether so many combinations of factors may have to be listed that a low limit pays.
    [[nodiscard]] bool areMany() const { return !m_comparable && m_sizes[0] * m_sizes[1] * m_sizes[2] >= many; }
    /// The one with the lowest bound of those that have just enough iterations of the third loop for all tensors to have room.
    [[nodiscard]] std::optional<OuterTiling> likeliest();
    /// Appends those that leave room and have a bound below `limit`, in no order; not all of those that others are no worse than. Adds
    /// to `counts`, where what is dropped at once counts as one.
    void addBelow(double limit, std::vector<OuterTiling>& found, SearchCounts& counts) const;

private:
    static constexpr std::size_t many = 16;

    using Words = std::array<Count, 3>;         ///< of each tensor, in the buffer
    using Indices = std::array<std::size_t, 3>; ///< of each loop's factor, ascending
    /// The factors of the third loop that may be tried with those of the others: from `begin` up to, and without, `end`; from `room` on,
    /// where all tensors have room, only those that are no multiple of another there.
    struct Row {
        std::size_t begin = 0;
        std::size_t room = 0;
        std::size_t end = 0;
    };

    /// Ascending with `index`.
    [[nodiscard]] Count factorAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_asked[loop] : m_loops[loop]->divisors[index];
    }
    /// Iterations inside: what divides stands mirrored.
    [[nodiscard]] Count restAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_iterations[loop] / m_asked[loop]
                                 : m_loops[loop]->divisors[m_sizes[loop] - 1 - index];
    }
    [[nodiscard]] Factors restAt(const Indices& at) const { return {restAt(0, at[0]), restAt(1, at[1]), restAt(2, at[2])}; }
    [[nodiscard]] Words wordsIn(const Factors& rest) const;
    [[nodiscard]] Words piecesOf(const Words& words, const Factors& rest) const;
    [[nodiscard]] Count forcedOf(const Words& pieces) const;
    [[nodiscard]] Count forcedAt(const Indices& at) const;
    [[nodiscard]] bool hasRoomAt(const Indices& at) const;
    /// The largest factor of which this one is a multiple; there is one unless it is the first.
    [[nodiscard]] std::size_t largestBelow(std::size_t loop, std::size_t index) const
    {
        return m_loops[loop]->largestBelow[index];
    }
    /// Whether this factor of the third loop, from `Row::begin` on, is one of the row.
    [[nodiscard]] bool isTried(const Row& row, std::size_t third) const
    {
        return third < row.end && (third < row.room || third == 0 || largestBelow(2, third) < row.room);
    }
    /// Whether all of a tensor that is inside the DRAM level, `rest` iterations of each loop, may be in the registers.
    [[nodiscard]] bool mayFillRegisters(const TensorTraffic& tensor, const Factors& rest) const;
    /// Whether some tensor may stay in the registers with no loop between them and DRAM that changes it: it is then not fetched from the
    /// buffer again, which fewer iterations at DRAM level may not reach.
    [[nodiscard]] bool mayStayInRegisters(const Indices& at) const;
    [[nodiscard]] std::vector<Row> rowsToTry(SearchCounts& counts) const;
    [[nodiscard]] OuterTiling tilingAt(const Indices& at, std::size_t innermost) const;
    void setWords(OuterTiling& outer, const Indices& at) const;
    [[nodiscard]] std::size_t innermostAsked() const;
    [[nodiscard]] bool count(OuterTiling& outer) const;
    void setBound(OuterTiling& outer) const;
    [[nodiscard]] double leastWith(std::size_t innermost, const Indices& at) const;
    [[nodiscard]] bool mayHaveRoom(const OuterTiling& outer) const;
    template <typename Visit>
    void forEachInRows(const std::vector<Row>& rows, SearchCounts& counts, const Visit& visit) const;
    template <typename Visit>
    void forEachBelow(double limit, SearchCounts& counts, const Visit& visit) const;
    void consider(const Indices& at, std::size_t innermost, double limit, std::vector<OuterTiling>& found,
                  SearchCounts& counts) const;

    const BlockingQuery& m_query;
    const BlockingSetting& m_setting;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    const Factors& m_asked;
    SharedBufferTraffic& m_shared;
    DramFetches m_fetches;
    Factors m_iterations;
    const std::array<const LoopFactors*, 3>& m_loops; ///< of these
    bool m_sharesMemory;
    bool m_comparable; ///< with all in the buffer, fewer iterations at DRAM level are never worse
    bool m_exist = false;
    Indices m_sizes{}; ///< how many factors of each loop may be tried
};

} // namespace tilescape::search
