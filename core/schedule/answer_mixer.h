#pragma once

#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <optional>
#include <vector>

namespace tilescape::schedule {

/// Energy with static power, and cycles, of a schedule or of a part of one.
struct Point {
    double energyPj = 0;
    double cycles = 0;
    [[nodiscard]] double product() const { return energyPj * cycles; }
    Point& operator+=(const Point& other)
    {
        energyPj += other.energyPj;
        cycles += other.cycles;
        return *this;
    }
};

/// Of an answer that has layers.
Point energyAndCyclesOf(const search::ChainAnswer& answer, const hardware::Machine& machine);

/// Puts schedules together from segments of several, each found with another price of a cycle: fast segments where they cost little
/// energy, frugal ones elsewhere. Energy and cycles of segments add up but for where maps lie between them, so that the best mix lies
/// where the least sum of energy and priced cycles is found for some price.
class AnswerMixer {
public:
    /// `task` must outlive this.
    explicit AnswerMixer(const search::SearchTask& task) : m_task(task) {}

    /// Segments of `answer`, which has layers, may be taken from now on.
    void add(const search::ChainAnswer& answer);
    /// A mix of two answers or more whose energy x delay is below `product`, priced; none if none is found. It counts nothing of what was
    /// searched.
    [[nodiscard]] std::optional<search::ChainAnswer> below(double product) const;

private:
    struct Piece {
        std::size_t answer = 0;
        std::size_t segment = 0; ///< of that answer
        std::size_t first = 0;   ///< places of its layers
        std::size_t end = 0;
        Point point;
    };
    using Mix = std::vector<const Piece*>;
    [[nodiscard]] Mix leastWith(double cyclePj) const;
    [[nodiscard]] search::ChainAnswer made(const Mix& mix) const;

    const search::SearchTask& m_task;
    std::vector<search::ChainAnswer> m_answers;
    std::vector<std::vector<Piece>> m_pieces; ///< by the place of the first layer
};

} // namespace tilescape::schedule
