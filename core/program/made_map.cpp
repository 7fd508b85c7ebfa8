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

/// What is offered, in the loops around it.
Steps offersIn(const Steps& steps)
{
    Steps offers;
    for (const Step& step : steps) {
        if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
            if (Steps inside = offersIn(repeat->steps); !inside.empty()) {
                offers.push_back({Repeat{repeat->times, std::move(inside)}});
            }
        } else if (std::get<Instruction>(step.content).operation == Operation::Offer) {
            offers.push_back(step);
        }
    }
    return offers;
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
    index();
}

void MadeMap::index()
{
    for (const Holder& holder : m_holders) {
        m_images.push_back(holder.piece.batch);
        m_channelSpans.push_back(holder.piece.channel);
        m_rows.push_back(holder.piece.row);
        m_columns.push_back(holder.piece.column);
    }
    for (Spans* spans : {&m_images, &m_channelSpans, &m_rows, &m_columns}) {
        std::sort(spans->begin(), spans->end());
        spans->erase(std::unique(spans->begin(), spans->end()), spans->end());
    }
    m_cells.resize(m_images.size() * m_channelSpans.size() * m_rows.size() * m_columns.size());
    for (std::size_t number = 0; number < m_holders.size(); ++number) {
        const Box& piece = m_holders[number].piece;
        const auto at = [](const Spans& spans, Span span) {
            return static_cast<std::size_t>(std::lower_bound(spans.begin(), spans.end(), span) - spans.begin());
        };
        m_cells[cellOf(at(m_images, piece.batch), at(m_channelSpans, piece.channel), at(m_rows, piece.row),
                       at(m_columns, piece.column))]
            .push_back(number);
    }
    for (const std::vector<std::size_t>& cell : m_cells) {
        for (const std::size_t number : cell) {
            m_holders[number].offersAll = cell.size() == 1;
        }
    }
}

void MadeMap::add(const Program& program, const Role& role, const std::map<Tile, Extent>& positions)
{
    std::vector<Unit> offered;
    const Steps offers = offersIn(role.controller); // all else takes most of the time of a walk through the stream
    for (StreamCursor cursor(offers); !cursor.isDone(); cursor.next()) {
        offered.push_back(cursor.unit());
    }
    PerAxis<Count> bounds{{0, 0, 0, 0}};
    for (const Unit& unit : offered) {
        for (const Axis axis : allAxes) {
            bounds[axis] = std::max(bounds[axis], unit[axis] + 1);
        }
    }
    for (const Tile tile : offered.empty() ? std::vector<Tile>{} : role.tiles) {
        const Extent position = positions.at(tile);
        UnitBoxes boxes(program.network, program.batch, m_code, position.height, position.width);
        const Box piece = boxes.piece().output;
        std::vector<Count> unitOfChannel;
        for (Count channel = piece.channel.begin; channel < piece.channel.end; ++channel) {
            unitOfChannel.push_back(boxes.unitOfOutput(piece.batch.begin, channel, 0)[Axis::OutputChannel]);
        }
        std::vector<Span> rowsOfStripe;
        for (Count stripe = 0; stripe < m_code.stripes; ++stripe) {
            rowsOfStripe.push_back(boxes.passOf(boxes.unitOfOutput(piece.batch.begin, piece.channel.begin, stripe)).outputRow);
        }
        std::vector<Count> unitOfItem;
        for (Count image = piece.batch.begin; image < piece.batch.end; ++image) {
            for (Count stripe = 0; stripe < m_code.stripes; ++stripe) {
                unitOfItem.push_back(boxes.unitOfOutput(image, piece.channel.begin, stripe)[Axis::Batch]);
            }
        }
        Holder& holder = m_holders.emplace_back(
            Holder{tile, piece, std::move(boxes), bounds, {}, std::move(unitOfChannel), std::move(unitOfItem), std::move(rowsOfStripe)});
        holder.offered.resize(static_cast<std::size_t>(productOf(bounds)));
        for (const Unit& unit : offered) {
            holder.offered[placeWithin(bounds, unit)] = true;
        }
    }
}

bool MadeMap::Holder::offers(const Unit& unit) const
{
    const auto within = [&](Axis axis) { return unit[axis] < bounds[axis]; };
    return offersAll || (std::all_of(allAxes.begin(), allAxes.end(), within) && offered[placeWithin(bounds, unit)]);
}

namespace {

/// The spans that overlap `wanted`: the first of them, and the one after the last.
std::pair<std::size_t, std::size_t> overlapping(const std::vector<Span>& spans, Span wanted)
{
    const auto first = std::partition_point(spans.begin(), spans.end(),
                                            [wanted](Span span) { return span.end <= wanted.begin; });
    const auto last = std::partition_point(first, spans.end(), [wanted](Span span) { return span.begin < wanted.end; });
    return {static_cast<std::size_t>(first - spans.begin()), static_cast<std::size_t>(last - spans.begin())};
}

} // namespace

template <class Use>
void MadeMap::eachHolder(const Box& box, const Use& use) const
{
    const auto images = overlapping(m_images, box.batch);
    const auto rows = overlapping(m_rows, box.row);
    const auto columns = overlapping(m_columns, box.column);
    for (Count group = 0; group < m_groups; ++group) {
        const Box own = shifted(box, -group * m_channels);
        const auto channels = overlapping(m_channelSpans, own.channel);
        for (std::size_t image = images.first; image < images.second; ++image) {
            for (std::size_t channel = channels.first; channel < channels.second; ++channel) {
                for (std::size_t row = rows.first; row < rows.second; ++row) {
                    for (std::size_t column = columns.first; column < columns.second; ++column) {
                        for (const std::size_t number : m_cells[cellOf(image, channel, row, column)]) {
                            const Box wanted = common(own, m_holders[number].piece);
                            if (wanted.size() > 0) {
                                use(number, wanted, group);
                            }
                        }
                    }
                }
            }
        }
    }
}

void MadeMap::find(const Box& box, std::vector<Part>& parts) const
{
    parts.clear();
    eachHolder(box, [&](std::size_t number, const Box& wanted, Count group) { findAt(number, wanted, group, parts); });
}

void MadeMap::addPlaces(const Box& box, std::vector<cost::LayoutIndex::Part>& places) const
{
    eachHolder(box, [&](std::size_t number, const Box& wanted, Count group) {
        const Holder& holder = m_holders[number];
        if (const Count words = holder.offersAll ? wanted.size() : wordsAt(holder, wanted, group); words > 0) {
            places.push_back({words, holder.tile});
        }
    });
}

template <class Use>
void MadeMap::eachStripe(const Holder& holder, const Box& wanted, const Use& use) const
{
    for (Count image = wanted.batch.begin; image < wanted.batch.end; ++image) {
        for (Count stripe = 0; stripe < m_code.stripes; ++stripe) {
            const Span rows = dataflow::overlap(wanted.row, holder.rowsOfStripe[static_cast<std::size_t>(stripe)]);
            if (rows.size() > 0) {
                const Count item = (image - holder.piece.batch.begin) * m_code.stripes + stripe;
                use(holder.unitOfItem[static_cast<std::size_t>(item)], image, rows);
            }
        }
    }
}

Count MadeMap::wordsAt(const Holder& holder, const Box& wanted, Count group) const
{
    Count words = 0;
    eachStripe(holder, wanted, [&](Count batchUnit, Count, Span rows) {
        Unit unit{{group, 0, 0, batchUnit}};
        bool offers = false;
        for (Count channel = wanted.channel.begin; channel < wanted.channel.end; ++channel) {
            const Count own = holder.unitOfChannel[static_cast<std::size_t>(channel - holder.piece.channel.begin)];
            if (channel == wanted.channel.begin || own != unit[Axis::OutputChannel]) {
                unit[Axis::OutputChannel] = own;
                offers = holder.offers(unit);
            }
            words += offers ? rows.size() * wanted.column.size() : 0;
        }
    });
    return words;
}

void MadeMap::findAt(std::size_t number, const Box& wanted, Count group, std::vector<Part>& parts) const
{
    const Holder& holder = m_holders[number];
    std::map<Count, std::vector<Count>> channels; // by unit
    auto last = channels.end();
    for (Count channel = wanted.channel.begin; channel < wanted.channel.end; ++channel) {
        const Count unit = holder.unitOfChannel[static_cast<std::size_t>(channel - holder.piece.channel.begin)];
        if (last == channels.end() || last->first != unit) {
            last = channels.try_emplace(unit).first;
        }
        last->second.push_back(channel + group * m_channels);
    }
    eachStripe(holder, wanted, [&](Count batchUnit, Count image, Span rows) {
        Unit unit{{group, 0, 0, batchUnit}};
        for (const auto& [index, own] : channels) {
            unit[Axis::OutputChannel] = index;
            if (holder.offers(unit)) {
                parts.push_back({number, unit, image, own, rows, wanted.column});
            }
        }
    });
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
