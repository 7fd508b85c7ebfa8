#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

bool SegmentMachine::isInShared(const TileState& state, Tensor tensor) const
{
    return layerOf(state).code.shared[tensor].exists();
}

/// A unit stays in the shared buffer until the streams of all tiles that need it have moved it for the last time.
void SegmentMachine::countSharedTransfers()
{
    for (const Worker& worker : m_workers) {
        const TileState& state = m_tiles[worker.tile];
        RunningLayer& layer = layerOf(state);
        const bool any = std::any_of(allTensors.begin(), allTensors.end(),
                                     [&](Tensor tensor) { return isInShared(state, tensor); });
        for (StreamCursor cursor = worker.cursor; any && !worker.array && !cursor.isDone(); cursor.next()) {
            const Instruction& instruction = cursor.instruction();
            const bool moves = instruction.operation == Operation::Fetch || instruction.operation == Operation::Store;
            if (moves && isInShared(state, instruction.tensor)) {
                layer.shared[instruction.tensor].expect(state.tile, cursor.unit());
            }
        }
    }
}

SegmentMachine::Outcome SegmentMachine::find(const Worker& worker, const std::vector<Box>& boxes, SharedUse& use)
{
    const auto [tensor, unit, state, range, number, armed] = accessOf(worker);
    SharedPieces& pieces = layerOf(state).shared[tensor];
    const auto group = pieces.groupOf(state.tile);
    if (!group) {
        return fault(worker, "the tile is in no group of those that the shared buffer serves");
    }
    SharedPiece& piece = pieces.pieceOf(*group, unit);
    if (piece.transfers > 0 && piece.unit != unit) {
        Wait wait{worker.tile, tensor, number};
        wait.shared = &piece;
        return wait;
    }
    use = {&piece, piece.transfers == 0};
    if (use.begun) {
        pieces.begin(piece, *group, unit, boxes);
    } else if (piece.boxes != boxes) {
        return fault(worker, fmt::format("the shared buffer has other words for {}", textOf(unit)));
    }
    return {};
}

void SegmentMachine::transferOnce(SharedPiece& piece)
{
    if (--piece.transfers > 0) {
        return;
    }
    for (const std::size_t worker : piece.waiting) {
        m_waits[worker].reset();
        m_ready.push_back(worker);
    }
    piece.waiting.clear();
}

/// Words that the shared buffer does not have yet come from DRAM first; sums have been stored there before they are read back.
SegmentMachine::Outcome SegmentMachine::fetchShared(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    RunningLayer& layer = layerOf(state);
    const std::vector<Stored> parts = storedPartsOf(state, tensor, unit);
    std::vector<Box> boxes;
    Count moved = 0;
    for (const Stored& part : parts) {
        boxes.push_back(part.box);
        moved += part.box.size();
    }
    SharedUse use;
    if (Outcome outcome = find(worker, boxes, use); !std::holds_alternative<std::monostate>(outcome)) {
        return outcome;
    }
    SharedPiece& shared = *use.piece;
    if (use.begun && tensor == Tensor::Output) {
        return fault(worker, fmt::format("sums of {} are read back that the shared buffer does not have", textOf(unit)));
    }
    TensorCount& count = layer.counts[tensor];
    if (use.begun) {
        count.dram += moved;
        shared.ready = timeOfTransfer(std::max(worker.cycle, shared.free), state, tensor, boxes);
        for (const Box& box : m_hasWords ? boxes : std::vector<Box>{}) {
            std::vector<Word> words;
            layer.memory[tensor].read(box, words);
            shared.words.insert(shared.words.end(), words.begin(), words.end());
        }
    }
    std::size_t offset = 0;
    for (const Stored& part : m_hasWords ? parts : std::vector<Stored>{}) {
        const auto size = static_cast<std::size_t>(part.box.size());
        range.add(number, std::span(shared.words).subspan(offset, size), part.offset);
        offset += size;
    }
    const std::vector<Box> crossed = crossing(state, tensor, unit, boxes);
    count.shared += wordsOf(crossed);
    count.hops += hopsToMemory(state, tensor, crossed);
    if (m_options.timed) {
        const double end =
            m_clock.share(std::max(worker.cycle, shared.ready), layer.code.shared[tensor].level, wordsOf(crossed));
        piece.ready = std::max(piece.ready, end);
        shared.free = std::max(shared.free, end);
    }
    transferOnce(shared);
    --piece.updates;
    changed(piece);
    return {};
}

/// The last transfer of a unit's sums goes on to DRAM.
SegmentMachine::Outcome SegmentMachine::storeShared(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    RunningLayer& layer = layerOf(state);
    const std::vector<Box> boxes = state.boxes.of(tensor, unit);
    const Count moved = state.boxes.words(tensor, unit);
    SharedUse use;
    if (Outcome outcome = find(worker, boxes, use); !std::holds_alternative<std::monostate>(outcome)) {
        return outcome;
    }
    SharedPiece& shared = *use.piece;
    const auto words = m_hasWords ? range.wordsOf(number, moved) : std::span<Word>{};
    shared.words.assign(words.begin(), words.end());
    TensorCount& count = layer.counts[tensor];
    const std::vector<Box> crossed = crossing(state, tensor, unit, boxes);
    count.shared += wordsOf(crossed);
    count.hops += hopsToMemory(state, tensor, crossed);
    worker.cycle = std::max(worker.cycle, piece.ready);
    if (m_options.timed) {
        shared.ready = m_clock.share(std::max({worker.cycle, shared.ready, shared.free}),
                                     layer.code.shared[tensor].level, wordsOf(crossed));
        shared.free = std::max(shared.free, shared.ready);
        piece.free = std::max(piece.free, shared.ready);
    }
    if (shared.transfers == 1) {
        count.dram += moved;
        shared.free = std::max(shared.free, timeOfTransfer(shared.ready, state, tensor, boxes));
        const Word* from = shared.words.data();
        for (const Box& box : m_hasWords ? boxes : std::vector<Box>{}) {
            from = layer.memory[tensor].write(box, from);
        }
    }
    transferOnce(shared);
    readOnce(piece);
    return {};
}

} // namespace tilescape::program
