#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/kapla/shared_buffer_traffic.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/search_counts.h"

#include <array>
#include <cstdint>
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

/// The DRAM tilings of a nest, the factors of each loop there and which of them is the innermost, in the order of their bounds. Only
/// what comes before the end of a search is looked at: of many thousands of tilings that is often a handful. A thread makes one at a
/// time: their frontiers are in the same place, as there are millions of searches.
class OuterTilings {
public:
    /// `asked` are the DRAM-level factors that a pipeline asks for, 0 where it asks for none. All must outlive this.
    OuterTilings(const BlockingQuery& query, const Factors& asked, const SharedBufferTraffic& shared);

    /// Whether the groups can be had, and anything fits the registers.
    [[nodiscard]] bool exist() const { return m_exist; }
    /// The next of those that leave room and have a bound below `limit`, which may fall from call to call; none if there are no more.
    /// Of equal bounds the smallest number comes first. Tilings that others are no worse than are left out. Adds to `counts`, where
    /// what is dropped at once counts as one.
    [[nodiscard]] std::optional<OuterTiling> next(double limit, SearchCounts& counts);

private:
    using Words = std::array<Count, 3>;         ///< of each tensor, in the buffer
    using Indices = std::array<std::size_t, 3>; ///< of each loop's factor, ascending
    /// The factors of the third loop that may be tried with those of the others: from `begin` up to, and without, `end`; from `room` on,
    /// where all tensors have room, only those that are no multiple of another there.
    struct Row {
        std::size_t begin = 0;
        std::size_t room = 0;
        std::size_t end = 0;
    };
    /// A tiling whose fetches are counted.
    struct Counted {
        OuterTiling tiling;
        Indices at{};
    };
    /// Tilings that are still to be looked at.
    struct Open {
        enum class Kind : std::uint8_t {
            Row,     ///< all of a row with this innermost loop, and of those that follow it: none has a lower bound
            Tiling,  ///< one, and those with larger factors of the third loop
            WithRoom ///< one that leaves room, and whose bound is what a shared buffer takes
        };
        double bound = 0;
        std::size_t number = 0;  ///< `OuterTiling::number`
        std::uint32_t first = 0; ///< in `Frontier::counted`: that with the fewest iterations
        Kind kind = Kind::Row;

        bool operator>(const Open& other) const
        {
            return bound > other.bound || (bound == other.bound && number > other.number);
        }
    };

    /// What is kept from one to the next for the room that it takes.
    struct Frontier {
        std::vector<std::optional<Row>> rows; ///< by the factors of the first two loops, as far as they were asked for
        std::vector<Open> open;               ///< a heap, the lowest bound on top
        std::vector<Counted> counted;         ///< all that were ever pushed
    };

    static Frontier& frontierOfThread();
    /// Ascending with `index`.
    [[nodiscard]] Count factorAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_asked[loop] : m_loops[loop]->divisors[index];
    }
    /// Iterations inside: what divides stands mirrored.
    [[nodiscard]] Count restAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? quotient(m_iterations[loop], m_asked[loop])
                                 : m_loops[loop]->divisors[m_sizes[loop] - 1 - index];
    }
    [[nodiscard]] Factors restAt(const Indices& at) const { return {restAt(0, at[0]), restAt(1, at[1]), restAt(2, at[2])}; }
    [[nodiscard]] Words wordsIn(const Factors& rest) const;
    [[nodiscard]] Words piecesOf(const Words& words, const Factors& rest) const;
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
    const Row& rowAt(std::size_t first, std::size_t second, SearchCounts& counts);
    [[nodiscard]] Row rowAfter(std::size_t first, std::size_t second, SearchCounts& counts) const;
    [[nodiscard]] OuterTiling tilingAt(const Indices& at, std::size_t innermost) const;
    void setWords(Counted& counted) const;
    [[nodiscard]] std::size_t innermostAsked() const;
    [[nodiscard]] bool count(OuterTiling& outer) const;
    void setBound(OuterTiling& outer) const;
    [[nodiscard]] bool mayHaveRoom(const OuterTiling& outer) const;
    void begin(double limit, SearchCounts& counts);
    void push(const Indices& at, std::size_t innermost, Open::Kind kind, double limit, SearchCounts& counts);
    void push(const Open& open);
    Open pop();
    void pushRow(std::size_t first, std::size_t second, std::size_t innermost, double limit, SearchCounts& counts);
    void pushTilings(Indices at, std::size_t innermost, double limit, SearchCounts& counts);
    bool openRow(const Open& open, double limit, SearchCounts& counts);
    bool hasRoom(OuterTiling& outer, SearchCounts& counts) const;

    const BlockingQuery& m_query;
    const BlockingSetting& m_setting;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    const Factors& m_asked;
    const SharedBufferTraffic& m_shared;
    DramFetches m_fetches;
    Factors m_iterations;
    const std::array<const LoopFactors*, 3>& m_loops; ///< of these
    bool m_sharesMemory;
    bool m_comparable; ///< with all in the buffer, fewer iterations at DRAM level are never worse
    bool m_exist = false;
    bool m_hasBegun = false;
    Indices m_sizes{}; ///< how many factors of each loop may be tried
    Row m_everything;  ///< of all factors, where some tensor may bypass the buffer
    Frontier& m_frontier;
};

} // namespace tilescape::search
