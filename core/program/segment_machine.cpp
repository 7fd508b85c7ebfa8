#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::program {

namespace {

/// Steps that a stream takes at most before another is drawn.
constexpr std::size_t longestBurst = 32;

} // namespace

SegmentMachine::SegmentMachine(const Program& program, std::span<const LayerCode> codes, const Places& places,
                           NetworkData& data, const ExecutionOptions& options,
                           std::span<PerTensor<TensorCount>> counts)
    : m_program(program),
      m_places(places),
      m_options(options),
      m_hasWords(options.arithmetic != ExecutionOptions::Arithmetic::None),
      m_dice(support::seedOf(program.network.layers[codes.front().layer].name, options.interleavingSeed)),
      m_clock(program, places.memory())
{
    for (std::size_t place = 0; place < codes.size(); ++place) {
        addLayer(codes[place], data, counts[place]);
    }
    countTakes();
    countGroups();
    countSharedTransfers();
    m_waits.resize(m_workers.size());
    for (std::size_t worker = 0; worker < m_workers.size(); ++worker) {
        m_ready.push_back(worker);
    }
}

void SegmentMachine::addLayer(const LayerCode& code, NetworkData& data, PerTensor<TensorCount>& counts)
{
    const network::Layer& layer = m_program.network.layers[code.layer];
    RunningLayer& own = m_layers.emplace_back(RunningLayer{
        code, layer, counts, {}, axesOf(layer), {}, {}, {}, roundOf(code, layer), 1, {}});
    for (const Tensor tensor : allTensors) {
        own.shared[tensor] = SharedPieces(code.shared[tensor]);
    }
    if (m_hasWords) {
        own.memory = {{data.operandOf(code.layer), data.inputOf(code.layer), data.outputOf(code.layer)}};
    }
    std::map<Tile, Extent> positions;
    for (Count row = 0; row < code.region.extent.height; ++row) {
        for (Count column = 0; column < code.region.extent.width; ++column) {
            positions[code.region.at(row, column)] = {row, column};
        }
    }
    for (const Role& role : code.roles) {
        for (const Tile tile : role.tiles) {
            const Extent position = positions.at(tile);
            const std::size_t number = m_tiles.size();
            own.tiles[tile] = number;
            TileState& state = m_tiles.emplace_back(TileState{
                tile, m_layers.size() - 1, number,
                static_cast<std::size_t>(tile.row * m_program.tiles.width + tile.column),
                UnitBoxes(m_program.network, m_program.batch, code, position.height, position.width), {}, {}, {}, {}});
            for (const Tensor tensor : allTensors) {
                state.ranges[tensor] = RangeState(code.ranges[tensor], m_hasWords);
            }
            if (code.takesTurns) {
                m_turns[state.onChip].controllers.push_back(m_workers.size());
            }
            m_workers.push_back({number, false, StreamCursor(role.controller)});
            m_workers.push_back({number, true, StreamCursor(role.array)});
        }
    }
    for (const Tensor tensor : allTensors) {
        for (const std::vector<Tile>& ring : code.ranges[tensor].spread.rings) {
            std::vector<std::size_t> numbers;
            for (const Tile tile : ring) {
                numbers.push_back(own.tiles.at(tile));
            }
            for (const std::size_t number : numbers) {
                m_tiles[number].rings[tensor] = numbers;
            }
        }
    }
    if (m_options.arithmetic == ExecutionOptions::Arithmetic::Sample) {
        // As many units as take some millions of operations, but some of them in any case.
        const double operations = static_cast<double>(network::operations(layer)) * static_cast<double>(m_program.batch);
        const double units = static_cast<double>(network::outputWords(layer)) * static_cast<double>(m_program.batch)
            / static_cast<double>(std::max<Count>(1, code.ranges[Tensor::Output].pieceWords));
        own.oneIn = static_cast<std::uint64_t>(std::max(1.0, std::min(operations / 4e6, units / 16)));
    }
}

std::optional<Fault> SegmentMachine::run()
{
    while (!m_ready.empty()) {
        const std::size_t number = takeReady();
        Worker& worker = m_workers[number];
        if (isOthersTurn(number)) {
            m_waits[number] = Wait{worker.tile, Tensor::Weight, 0, true};
            continue;
        }
        if (const double due = m_options.timed && !worker.cursor.isDone() ? dueOf(worker) : 0; due > worker.due) {
            worker.due = due;
            m_ready.push_back(number);
            continue;
        }
        const std::size_t burst = m_options.timed ? 1 : 1 + m_dice.below(longestBurst);
        bool waits = false;
        for (std::size_t taken = 0; taken < burst && !worker.cursor.isDone() && !waits; ++taken) {
            if (isOthersTurn(number)) {
                waits = true;
                m_waits[number] = Wait{worker.tile, Tensor::Weight, 0, true};
                break;
            }
            Outcome outcome = step(worker);
            if (auto* fault = std::get_if<Fault>(&outcome)) {
                return std::move(*fault);
            }
            if (const auto* wait = std::get_if<Wait>(&outcome)) {
                waits = true;
                m_waits[number] = *wait;
                auto& waiting = wait->shared != nullptr
                                    ? wait->shared->waiting
                                    : m_tiles[wait->tile].ranges[wait->tensor].pieces[wait->piece].waiting;
                waiting.push_back(number);
            } else if (m_options.observer && !tell(worker)) {
                m_stopped = true;
                return std::nullopt;
            }
        }
        if (!waits && !worker.cursor.isDone()) {
            m_ready.push_back(number);
        }
    }
    const bool allDone =
        std::all_of(m_workers.begin(), m_workers.end(), [](const Worker& worker) { return worker.cursor.isDone(); });
    return allDone ? leftOver() : deadlock();
}

void SegmentMachine::changed(Piece& piece)
{
    for (const std::size_t worker : piece.waiting) {
        m_waits[worker].reset();
        m_ready.push_back(worker);
    }
    piece.waiting.clear();
    if (m_options.observer) {
        m_touched.push_back(&piece);
    }
}

SegmentMachine::Outcome SegmentMachine::step(Worker& worker)
{
    Outcome outcome;
    switch (worker.cursor.instruction().operation) {
    case Operation::Arm:
        outcome = arm(worker);
        break;
    case Operation::Fetch:
        outcome = fetch(worker);
        break;
    case Operation::Take:
        outcome = take(worker);
        break;
    case Operation::Store:
        outcome = store(worker);
        break;
    case Operation::Offer:
        outcome = offer(worker);
        break;
    case Operation::Send:
        outcome = send(worker);
        break;
    case Operation::Keep:
        outcome = keep(worker);
        break;
    case Operation::Rotate:
        outcome = rotate(worker);
        break;
    case Operation::Turn:
        outcome = turn(worker);
        break;
    case Operation::Clear:
        outcome = clear(worker);
        break;
    case Operation::Load:
        outcome = load(worker);
        break;
    case Operation::Unload:
        outcome = unload(worker);
        break;
    case Operation::Pass:
        outcome = pass(worker);
        break;
    }
    if (std::holds_alternative<std::monostate>(outcome)) {
        worker.cursor.next();
    }
    return outcome;
}

SegmentMachine::Access SegmentMachine::accessOf(const Worker& worker, TileState& state)
{
    const Tensor tensor = worker.cursor.instruction().tensor;
    const Unit unit = worker.cursor.unit();
    RangeState& range = state.ranges[tensor];
    const std::size_t number = range.pieceOf(unit);
    return {tensor, unit, state, range, number, range.pieces[number]};
}

SegmentMachine::Outcome SegmentMachine::arm(Worker& worker)
{
    const auto [tensor, unit, state, range, number, piece] = accessOf(worker);
    const Instruction& instruction = worker.cursor.instruction();
    if (!piece.isFree()) {
        return Wait{worker.tile, tensor, number};
    }
    const Count words = state.boxes.words(tensor, unit);
    if (words > range.range.pieceWords) {
        return fault(worker,
                     fmt::format("the unit has {} words, its piece has room for {}", words, range.range.pieceWords));
    }
    if (const auto wait = layerOf(state).code.takesTurns ? overlapInUse(accessOf(worker)) : std::nullopt) {
        return *wait;
    }
    worker.cycle = std::max(worker.cycle, piece.free);
    piece.ready = worker.cycle;
    piece.armed = true;
    piece.offered = false;
    piece.unit = unit;
    if (range.range.spread.isSpread()) {
        piece.armedAt = worker.cursor.counters();
    }
    piece.updates = instruction.updates;
    piece.reads = instruction.reads;
    range.clear(number);
    changed(piece);
    return {};
}

SegmentMachine::Outcome SegmentMachine::readable(const Worker& worker, std::size_t tile, Tensor tensor, std::size_t number,
                                             const Unit& unit) const
{
    const Piece& piece = m_tiles[tile].ranges[tensor].pieces[number];
    const bool own = !worker.array; // the controller arms before it reads
    if (!piece.holds(unit) || piece.updates > 0) {
        return own && !piece.holds(unit)
                   ? Outcome{fault(worker, fmt::format("the piece is not armed for {}", textOf(unit)))}
                   : Outcome{Wait{tile, tensor, number}};
    }
    if (piece.reads == 0
        && (m_tiles[tile].ranges[tensor].range.rotates || layerOf(m_tiles[tile]).code.takesTurns
            || (tensor == Tensor::Weight && reloadsWeights(layerOf(m_tiles[tile]))))) {
        return Wait{tile, tensor, number}; // for the next round, turn or batch group
    }
    if (piece.reads == 0) {
        return fault(worker,
                     fmt::format("{} is read once more than its piece counts, and may be overwritten", textOf(unit)));
    }
    return {};
}

SegmentMachine::Outcome SegmentMachine::send(Worker& worker)
{
    const auto [tensor, unit, state, from, number, piece] = accessOf(worker);
    const Tile way = worker.cursor.instruction().to;
    Outcome outcome = readable(worker, worker.tile, tensor, number, unit);
    if (!std::holds_alternative<std::monostate>(outcome)) {
        return outcome;
    }
    const Tile to{state.tile.row + way.row, state.tile.column + way.column};
    RunningLayer& layer = layerOf(state);
    const auto receiver = layer.tiles.find(to);
    if (receiver == layer.tiles.end()) {
        return fault(worker, fmt::format("tile ({}, {}) does not work on this layer", to.row, to.column));
    }
    if (!m_program.transfersBetweenTiles) {
        return fault(worker, "the chip has no transfers from tile to tile");
    }
    TileState& other = m_tiles[receiver->second];
    RangeState& into = other.ranges[tensor];
    Piece& target = into.pieces[number];
    // Sums that rotate are gathered when the rotation is over, and only then are they to be read.
    const bool turning = tensor == Tensor::Output && target.reads == 0;
    if (!target.holds(unit) || target.updates == 0 || turning) {
        return Wait{receiver->second, tensor, number};
    }
    const std::vector<Box> boxes = state.boxes.of(tensor, unit);
    if (boxes != other.boxes.of(tensor, unit)) {
        return fault(worker, fmt::format("tile ({}, {}) needs other words for {}", to.row, to.column, textOf(unit)));
    }
    into.add(number, from.wordsOf(number, state.boxes.words(tensor, unit)));
    if (!(layer.code.weightsPinned && tensor == Tensor::Weight)) {
        layer.counts[tensor].hops +=
            storedWords(state, tensor, crossing(state, tensor, unit, boxes)) * hopsBetween(state.tile, to);
    }
    worker.cycle = std::max(worker.cycle, piece.ready);
    piece.free = std::max(piece.free, worker.cycle);
    target.ready = std::max(target.ready, worker.cycle);
    readOnce(piece);
    --target.updates;
    changed(target);
    return {};
}

} // namespace tilescape::program
