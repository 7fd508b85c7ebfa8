#include "core/program/segment_machine.h"

#include "core/program/array_pass.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

SegmentMachine::Outcome SegmentMachine::clear(Worker& worker)
{
    const Access access = accessOf(worker);
    RegisterBlock& registers = access.state.registers[access.tensor];
    RegisterBlock::Entry& entry = registers.of(access.unit, worker.cursor.instruction().units.count);
    entry.valid = true;
    entry.unit = access.unit;
    entry.size = access.state.boxes.words(access.tensor, access.unit);
    entry.words.assign(m_hasWords ? static_cast<std::size_t>(entry.size) : 0, Word{0});
    return {};
}

std::size_t SegmentMachine::holderOf(const TileState& state, Tensor tensor, const Unit& unit) const
{
    const std::vector<std::size_t>& ring = state.rings[tensor];
    if (ring.empty()) {
        return state.number;
    }
    const Spread& spread = state.ranges[tensor].range.spread;
    return ring[static_cast<std::size_t>(spread.positionOf(unit[spread.axis]))];
}

SegmentMachine::Access SegmentMachine::heldOf(const Worker& worker)
{
    return accessOf(worker, m_tiles[holderOf(m_tiles[worker.tile], worker.cursor.instruction().tensor, worker.cursor.unit())]);
}

std::optional<Fault> SegmentMachine::fetchWide(const Worker& worker, const TileState& holder)
{
    const TileState& state = m_tiles[worker.tile];
    if (&holder == &state) {
        return std::nullopt;
    }
    const Tensor tensor = worker.cursor.instruction().tensor;
    const Unit unit = worker.cursor.unit();
    if (!m_program.transfersBetweenTiles) {
        return fault(worker, "the chip has no transfers from tile to tile");
    }
    if (state.boxes.of(tensor, unit) != holder.boxes.of(tensor, unit)) {
        return fault(worker, fmt::format("tile ({}, {}) holds other words for {}", holder.tile.row, holder.tile.column,
                                         textOf(unit)));
    }
    RunningLayer& layer = layerOf(state);
    layer.counts[tensor].hops += state.boxes.crossingWords(tensor, unit) * hopsBetween(state.tile, holder.tile);
    return std::nullopt;
}

/// Whether the piece was armed in the iteration in which the stream reads it. Where a unit comes in again for every iteration, a
/// tile that is ahead would else have the reads that are counted for others.
bool SegmentMachine::isArmedFor(const Worker& worker, const Piece& piece)
{
    const std::vector<Count>& counters = worker.cursor.counters();
    return piece.armedAt.size() <= counters.size() && std::equal(piece.armedAt.begin(), piece.armedAt.end(), counters.begin());
}

SegmentMachine::Outcome SegmentMachine::load(Worker& worker)
{
    const auto [tensor, unit, holder, range, number, piece] = heldOf(worker);
    TileState& state = m_tiles[worker.tile];
    const bool takes = tensor == Tensor::Output; // sums are worked on while others arrive
    if (takes && (!piece.holds(unit) || piece.updates == 0)) {
        return Wait{holder.number, tensor, number};
    }
    if (!takes && range.range.spread.isSpread() && !isArmedFor(worker, piece)) {
        return Wait{holder.number, tensor, number};
    }
    if (!takes) {
        Outcome outcome = readable(worker, holder.number, tensor, number, unit);
        if (!std::holds_alternative<std::monostate>(outcome)) {
            return outcome;
        }
    }
    if (auto found = fetchWide(worker, holder)) {
        return *std::move(found);
    }
    const Count words = state.boxes.words(tensor, unit);
    RegisterBlock::Entry& entry = state.registers[tensor].of(unit, worker.cursor.instruction().units.count);
    entry.valid = true;
    entry.unit = unit;
    entry.size = words;
    const std::span<Word> from = range.wordsOf(number, words);
    entry.words.assign(from.begin(), from.end());
    const Count crossing = state.boxes.crossingWords(tensor, unit);
    layerOf(state).counts[tensor].buffer += range.range.inBuffer ? crossing : 0;
    // Sums are taken as they are; what is still to come is added to them later.
    const double start = takes ? worker.cycle : std::max(worker.cycle, piece.ready);
    state.loaded[tensor] = m_clock.carry(start, state.onChip, tensor, crossing);
    piece.free = std::max(piece.free, state.loaded[tensor]);
    if (takes) {
        std::ranges::fill(from, Word{0});
        return {};
    }
    readOnce(piece);
    return {};
}

SegmentMachine::Outcome SegmentMachine::unload(Worker& worker)
{
    const auto [tensor, unit, holder, range, number, piece] = heldOf(worker);
    TileState& state = m_tiles[worker.tile];
    if (!piece.holds(unit) || piece.updates == 0) {
        return Wait{holder.number, tensor, number};
    }
    RegisterBlock::Entry* entry = state.registers[tensor].find(unit);
    if (entry == nullptr) {
        return fault(worker, fmt::format("the registers do not hold {}", textOf(unit)));
    }
    if (auto found = fetchWide(worker, holder)) {
        return *std::move(found);
    }
    range.add(number, entry->words);
    const Count words = entry->size * layerOf(state).code.folds[tensor];
    layerOf(state).counts[tensor].buffer += range.range.inBuffer ? words : 0;
    piece.ready = std::max(piece.ready, m_clock.carry(m_clock.arrayFree(state.onChip), state.onChip, tensor, words));
    entry->valid = false;
    --piece.updates;
    changed(piece);
    return {};
}

bool SegmentMachine::isComputed(const TileState& state, const Unit& unit)
{
    if (m_options.arithmetic != ExecutionOptions::Arithmetic::Sample) {
        return m_options.arithmetic == ExecutionOptions::Arithmetic::All;
    }
    const std::vector<Box> boxes = state.boxes.of(Tensor::Output, unit);
    const Box& box = boxes.front();
    std::uint64_t key = m_options.dataSeed;
    for (const Count side : {box.batch.begin, box.channel.begin, box.row.begin, box.column.begin}) {
        key = support::seedOf("sample", key + static_cast<std::uint64_t>(side));
    }
    if (box.size() == 0 || support::Dice(key).next() % layerOf(state).oneIn != 0) {
        return false;
    }
    layerOf(state).sampled.insert(boxes.begin(), boxes.end());
    return true;
}

SegmentMachine::Outcome SegmentMachine::pass(Worker& worker)
{
    const Unit unit = worker.cursor.unit();
    TileState& state = m_tiles[worker.tile];
    const RunningLayer& layer = layerOf(state);
    PerTensor<std::span<Word>> words;
    for (const Tensor tensor : allTensors) {
        if (layer.code.ranges[tensor].pieceWords == 0) {
            continue;
        }
        Unit own = unit;
        RegisterBlock& block = state.registers[tensor];
        for (const Axis axis : allAxes) {
            own[axis] = layer.changes[tensor][axis] ? unit[axis] : 0;
        }
        RegisterBlock::Entry* entry = block.find(own);
        if (entry == nullptr) {
            return fault(worker, fmt::format("the registers do not hold the {} {}", nameOf(tensor), textOf(own)));
        }
        words[tensor] = entry->words;
    }
    const double ready = std::max(
        {worker.cycle, state.loaded[Tensor::Weight], state.loaded[Tensor::Input], state.loaded[Tensor::Output]});
    worker.cycle = m_clock.compute(ready, state.onChip, layer.code.passCycles);
    if (isComputed(state, unit)) {
        computePass(layer.layer, state.boxes, unit, {words[Tensor::Weight], words[Tensor::Input], words[Tensor::Output]});
    }
    return {};
}

} // namespace tilescape::program
