#pragma once

#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <vector>

namespace tilescape::program {

/// The place of one stream: the next instruction, and of its units the next one. Instructions whose guard does not hold are
/// passed over.
class StreamCursor {
public:
    /// `steps` must outlive this.
    explicit StreamCursor(const Steps& steps);

    [[nodiscard]] bool isDone() const { return m_instruction == nullptr; }
    /// Not to be called when done, as the two that follow.
    [[nodiscard]] const Instruction& instruction() const { return *m_instruction; }
    [[nodiscard]] Unit unit() const;
    /// Of all units of the instruction, one after another, the repetition slowest.
    void next();
    /// Counters of the loops around the instruction, outermost first.
    [[nodiscard]] const std::vector<Count>& counters() const { return m_counters; }
    /// First unit of the box.
    [[nodiscard]] Unit first() const { return m_first; }

private:
    struct Frame {
        const Steps* steps = nullptr;
        std::size_t at = 0;
        Count times = 1;
    };
    void settle();
    [[nodiscard]] bool holds(const Guard& guard) const;
    void begin(const Instruction& instruction);

    std::vector<Frame> m_frames;
    std::vector<Count> m_counters; ///< of the frames but the first
    const Instruction* m_instruction = nullptr;
    Unit m_first;
    Unit m_offset;
};

} // namespace tilescape::program
