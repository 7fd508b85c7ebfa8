#include "core/program/segment_machine.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilescape::program {

std::string describe(const Fault& fault)
{
    std::string text = fault.layer.empty() ? "" : fmt::format("layer '{}'", fault.layer);
    text += fault.place.empty() ? "" : fmt::format("{}{}", text.empty() ? "" : ", ", fault.place);
    return fmt::format("{}{}{}.", text, text.empty() ? "" : ": ", fault.problem);
}

std::string SegmentMachine::describe(const Worker& worker) const
{
    const Tile tile = m_tiles[worker.tile].tile;
    const Instruction& instruction = worker.cursor.instruction();
    std::string text = fmt::format("tile ({}, {}), {}, {}", tile.row, tile.column,
                                   worker.array ? "array" : "controller", nameOf(instruction.operation));
    if (hasTensor(instruction.operation)) {
        text += fmt::format(" {}", nameOf(instruction.tensor));
    }
    return text + fmt::format(" {}, loops {}", textOf(worker.cursor.unit()), fmt::join(worker.cursor.counters(), " "));
}

Fault SegmentMachine::fault(const Worker& worker, std::string problem) const
{
    return {std::move(problem), layerName(worker.tile), describe(worker), {streamOf(worker)}};
}

/// The stream that has to go on first, as far as the instructions tell: what waits for a piece of its own tile waits for the
/// tile's other stream, a receiver for a sender that waits, a sender for the receiver's controller; what is taken for the
/// controller that will offer it, what is offered for a controller that will take it.
std::size_t SegmentMachine::awaited(std::size_t number) const
{
    const Worker& worker = m_workers[number];
    const Wait& wait = *m_waits[number];
    const Operation operation = worker.cursor.instruction().operation;
    const std::size_t controller = 2 * wait.tile; // workers stand in pairs
    if (wait.forTurn) {
        const Turns& turns = m_turns.at(m_tiles[worker.tile].onChip);
        return turns.controllers[turns.now];
    }
    if (wait.shared != nullptr) {
        // Another tile of the group still has to move the unit that lies there.
        const RunningLayer& layer = layerOf(m_tiles[worker.tile]);
        for (std::size_t other = 0; other < m_workers.size(); other += 2) {
            const TileState& state = m_tiles[m_workers[other].tile];
            if (m_waits[other] && other != number && state.layer == m_tiles[worker.tile].layer
                && layer.shared[wait.tensor].groupOf(state.tile) == wait.shared->group) {
                return other;
            }
        }
        return controller + 1;
    }
    if (operation == Operation::Send && wait.tile != worker.tile) {
        return controller;
    }
    for (const auto& [unit, pulls] : m_awaited) {
        for (const auto& [pull, want] : pulls) {
            if (wait.tensor == Tensor::Input && m_pulls[pull].tile == wait.tile && m_pulls[pull].piece == wait.piece) {
                return 2 * want.tile;
            }
        }
    }
    if (m_tiles[wait.tile].ranges[wait.tensor].pieces[wait.piece].offered) {
        for (std::size_t other = 0; other < m_workers.size(); other += 2) {
            const RunningLayer& taker = layerOf(m_tiles[m_workers[other].tile]);
            if (m_waits[other] && m_places.takesFromTiles(taker.code.layer) && m_workers[other].tile != worker.tile) {
                return other;
            }
        }
    }
    if (operation == Operation::Send && worker.cursor.instruction().tensor != Tensor::Output) {
        const TileState& own = m_tiles[worker.tile];
        for (std::size_t other = 0; other < m_workers.size(); other += 2) {
            const TileState& from = m_tiles[m_workers[other].tile];
            if (!m_waits[other] || from.layer != own.layer) {
                continue;
            }
            const Instruction& instruction = m_workers[other].cursor.instruction();
            if (instruction.operation == Operation::Send
                && Tile{from.tile.row + instruction.to.row, from.tile.column + instruction.to.column} == own.tile) {
                return other;
            }
        }
    }
    return worker.array ? controller : controller + 1;
}

std::string SegmentMachine::describe(const Wait& wait) const
{
    if (wait.forTurn) {
        return "its turn";
    }
    if (wait.shared != nullptr) {
        return fmt::format("a shared piece of {} that holds {}, with {} transfers to come", nameOf(wait.tensor),
                           textOf(wait.shared->unit), wait.shared->transfers);
    }
    const Piece& piece = m_tiles[wait.tile].ranges[wait.tensor].pieces[wait.piece];
    return fmt::format("a piece of {} at tile ({}, {}) that {}", nameOf(wait.tensor), m_tiles[wait.tile].tile.row,
                       m_tiles[wait.tile].tile.column,
                       piece.armed ? fmt::format("holds {}, with {} updates and {} reads to come", textOf(piece.unit),
                                                 piece.updates, piece.reads)
                                   : std::string("is not armed"));
}

Fault SegmentMachine::deadlock() const
{
    std::size_t number = 0;
    while (!m_waits[number]) {
        ++number;
    }
    std::vector<std::size_t> chain;
    while (std::find(chain.begin(), chain.end(), number) == chain.end() && m_waits[number]) {
        chain.push_back(number);
        number = awaited(number);
    }
    const auto from = std::find(chain.begin(), chain.end(), number);
    std::string cycle;
    std::vector<StreamName> streams;
    for (auto worker = from == chain.end() ? chain.begin() : from; worker != chain.end(); ++worker) {
        streams.push_back(streamOf(m_workers[*worker]));
        cycle += fmt::format("{}{} waits for {}", cycle.empty() ? "" : "; ", describe(m_workers[*worker]),
                             describe(*m_waits[*worker]));
    }
    const bool ends = from == chain.end();
    return {fmt::format("deadlock: {}{}", cycle, ends ? "; the stream that it waits for has ended" : ""),
            layerName(m_workers[chain.back()].tile), describe(m_workers[chain.back()]), std::move(streams)};
}

std::optional<Fault> SegmentMachine::leftOver() const
{
    const auto placeOf = [this](std::size_t tile) {
        return fmt::format("tile ({}, {})", m_tiles[tile].tile.row, m_tiles[tile].tile.column);
    };
    for (const RunningLayer& layer : m_layers) {
        for (const Tensor tensor : allTensors) {
            if (!layer.flights[tensor].empty()) {
                const auto& [from, flight] = *layer.flights[tensor].begin();
                return Fault{
                    fmt::format("the {} {} that it hands on never arrives", nameOf(tensor), textOf(flight.unit)),
                    layer.layer.name, placeOf(from), {streamOf(m_workers[2 * from])}};
            }
        }
    }
    for (std::size_t tile = 0; tile < m_tiles.size(); ++tile) {
        for (const Tensor tensor : allTensors) {
            for (const Piece& piece : m_tiles[tile].ranges[tensor].pieces) {
                if (!piece.isFree()) {
                    return Fault{fmt::format("the {} {} is left with {} updates and {} reads that never happen",
                                             nameOf(tensor), textOf(piece.unit), piece.updates, piece.reads),
                                 layerName(tile), placeOf(tile), {streamOf(m_workers[2 * tile])}};
                }
            }
        }
    }
    return std::nullopt;
}

} // namespace tilescape::program
