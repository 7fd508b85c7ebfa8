#include "core/program/segment_machine.h"

#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <tuple>

namespace tilescape::program {

std::size_t SegmentMachine::takeReady()
{
    std::size_t place = m_dice.below(m_ready.size());
    if (m_options.timed) {
        for (std::size_t other = 0; other < m_ready.size(); ++other) {
            place = goesBefore(m_workers[m_ready[other]], m_workers[m_ready[place]]) ? other : place;
        }
    }
    const std::size_t number = m_ready[place];
    m_ready[place] = m_ready.back();
    m_ready.pop_back();
    return number;
}

/// Of two streams that are due at once, the array belongs to that of the earlier group: the layers of a region run one after another
/// for each group (Tangram 2.4). A layer that is ahead with a part of what it takes would else hold up those that make the rest.
bool SegmentMachine::goesBefore(const Worker& worker, const Worker& other) const
{
    if (worker.due != other.due) {
        return worker.due < other.due;
    }
    const auto turnOf = [this](const Worker& of) {
        const TileState& state = m_tiles[of.tile];
        const RunningLayer& layer = layerOf(state);
        const Unit unit = of.cursor.isDone() ? Unit{} : of.cursor.unit();
        return std::tuple(groupAlong(layer, Axis::Batch, unit), layer.round, groupAlong(layer, Axis::OutputChannel, unit), state.layer);
    };
    return turnOf(worker) < turnOf(other);
}

Count SegmentMachine::roundOf(const LayerCode& code, const network::Layer& layer) const
{
    if (m_layers.empty()) {
        return 0;
    }
    const RunningLayer& before = m_layers.back();
    const bool alternates = before.code.slot.region == code.slot.region && dataflow::isChannelwise(layer)
                            && before.code.dealing[Axis::OutputChannel].groups == code.dealing[Axis::OutputChannel].groups;
    return before.round + (alternates ? 0 : 1);
}

double SegmentMachine::dueOf(const Worker& worker) const
{
    const Instruction& instruction = worker.cursor.instruction();
    const TileState& state = m_tiles[worker.tile];
    if (instruction.operation == Operation::Turn) {
        return worker.cycle;
    }
    if (instruction.operation == Operation::Pass) {
        return std::max({worker.cycle, m_clock.arrayFree(state.onChip), state.loaded[Tensor::Weight],
                         state.loaded[Tensor::Input], state.loaded[Tensor::Output]});
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

double SegmentMachine::timeOfTransfer(double start, const TileState& state, Tensor tensor,
                                      const std::vector<Box>& boxes)
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
                words[part.at] += part.words;
                stored += part.words;
            }
        }
    }
    if (all > stored) { // weights, and padding
        words[nearestChannel(m_places.memory(), state.tile)] += all - stored;
    }
    return m_clock.transfer(start, words);
}

} // namespace tilescape::program
