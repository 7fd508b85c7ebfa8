#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

std::vector<SegmentMachine::Stored> SegmentMachine::storedPartsOf(const TileState& state, Tensor tensor,
                                                              const Unit& unit) const
{
    std::vector<Stored> parts;
    std::size_t offset = 0;
    const std::size_t layer = layerOf(state).code.layer;
    const bool mixed = tensor == Tensor::Input && m_places.takesFromTiles(layer);
    for (const Box& box : state.boxes.of(tensor, unit)) {
        const auto line = static_cast<std::size_t>(box.row.size() * box.column.size());
        if (!mixed) {
            parts.push_back({box, offset});
        }
        for (const Places::Source& source : mixed ? m_places.sourcesOf(layer) : std::vector<Places::Source>{}) {
            Box own = box;
            own.channel = dataflow::overlap(box.channel, source.channels);
            if (!source.maker && own.size() > 0) {
                parts.push_back({own, offset + static_cast<std::size_t>(own.channel.begin - box.channel.begin) * line});
            }
        }
        offset += static_cast<std::size_t>(box.size());
    }
    return parts;
}

std::vector<SegmentMachine::Want> SegmentMachine::wantsOf(const TileState& state, const std::vector<Box>& boxes) const
{
    std::vector<Want> wants;
    std::vector<MadeMap::Part> parts;
    std::size_t offset = 0;
    for (const Box& box : boxes) {
        const auto line = static_cast<std::size_t>(box.row.size() * box.column.size());
        for (const Places::Source& source : m_places.sourcesOf(layerOf(state).code.layer)) {
            Box own = box;
            own.channel = dataflow::overlap(box.channel, source.channels);
            if (!source.maker || own.size() == 0) {
                continue;
            }
            const std::size_t begin = offset + static_cast<std::size_t>(own.channel.begin - box.channel.begin) * line;
            own.channel = {own.channel.begin - source.channels.begin, own.channel.end - source.channels.begin};
            const auto maker = std::find_if(m_layers.begin(), m_layers.end(), [&](const RunningLayer& layer) {
                return layer.code.layer == *source.maker;
            });
            const MadeMap& made = m_places.madeBy(*source.maker);
            made.find(own, parts);
            for (MadeMap::Part& part : parts) {
                const std::size_t tile = maker->tiles.at(made.tileOf(part));
                wants.push_back({tile, std::move(part), own, begin, source.channels.begin});
            }
        }
        offset += static_cast<std::size_t>(box.size());
    }
    return wants;
}

/// Each unit that is offered is read as often as the streams of other layers need it.
void SegmentMachine::countTakes()
{
    m_takes.resize(m_tiles.size());
    for (const Worker& worker : m_workers) {
        const TileState& state = m_tiles[worker.tile];
        const bool takes = !worker.array && m_places.takesFromTiles(layerOf(state).code.layer);
        for (StreamCursor cursor = worker.cursor; takes && !cursor.isDone(); cursor.next()) {
            if (cursor.instruction().operation == Operation::Take) {
                for (const Want& want : wantsOf(state, state.boxes.of(Tensor::Input, cursor.unit()))) {
                    ++m_takes[want.tile][want.part.unit];
                }
            }
        }
    }
}

/// Words of the unit that come from tiles, with their padding, as often as they cross.
Count SegmentMachine::handedWords(const TileState& state, const Unit& unit) const
{
    if (layerOf(state).code.ranges[Tensor::Input].inPlace) {
        return 0;
    }
    std::vector<Box> stored;
    for (const Stored& part : storedPartsOf(state, Tensor::Input, unit)) {
        stored.push_back(part.box);
    }
    const auto crossed = [&](const std::vector<Box>& boxes) {
        return wordsOf(crossing(state, Tensor::Input, unit, boxes));
    };
    return crossed(state.boxes.of(Tensor::Input, unit)) - crossed(stored);
}

SegmentMachine::Outcome SegmentMachine::take(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    if (!piece.holds(unit) || piece.updates == 0) {
        return fault(worker, fmt::format("the piece is not armed for {}", textOf(unit)));
    }
    RunningLayer& layer = layerOf(state);
    if (tensor != Tensor::Input || !m_places.takesFromTiles(layer.code.layer)) {
        return fault(worker, "no layer of the segment makes it");
    }
    layer.counts[tensor].handed += handedWords(state, unit);
    const std::vector<Box> boxes = state.boxes.of(tensor, unit);
    const std::vector<Box> crossed = crossing(state, tensor, unit, boxes);
    std::vector<Want> wants = wantsOf(state, boxes);
    const std::vector<Want> again = crossed == boxes ? std::vector<Want>{} : wantsOf(state, crossed);
    for (const Want& want : again.empty() ? wants : again) {
        layer.counts[tensor].hops += want.part.words() * hopsBetween(m_tiles[want.tile].tile, state.tile);
    }
    const std::size_t pull = m_pulls.size();
    m_pulls.push_back({worker.tile, number, 0, worker.cycle});
    std::vector<Want> now;
    for (Want& want : wants) {
        RangeState& from = m_tiles[want.tile].ranges[Tensor::Output];
        const Piece& source = from.pieces[from.pieceOf(want.part.unit)];
        if (range.range.inPlace && m_tiles[want.tile].tile != state.tile) {
            return fault(worker, fmt::format("tile ({}, {}) has words of what is to stay where it is",
                                             m_tiles[want.tile].tile.row, m_tiles[want.tile].tile.column));
        }
        ++m_pulls[pull].missing;
        if (source.offered && source.holds(want.part.unit)) {
            now.push_back(std::move(want));
        } else {
            m_awaited[{want.tile, want.part.unit}].emplace_back(pull, std::move(want));
        }
    }
    ++m_pulls[pull].missing; // so that it does not end before all has been looked at
    for (const Want& want : now) {
        hand(pull, want);
    }
    if (--m_pulls[pull].missing == 0) {
        --piece.updates;
        changed(piece);
    }
    return {};
}

void SegmentMachine::hand(std::size_t number, const Want& want)
{
    Pull& pull = m_pulls[number];
    TileState& state = m_tiles[pull.tile];
    RangeState& range = state.ranges[Tensor::Input];
    Piece& piece = range.pieces[pull.piece];
    const TileState& maker = m_tiles[want.tile];
    RangeState& from = m_tiles[want.tile].ranges[Tensor::Output];
    const std::size_t lent = from.pieceOf(want.part.unit);
    RunningLayer& layer = layerOf(state);
    if (m_hasWords) {
        copyHanded(want, from.wordsOf(lent, from.range.pieceWords), layer,
                   range.wordsOf(pull.piece, want.box.size(), want.offset));
    }
    if (m_options.observer) {
        m_handed.push_back({maker.tile, state.tile, want.part.words()});
    }
    Piece& source = from.pieces[lent];
    piece.ready = std::max({piece.ready, pull.begun, source.ready});
    source.free = std::max(source.free, piece.ready);
    if (range.range.inPlace) {
        piece.lenders.push_back({want.tile, lent});
    }
    noteTaken(want.tile, lent, want.part.unit, range.range.inPlace);
    if (--pull.missing == 0) {
        --piece.updates;
        changed(piece);
    }
}

void SegmentMachine::copyHanded(const Want& want, std::span<const Word> made, const RunningLayer& taker,
                                std::span<Word> into) const
{
    const MadeMap& map = m_places.madeBy(layerOf(m_tiles[want.tile]).code.layer);
    const bool sampled = m_options.arithmetic == ExecutionOptions::Arithmetic::Sample; // then maps are drawn, not made
    for (const Count channel : want.part.channels) {
        const auto line = static_cast<std::size_t>((channel - want.box.channel.begin) * want.box.row.size());
        for (Count row = want.part.row.begin; row < want.part.row.end; ++row) {
            const std::size_t at = (line + static_cast<std::size_t>(row - want.box.row.begin))
                                   * static_cast<std::size_t>(want.box.column.size());
            for (Count column = want.part.column.begin; column < want.part.column.end; ++column) {
                into[at + static_cast<std::size_t>(column - want.box.column.begin)] +=
                    sampled ? taker.memory[Tensor::Input].at(want.part.image, want.firstChannel + channel, row, column)
                            : made[map.wordAt(want.part, channel, row, column)];
            }
        }
    }
}

SegmentMachine::Outcome SegmentMachine::offer(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    Outcome outcome = readable(worker, worker.tile, tensor, number, unit);
    if (!std::holds_alternative<std::monostate>(outcome)) {
        return outcome;
    }
    RunningLayer& layer = layerOf(state);
    if (tensor != Tensor::Output || !m_places.handsOn(layer.code.layer)) {
        return fault(worker, "no layer of the segment takes it");
    }
    const bool stays = !m_places.stores(layer.code.layer);
    const Count words = state.boxes.words(tensor, unit);
    layer.counts[tensor].handed += stays ? words : 0;
    if (m_hasWords && stays) {
        const Word* from = range.wordsOf(number, words).data();
        for (const Box& box : state.boxes.of(tensor, unit)) {
            from = layer.memory[tensor].write(box, from); // to be compared in the end
        }
    }
    worker.cycle = std::max(worker.cycle, piece.ready);
    noteOffered(worker.tile, unit, worker.cycle);
    return {};
}

/// From `cycle` on those that wait for the unit, and all others that need it, may take it.
void SegmentMachine::makeAvailable(std::size_t tile, const Unit& unit, double cycle)
{
    RangeState& range = m_tiles[tile].ranges[Tensor::Output];
    Piece& piece = range.pieces[range.pieceOf(unit)];
    piece.ready = std::max(piece.ready, cycle);
    piece.free = std::max(piece.free, cycle);
    piece.offered = true;
    piece.reads += m_takes[tile][unit];
    readOnce(piece);
    if (const auto found = m_awaited.find({tile, unit}); found != m_awaited.end()) {
        const auto pulls = std::move(found->second);
        m_awaited.erase(found);
        for (const auto& [pull, want] : pulls) {
            hand(pull, want);
        }
    }
}

void SegmentMachine::readOnce(Piece& piece)
{
    --piece.reads;
    changed(piece);
    if (!piece.isFree()) {
        return;
    }
    const std::vector<Piece::Lender> lenders = std::move(piece.lenders);
    piece.lenders.clear();
    for (const Piece::Lender& lender : lenders) {
        Piece& lent = m_tiles[lender.tile].ranges[Tensor::Output].pieces[lender.piece];
        lent.free = std::max(lent.free, piece.free);
        readOnce(lent);
    }
}

} // namespace tilescape::program
