#include "core/program/segment_machine.h"

#include <algorithm>

namespace tilescape::program {

bool SegmentMachine::isOthersTurn(std::size_t number) const
{
    const Worker& worker = m_workers[number];
    const TileState& state = m_tiles[worker.tile];
    if (worker.array || worker.cursor.isDone() || !layerOf(state).code.takesTurns) {
        return false;
    }
    const Turns& turns = m_turns.at(state.onChip);
    return turns.controllers[turns.now] != number;
}

/// The next layer whose stream has not ended goes on.
SegmentMachine::Outcome SegmentMachine::turn(Worker& worker)
{
    const TileState& state = m_tiles[worker.tile];
    if (!layerOf(state).code.takesTurns) {
        return fault(worker, "the layer takes no turns with others");
    }
    Turns& turns = m_turns.at(state.onChip);
    const std::size_t count = turns.controllers.size();
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t next = (turns.now + step) % count;
        if (!m_workers[turns.controllers[next]].cursor.isDone()) {
            turns.now = next;
            break;
        }
    }
    const std::size_t number = turns.controllers[turns.now];
    Worker& next = m_workers[number];
    next.cycle = std::max(next.cycle, worker.cycle);
    if (m_waits[number] && m_waits[number]->forTurn) {
        m_waits[number].reset();
        m_ready.push_back(number);
    }
    return {};
}

std::optional<SegmentMachine::Wait> SegmentMachine::overlapInUse(const Access& access)
{
    const Range& own = access.range.range;
    if (!own.takesRoom()) {
        return std::nullopt;
    }
    const Count begin = own.base + static_cast<Count>(access.number) * own.pieceWords;
    const Count end = begin + own.pieceWords;
    std::vector<Piece*> under;
    for (const std::size_t controller : m_turns.at(access.state.onChip).controllers) {
        const std::size_t tile = m_workers[controller].tile;
        for (const Tensor tensor : allTensors) {
            RangeState& other = m_tiles[tile].ranges[tensor];
            const Range& range = other.range;
            if (&other == &access.range || !range.takesRoom() || range.base >= end || range.base + range.words() <= begin) {
                continue;
            }
            const Count first = std::max<Count>(0, begin - range.base) / range.pieceWords;
            const Count last = std::min(range.words(), end - range.base);
            for (auto number = static_cast<std::size_t>(first); static_cast<Count>(number) * range.pieceWords < last;
                 ++number) {
                if (!other.pieces[number].isFree()) {
                    return Wait{tile, tensor, number};
                }
                under.push_back(&other.pieces[number]);
            }
        }
    }
    for (Piece* piece : under) {
        piece->armed = false;
    }
    return std::nullopt;
}

/// Whether the weights come in for every batch group, since those of another layer lie on the same tiles.
bool SegmentMachine::reloadsWeights(const RunningLayer& layer) const
{
    return layer.code.dealing[Axis::Batch].groups > 1
           && std::any_of(m_layers.begin(), m_layers.end(), [&](const RunningLayer& other) {
                  return &other != &layer && other.code.slot.region == layer.code.slot.region
                         && network::hasWeights(other.layer);
              });
}

} // namespace tilescape::program
