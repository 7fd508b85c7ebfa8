#include "core/program/segment_machine.h"

#include <functional>
#include <utility>

namespace tilescape::program {

StreamName SegmentMachine::streamOf(const Worker& worker) const
{
    const TileState& state = m_tiles[worker.tile];
    return {static_cast<std::size_t>(&layerOf(state).code - m_program.layers.data()), state.tile, worker.array};
}

bool SegmentMachine::tell(const Worker& worker)
{
    const Clock::BusySince since = m_clock.takeBusy();
    const auto cyclesOf = [&](const std::optional<Clock::Busy>& busy) {
        return busy ? StepCycles{busy->begin, busy->end} : StepCycles{worker.cycle, worker.cycle};
    };
    const StepCycles busy = cyclesOf(since.any);
    const auto firstPlace = static_cast<std::size_t>(&m_layers.front().code - m_program.layers.data());
    ObservedStep step{
        streamOf(worker), busy.begin, busy.end, cyclesOf(since.channels), cyclesOf(since.shared), firstPlace,
        {&m_layers.front().counts, m_layers.size()}, {}, std::exchange(m_handed, {})};
    const auto add = [&](const TileState& state, const Piece* piece) {
        for (const Tensor tensor : allTensors) {
            const std::vector<Piece>& pieces = state.ranges[tensor].pieces;
            if (!pieces.empty() && !std::less<>()(piece, &pieces.front()) && !std::less<>()(&pieces.back(), piece)) {
                step.pieces.push_back({firstPlace + state.layer, state.tile, tensor,
                                       static_cast<std::size_t>(piece - pieces.data()), piece->armed, piece->unit,
                                       piece->updates, piece->reads});
                return true;
            }
        }
        return false;
    };
    for (const Piece* piece : m_touched) {
        // Mostly one of its own.
        if (add(m_tiles[worker.tile], piece)) {
            continue;
        }
        for (const TileState& state : m_tiles) {
            if (add(state, piece)) {
                break;
            }
        }
    }
    m_touched.clear();
    return m_options.observer(step);
}

} // namespace tilescape::program
