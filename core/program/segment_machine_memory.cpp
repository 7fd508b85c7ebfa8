#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

std::vector<Box> SegmentMachine::crossing(const TileState& state, Tensor tensor, const Unit& unit,
                                          const std::vector<Box>& boxes) const
{
    return layerOf(state).code.ranges[tensor].inBuffer ? boxes : state.boxes.crossing(tensor, unit, boxes);
}

bool SegmentMachine::liesInMaps(const TileState& state, Tensor tensor) const
{
    return !state.boxes.isOfWeights(tensor)
           && (tensor != Tensor::Weight || network::hasOperand(layerOf(state).layer));
}

/// Visits each part of the boxes that lies in one place: its words, and the tile at whose channel it lies.
template <typename Visit>
void SegmentMachine::overStored(const TileState& state, Tensor tensor, const std::vector<Box>& boxes, const Visit& visit) const
{
    const bool inMaps = liesInMaps(state, tensor);
    std::vector<cost::LayoutIndex::Part> parts;
    for (const Box& box : boxes) {
        if (!inMaps) {
            visit(box.size(), nearestChannel(m_places.memory(), state.tile));
            continue;
        }
        m_places.find(layerOf(state).code.layer, tensor, box, parts);
        for (const cost::LayoutIndex::Part& part : parts) {
            visit(part.words, part.at);
        }
    }
}

Count SegmentMachine::hopsToMemory(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const
{
    Count hops = 0;
    overStored(state, tensor, boxes, [&](Count words, Tile at) { hops += words * hopsBetween(state.tile, at); });
    return hops;
}

Count SegmentMachine::storedWords(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const
{
    Count all = 0;
    overStored(state, tensor, boxes, [&](Count words, Tile) { all += words; });
    return all;
}

SegmentMachine::Outcome SegmentMachine::fetch(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    if (!piece.holds(unit) || piece.updates == 0) {
        return fault(worker, fmt::format("the piece is not armed for {}", textOf(unit)));
    }
    if (isInShared(state, tensor)) {
        return fetchShared(worker);
    }
    RunningLayer& layer = layerOf(state);
    std::vector<Box> boxes;
    for (const Stored& stored : storedPartsOf(state, tensor, unit)) {
        if (m_hasWords) {
            std::vector<Word> words;
            layer.memory[tensor].read(stored.box, words);
            range.add(number, words, stored.offset);
        }
        boxes.push_back(stored.box);
    }
    TensorCount& count = layer.counts[tensor];
    if (layer.code.weightsPinned && tensor == Tensor::Weight) {
        count.pinned += wordsOf(boxes);
    } else {
        const std::vector<Box> moved = crossing(state, tensor, unit, boxes);
        count.dram += wordsOf(moved);
        count.hops += hopsToMemory(state, tensor, moved);
        piece.ready = std::max(piece.ready, timeOfTransfer(worker.cycle, state, tensor, moved));
    }
    --piece.updates;
    changed(piece);
    return {};
}

SegmentMachine::Outcome SegmentMachine::store(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    Outcome outcome = readable(worker, worker.tile, tensor, number, unit);
    if (!std::holds_alternative<std::monostate>(outcome)) {
        return outcome;
    }
    if (isInShared(state, tensor)) {
        return storeShared(worker);
    }
    const std::vector<Box> boxes = state.boxes.of(tensor, unit);
    RunningLayer& layer = layerOf(state);
    if (m_hasWords) {
        const Word* words = range.wordsOf(number, wordsOf(boxes)).data();
        for (const Box& box : boxes) {
            words = layer.memory[tensor].write(box, words);
        }
    }
    const std::vector<Box> moved = crossing(state, tensor, unit, boxes);
    layer.counts[tensor].dram += wordsOf(moved);
    layer.counts[tensor].hops += hopsToMemory(state, tensor, moved);
    worker.cycle = std::max(worker.cycle, piece.ready);
    piece.free = std::max(piece.free, timeOfTransfer(worker.cycle, state, tensor, moved));
    readOnce(piece);
    return {};
}

} // namespace tilescape::program
