#pragma once

#include "core/search/kapla/outer_rows.h"
#include "core/search/kapla/shared_buffer_traffic.h"
#include "core/search/space/dram_tiling.h"

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
    using Indices = OuterFactors::Indices;
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
        OuterRows::Known rows;
        std::vector<Open> open;       ///< a heap, the lowest bound on top
        std::vector<Counted> counted; ///< all that were ever pushed
    };

    static Frontier& frontierOfThread();
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

    const BlockingQuery& m_query;
    const BlockingSetting& m_setting;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    const Factors& m_asked;
    const SharedBufferTraffic& m_shared;
    DramFetches m_fetches;
    OuterFactors m_factors;
    Frontier& m_frontier;
    OuterRows m_rows;
    bool m_exist;
    bool m_hasBegun = false;
};

} // namespace tilescape::search
