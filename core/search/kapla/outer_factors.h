#pragma once

#include "core/search/kapla/blocking_query.h"
#include "core/search/space/blocking_candidate.h"

#include <array>
#include <cstddef>

namespace tilescape::search {

/// The factors that each loop of a nest may have at DRAM level, and what they leave inside.
class OuterFactors {
public:
    using Words = std::array<Count, 3>;         ///< of each tensor, in the buffer
    using Indices = std::array<std::size_t, 3>; ///< of each loop's factor, ascending

    /// `asked` are the factors that a pipeline asks for, 0 where it asks for none. Both must outlive this.
    OuterFactors(const BlockingQuery& query, const Factors& asked);

    /// Whether the factors that are asked for divide the iterations.
    [[nodiscard]] bool exist() const { return m_exist; }
    /// How many factors of each loop there are.
    [[nodiscard]] const Indices& sizes() const { return m_sizes; }
    /// Ascending with `index`.
    [[nodiscard]] Count factorAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_asked[loop] : m_loops[loop]->divisors[index];
    }
    /// The largest factor of which this one is a multiple; there is one unless it is the first.
    [[nodiscard]] std::size_t largestBelow(std::size_t loop, std::size_t index) const
    {
        return m_loops[loop]->largestBelow[index];
    }
    /// Iterations inside.
    [[nodiscard]] Factors restAt(const Indices& at) const
    {
        return {restAt(0, at[0]), restAt(1, at[1]), restAt(2, at[2])};
    }
    /// Unshared, of the output as many pieces as must have room.
    [[nodiscard]] Words wordsIn(const Factors& rest) const;
    /// Of these words, shared as far as can be.
    [[nodiscard]] Words piecesOf(const Words& words, const Factors& rest) const;
    /// Whether a tile has room for these pieces.
    [[nodiscard]] bool haveRoom(const Words& pieces) const
    {
        return pieces[0] + pieces[1] + pieces[2] <= m_bufferWords;
    }
    /// Whether all of a tensor that is inside may be in the registers.
    [[nodiscard]] bool mayFillRegisters(const TensorTraffic& tensor, const Factors& rest) const;

private:
    /// What divides stands mirrored.
    [[nodiscard]] Count restAt(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? quotient(m_iterations[loop], m_asked[loop])
                                 : m_loops[loop]->divisors[m_sizes[loop] - 1 - index];
    }

    const std::array<TensorTraffic, 3>& m_tensors;
    const Factors& m_asked;
    Factors m_iterations;
    const std::array<const LoopFactors*, 3>& m_loops; ///< of these
    const Factors& m_largestInRegisters;
    Count m_bufferWords;
    Count m_outputPieces;
    bool m_exist = false;
    Indices m_sizes{};
};

} // namespace tilescape::search
