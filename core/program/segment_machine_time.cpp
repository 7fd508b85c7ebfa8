#include "core/program/segment_machine.h"

#include <algorithm>

namespace tilescape::program {

std::size_t SegmentMachine::takeReady()
{
    std::size_t place = m_dice.below(m_ready.size());
    if (m_options.timed) {
        for (std::size_t other = 0; other < m_ready.size(); ++other) {
            place = m_workers[m_ready[other]].due < m_workers[m_ready[place]].due ? other : place;
        }
    }
    const std::size_t number = m_ready[place];
    m_ready[place] = m_ready.back();
    m_ready.pop_back();
    return number;
}

double SegmentMachine::dueOf(const Worker& worker) const
{
    const Instruction& instruction = worker.cursor.instruction();
    const TileState& state = m_tiles[worker.tile];
    if (instruction.operation == Operation::Turn) {
        return worker.cycle;
    }
    if (instruction.operation == Operation::Pass) {
        return std::max(
            {worker.cycle, state.loaded[Tensor::Weight], state.loaded[Tensor::Input], state.loaded[Tensor::Output]});
    }
    if (instruction.operation == Operation::Unload) {
        return m_clock.arrayFree(state.onChip);
    }
    if (instruction.operation == Operation::Clear
        || (instruction.operation == Operation::Load && instruction.tensor == Tensor::Output)) {
        return worker.cycle;
    }
    const bool loads = instruction.operation == Operation::Load;
    const TileState& holder = loads ? m_tiles[holderOf(state, instruction.tensor, worker.cursor.unit())] : state;
    const RangeState& range = holder.ranges[instruction.tensor];
    const Piece& piece = range.pieces[range.pieceOf(worker.cursor.unit())];
    switch (instruction.operation) {
    case Operation::Arm:
        return std::max(worker.cycle, piece.free);
    case Operation::Fetch:
    case Operation::Take:
        return worker.cycle;
    case Operation::Keep:
    case Operation::Rotate:
        return std::max({worker.cycle, piece.free, piece.ready});
    default:
        return std::max(worker.cycle, piece.ready);
    }
}

double SegmentMachine::timeOfTransfer(double start, const TileState& state, Tensor tensor, const std::vector<Box>& boxes)
{
    if (!m_options.timed) {
        return 0;
    }
    std::map<Tile, Count> words;
    Count all = 0;
    Count stored = 0;
    const bool inMaps = liesInMaps(state, tensor);
    std::vector<cost::LayoutIndex::Part> parts;
    for (const Box& box : boxes) {
        all += box.size();
        if (inMaps) {
            m_places.find(layerOf(state).code.layer, tensor, box, parts);
            for (const cost::LayoutIndex::Part& part : parts) {
                words[part.at] += part.words * crossings(state, tensor);
                stored += part.words;
            }
        }
    }
    if (all > stored) { // weights, and padding
        words[nearestChannel(m_places.memory(), state.tile)] += (all - stored) * crossings(state, tensor);
    }
    return m_clock.transfer(start, words);
}

} // namespace tilescape::program
