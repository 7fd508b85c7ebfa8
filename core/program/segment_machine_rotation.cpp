#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

SegmentMachine::Outcome SegmentMachine::keep(Worker& worker)
{
    const Access access = accessOf(worker);
    const Instruction& instruction = worker.cursor.instruction();
    Piece& piece = access.piece;
    if (!piece.holds(access.unit)) {
        return fault(worker, "the piece holds another unit");
    }
    if (!piece.isFree()) {
        return Wait{worker.tile, access.tensor, access.number};
    }
    worker.cycle = std::max({worker.cycle, piece.free, piece.ready});
    piece.updates = instruction.updates;
    piece.reads = instruction.reads;
    changed(piece);
    deliver(worker.tile, access.tensor);
    return {};
}

SegmentMachine::Outcome SegmentMachine::rotate(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    const Instruction& instruction = worker.cursor.instruction();
    const Tile to{state.tile.row + instruction.to.row, state.tile.column + instruction.to.column};
    RunningLayer& layer = layerOf(state);
    const auto receiver = layer.tiles.find(to);
    if (receiver == layer.tiles.end()) {
        return fault(worker, fmt::format("tile ({}, {}) does not work on this layer", to.row, to.column));
    }
    if (!m_program.transfersBetweenTiles) {
        return fault(worker, "the chip has no transfers from tile to tile");
    }
    if (!piece.armed) {
        return fault(worker, "the piece holds nothing to hand on");
    }
    if (!piece.isFree()) {
        return Wait{worker.tile, tensor, number};
    }
    auto& flights = layer.flights[tensor];
    if (const auto last = flights.find(worker.tile); last != flights.end()) {
        const Flight& flight = last->second; // one unit at a time is on the way
        return Wait{flight.to, tensor, m_tiles[flight.to].ranges[tensor].pieceOf(flight.unit)};
    }
    const std::vector<Box> boxes = state.boxes.of(tensor, piece.unit);
    if (boxes != m_tiles[receiver->second].boxes.of(tensor, piece.unit)) {
        return fault(worker,
                     fmt::format("tile ({}, {}) needs other words for what the piece holds", to.row, to.column));
    }
    if (state.boxes.words(tensor, unit) > range.range.pieceWords) {
        return fault(worker, fmt::format("the unit has more words than the {} of its piece", range.range.pieceWords));
    }
    worker.cycle = std::max({worker.cycle, piece.free, piece.ready});
    const Count handed = state.boxes.words(tensor, piece.unit);
    const std::span<const Word> words = range.wordsOf(number, handed);
    flights[worker.tile] = {receiver->second, piece.unit, {words.begin(), words.end()}, worker.cycle};
    layer.counts[tensor].hops += handed * hopsBetween(state.tile, to);
    piece.unit = unit;
    piece.ready = worker.cycle;
    piece.updates = instruction.updates;
    piece.reads = instruction.reads;
    range.clear(number);
    changed(piece);
    deliver(receiver->second, tensor);
    deliver(worker.tile, tensor);
    return {};
}

void SegmentMachine::deliver(std::size_t tile, Tensor tensor)
{
    auto& flights = layerOf(m_tiles[tile]).flights[tensor];
    const auto flight =
        std::find_if(flights.begin(), flights.end(), [tile](const auto& own) { return own.second.to == tile; });
    if (flight == flights.end()) {
        return;
    }
    RangeState& range = m_tiles[tile].ranges[tensor];
    const std::size_t number = range.pieceOf(flight->second.unit);
    Piece& piece = range.pieces[number];
    if (!piece.holds(flight->second.unit) || piece.updates == 0) {
        return;
    }
    range.add(number, flight->second.words);
    piece.ready = std::max(piece.ready, flight->second.cycle);
    flights.erase(flight);
    --piece.updates;
    changed(piece);
}

} // namespace tilescape::program
