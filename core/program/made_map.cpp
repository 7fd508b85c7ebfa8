#include "core/program/made_map.h"

#include "core/cost/piece_groups.h"
#include "core/program/stream_cursor.h"

#include <algorithm>
#include <map>

namespace tilescape::program {

namespace {

/// The tile that gathers each piece of the output of one group of channels.
std::map<Box, Tile> gatherers(const Program& program, const LayerCode& code)
{
    const network::Layer part = oneGroup(program.network.layers[code.layer]);
    const cost::PieceGroups groups =
        cost::pieceGroups(part, program.batch, code.region, code.partition, Counts::Executed);
    std::map<Box, Tile> found;
    for (const auto& [piece, tiles] : groups.outputs) {
        found[piece] = tiles[tiles.size() / 2];
    }
    return found;
}

Box shifted(Box box, Count channels)
{
    box.channel = {box.channel.begin + channels, box.channel.end + channels};
    return box;
}

Box common(const Box& a, const Box& b)
{
    return {dataflow::overlap(a.batch, b.batch), dataflow::overlap(a.channel, b.channel),
            dataflow::overlap(a.row, b.row), dataflow::overlap(a.column, b.column)};
}

} // namespace

dataflow::Layout madeLayout(const Program& program, const LayerCode& code)
{
    const network::Layer& layer = program.network.layers[code.layer];
    const Count groups = repetitionsOf(layer, program.batch, code.partition).groups;
    dataflow::Layout layout;
    for (const auto& [piece, tile] : gatherers(program, code)) {
        for (Count group = 0; group < groups; ++group) {
            layout.pieces.push_back({shifted(piece, group * (layer.outputChannels / groups)), tile});
        }
    }
    std::sort(layout.pieces.begin(), layout.pieces.end());
    return layout;
}

MadeMap::MadeMap(const Program& program, const LayerCode& code)
    : m_groups(repetitionsOf(program.network.layers[code.layer], program.batch, code.partition).groups),
      m_channels(program.network.layers[code.layer].outputChannels / m_groups),
      m_code(code)
{
    std::map<Tile, Extent> positions;
    for (Count row = 0; row < code.region.extent.height; ++row) {
        for (Count column = 0; column < code.region.extent.width; ++column) {
            positions[code.region.at(row, column)] = {row, column};
        }
    }
    for (const Role& role : code.roles) {
        add(program, role, positions);
    }
    std::map<Box, Count> holders;
    for (const Holder& holder : m_holders) {
        ++holders[holder.piece];
    }
    for (Holder& holder : m_holders) {
        holder.offersAll = holders[holder.piece] == 1;
    }
}

void MadeMap::add(const Program& program, const Role& role, const std::map<Tile, Extent>& positions)
{
    std::vector<Unit> offered;
    for (StreamCursor cursor(role.controller); !cursor.isDone(); cursor.next()) {
        if (cursor.instruction().operation == Operation::Offer) {
            offered.push_back(cursor.unit());
        }
    }
    std::sort(offered.begin(), offered.end());
    for (const Tile tile : offered.empty() ? std::vector<Tile>{} : role.tiles) {
        const Extent position = positions.at(tile);
        UnitBoxes boxes(program.network, program.batch, m_code, position.height, position.width);
        const Box piece = boxes.piece().output;
        m_holders.push_back({tile, piece, std::move(boxes), offered});
    }
}

bool MadeMap::Holder::offers(const Unit& unit) const
{
    return offersAll || std::binary_search(offered.begin(), offered.end(), unit);
}

void MadeMap::find(const Box& box, std::vector<Part>& parts) const
{
    parts.clear();
    for (std::size_t number = 0; number < m_holders.size(); ++number) {
        for (Count group = 0; group < m_groups; ++group) {
            const Box wanted = common(shifted(box, -group * m_channels), m_holders[number].piece);
            if (wanted.size() > 0) {
                findAt(number, wanted, group, parts);
            }
        }
    }
}

void MadeMap::findAt(std::size_t number, const Box& wanted, Count group, std::vector<Part>& parts) const
{
    const UnitBoxes& boxes = m_holders[number].boxes;
    std::map<Count, std::vector<Count>> channels; // by unit
    for (Count channel = wanted.channel.begin; channel < wanted.channel.end; ++channel) {
        const Unit unit = boxes.unitOfOutput(wanted.batch.begin, channel, 0);
        channels[unit[Axis::OutputChannel]].push_back(channel + group * m_channels);
    }
    for (Count image = wanted.batch.begin; image < wanted.batch.end; ++image) {
        for (Count stripe = 0; stripe < m_code.stripes; ++stripe) {
            Unit unit = boxes.unitOfOutput(image, wanted.channel.begin, stripe);
            unit[Axis::Repetition] = group;
            const Span rows = dataflow::overlap(wanted.row, boxes.passOf(unit).outputRow);
            for (const auto& [index, own] : channels) {
                unit[Axis::OutputChannel] = index;
                if (rows.size() > 0 && m_holders[number].offers(unit)) {
                    parts.push_back({number, unit, image, own, rows, wanted.column});
                }
            }
        }
    }
}

std::size_t MadeMap::wordAt(const Part& part, Count channel, Count row, Count column) const
{
    const UnitBoxes& boxes = m_holders[part.holder].boxes;
    const UnitBoxes::PassBox pass = boxes.passOf(part.unit);
    const Count place = boxes.placeInUnit(channel - part.unit[Axis::Repetition] * m_channels);
    const Count line = place * pass.outputRow.size() + row - pass.outputRow.begin;
    return static_cast<std::size_t>(line * pass.outputColumn.size() + column - pass.outputColumn.begin);
}

} // namespace tilescape::program
