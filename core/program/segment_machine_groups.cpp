#include "core/program/segment_machine.h"

#include <algorithm>
#include <set>

namespace tilescape::program {

/// Counted from 0; 0 where the layer's units are not dealt to groups along the axis.
Count SegmentMachine::groupAlong(const RunningLayer& layer, Axis axis, const Unit& unit)
{
    const Dealing& dealt = layer.code.dealing[axis];
    return dealt.groups > 1 ? unit[axis] / dealt.units : 0;
}

SegmentMachine::GroupName SegmentMachine::groupNameOf(std::size_t tile, const Unit& unit) const
{
    const std::size_t layer = m_tiles[tile].layer;
    return {layer, groupAlong(m_layers[layer], Axis::Batch, unit), groupAlong(m_layers[layer], Axis::OutputChannel, unit)};
}

/// Null if the layer hands on each unit by itself.
SegmentMachine::HandedGroup* SegmentMachine::groupOf(std::size_t tile, const Unit& unit)
{
    const auto found = m_groups.find(groupNameOf(tile, unit));
    return found == m_groups.end() ? nullptr : &found->second;
}

/// The units of each group, and how often they are taken, where tiles have pieces for all of a group.
void SegmentMachine::countGroups()
{
    if (m_options.handOver != ExecutionOptions::HandOver::Groups) {
        return;
    }
    std::set<std::size_t> withoutRoom; // layers
    for (const Worker& worker : m_workers) {
        const TileState& state = m_tiles[worker.tile];
        std::set<std::pair<GroupName, std::size_t>> pieces;
        for (StreamCursor cursor = worker.cursor; !worker.array && !cursor.isDone(); cursor.next()) {
            if (cursor.instruction().operation != Operation::Offer) {
                continue;
            }
            const Unit unit = cursor.unit();
            const GroupName name = groupNameOf(worker.tile, unit);
            HandedGroup& group = m_groups[name];
            ++group.toOffer;
            group.toTake += m_takes[worker.tile][unit];
            if (!pieces.emplace(name, state.ranges[Tensor::Output].pieceOf(unit)).second) {
                withoutRoom.insert(state.layer);
            }
        }
    }
    std::erase_if(m_groups, [&](const auto& group) { return withoutRoom.contains(std::get<0>(group.first)); });
}

/// A unit has been made. It can be taken when all of its group has been.
void SegmentMachine::noteOffered(std::size_t tile, const Unit& unit, double cycle)
{
    HandedGroup* const group = groupOf(tile, unit);
    if (!group) {
        makeAvailable(tile, unit, cycle);
        return;
    }
    group->cycle = std::max(group->cycle, cycle);
    group->offered.emplace_back(tile, unit);
    if (--group->toOffer == 0) {
        const std::vector<std::pair<std::size_t, Unit>> offered = std::move(group->offered);
        for (const auto& [holder, made] : offered) {
            makeAvailable(holder, made, group->cycle);
        }
    }
}

/// A unit has been taken: its piece is free when all of its group has been.
void SegmentMachine::noteTaken(std::size_t tile, std::size_t piece, const Unit& unit, bool staysInPlace)
{
    HandedGroup* const group = groupOf(tile, unit);
    std::vector<Piece>& pieces = m_tiles[tile].ranges[Tensor::Output].pieces;
    if (!group) {
        if (!staysInPlace) {
            readOnce(pieces[piece]);
        }
        return;
    }
    if (!staysInPlace) {
        group->taken.emplace_back(tile, piece);
        group->takenAt = std::max(group->takenAt, pieces[piece].free);
    }
    if (--group->toTake == 0) {
        const std::vector<std::pair<std::size_t, std::size_t>> taken = std::move(group->taken);
        for (const auto& [holder, number] : taken) {
            Piece& source = m_tiles[holder].ranges[Tensor::Output].pieces[number];
            source.free = std::max(source.free, group->takenAt);
            readOnce(source);
        }
    }
}

} // namespace tilescape::program
