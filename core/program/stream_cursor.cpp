#include "core/program/stream_cursor.h"

#include <algorithm>

namespace tilescape::program {

StreamCursor::StreamCursor(const Steps& steps)
{
    m_frames.push_back({&steps, 0, 1});
    settle();
}

Unit StreamCursor::unit() const
{
    Unit unit = m_first;
    for (const Axis axis : allAxes) {
        unit[axis] += m_offset[axis];
    }
    return unit;
}

void StreamCursor::next()
{
    for (auto axis = allAxes.rbegin(); axis != allAxes.rend(); ++axis) {
        if (++m_offset[*axis] < m_instruction->units.count[*axis]) {
            return;
        }
        m_offset[*axis] = 0;
    }
    ++m_frames.back().at;
    settle();
}

void StreamCursor::settle()
{
    m_instruction = nullptr;
    while (true) {
        Frame& frame = m_frames.back();
        if (frame.at == frame.steps->size()) {
            if (m_frames.size() == 1) {
                return;
            }
            if (++m_counters.back() < frame.times) {
                frame.at = 0;
                continue;
            }
            m_counters.pop_back();
            m_frames.pop_back();
            ++m_frames.back().at;
            continue;
        }
        const auto& content = (*frame.steps)[frame.at].content;
        if (const auto* repeat = std::get_if<Repeat>(&content)) {
            m_frames.push_back({&repeat->steps, 0, repeat->times});
            m_counters.push_back(0);
            continue;
        }
        const auto& instruction = std::get<Instruction>(content);
        if (holds(instruction.guard)) {
            begin(instruction);
            return;
        }
        ++frame.at;
    }
}

bool StreamCursor::holds(const Guard& guard) const
{
    if (guard.when == Guard::When::Always) {
        return true;
    }
    const bool first =
        std::all_of(guard.loops.begin(), guard.loops.end(), [&](std::size_t loop) { return m_counters[loop] == 0; });
    return first == (guard.when == Guard::When::First);
}

void StreamCursor::begin(const Instruction& instruction)
{
    m_instruction = &instruction;
    m_offset = {};
    for (const Axis axis : allAxes) {
        const Index& index = instruction.units.begin[axis];
        m_first[axis] = index.base;
        for (const Index::Term& term : index.terms) {
            m_first[axis] += term.step * m_counters[term.loop];
        }
        for (const Index::Ring& ring : index.rings) {
            Count place = ring.base;
            for (const Index::Term& term : ring.terms) {
                place += term.step * m_counters[term.loop];
            }
            m_first[axis] += ring.step * (place % ring.size);
        }
    }
}

} // namespace tilescape::program
