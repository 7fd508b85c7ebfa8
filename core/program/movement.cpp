#include "core/program/movement.h"

#include <algorithm>

namespace tilescape::program {

namespace {

/// Calls `use(unit)` for every unit of a tensor in the groups of channels from `firstRepetition` on.
template <class Use>
void eachUnit(const PerAxis<Count>& units, Count firstRepetition, Count repetitions, const Use& use)
{
    Unit unit;
    for (Count repetition = 0; repetition < repetitions; ++repetition) {
        unit[Axis::Repetition] = firstRepetition + repetition;
        for (unit[Axis::InputChannel] = 0; unit[Axis::InputChannel] < units[Axis::InputChannel];
             ++unit[Axis::InputChannel]) {
            for (unit[Axis::OutputChannel] = 0; unit[Axis::OutputChannel] < units[Axis::OutputChannel];
                 ++unit[Axis::OutputChannel]) {
                for (unit[Axis::Batch] = 0; unit[Axis::Batch] < units[Axis::Batch]; ++unit[Axis::Batch]) {
                    use(unit);
                }
            }
        }
    }
}

} // namespace

Movement::Movement(const Program& program, const Places& places, const LayerCode& code)
    : m_program(program), m_places(places), m_code(code)
{
    const Extent grid = code.region.extent;
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            m_boxes.try_emplace(code.region.at(row, column), program.network, program.batch, code, row, column);
        }
    }
}

OnceMoved Movement::of(Tensor tensor, Count sharers, const ClaimContext& context, Words meant) const
{
    OnceMoved moved;
    const PerAxis<Count>& units = context.units[tensor];
    const auto& rotation = context.plan.rotation[tensor];
    const Count parts = partsOf(tensor, context.plan);
    const Count repetitions = units[Axis::Repetition] / static_cast<Count>(context.routes.size());
    for (std::size_t head = 0; head < context.routes.size(); ++head) {
        for (const RouteGroup& group : context.routes[head][tensor]) {
            const auto first = static_cast<Count>(head) * repetitions;
            const GroupHops hops = hopsOf(group);
            eachUnit(units, first, repetitions, [&](const Unit& unit) {
                const Moved words = movedOf(tensor, group, hops, unit, meant);
                moved.memory.allTiles += words.words * static_cast<double>(group.tiles.size());
                moved.tiles.allTiles += words.handed * static_cast<double>(group.tiles.size());
                const Count part = partOf(tensor, unit, context.plan);
                const bool out = tensor == Tensor::Output;
                if (parts == 1 || part == group.position) {
                    const double fetchers =
                        std::max(1.0, static_cast<double>(group.tiles.size() * static_cast<std::size_t>(parts))
                                          / static_cast<double>(sharers));
                    add(moved.memory, words.words, fetchers, group);
                    add(moved.tiles, words.handed, fetchers, group);
                    moved.directIn += words.direct;
                    moved.between += out ? 0 : words.between;
                }
                if (out && (parts == 1 || part == (rotation ? rotation->lastPart(group.position) : group.position))) {
                    moved.directOut += words.direct;
                    moved.between += words.between;
                }
            });
        }
    }
    return moved;
}

double Movement::throughShared(Tensor tensor, const ClaimContext& context) const
{
    const PerAxis<Count>& units = context.units[tensor];
    double words = 0;
    for (const std::vector<Tile>& tiles : m_code.shared[tensor].groups) {
        const RouteGroup first{0, {tiles.front()}, {Route{}}};
        eachUnit(units, 0, units[Axis::Repetition],
                 [&](const Unit& unit) { words += movedOf(tensor, first, {}, unit, Words::OfUnits).words; });
    }
    return words;
}

double Movement::rotated(Tensor tensor, const ClaimContext& context) const
{
    const Rotation& rotation = *context.plan.rotation[tensor];
    double hops = 0;
    std::map<Tile, Tile> next; // the tile that hands on to this one
    std::map<Tile, std::vector<double>> wordsOfRings; // by the first tile; all have the same units
    for (const auto& [tile, place] : context.rings[tensor]) {
        next[place.before] = tile;
    }
    for (const auto& [tile, place] : context.rings[tensor]) {
        // The part that begins a round here leaves out the link that ends here.
        Count around = 0;
        Tile first = tile;
        for (Tile at = tile; true;) {
            first = context.rings[tensor].at(at).position == 0 ? at : first;
            const Tile before = context.rings[tensor].at(at).before;
            around += hopsBetween(at, before);
            at = before;
            if (at == tile) {
                break;
            }
        }
        const Count taken = around - hopsBetween(next.at(tile), tile);
        std::vector<double>& words = wordsOfRings[first];
        if (words.empty()) {
            words = wordsOfParts(tensor, first, context);
        }
        for (Count round = 0; round < rotation.roundCount; ++round) {
            const Count part = (place.position + (rotation.parts - 1) * round) % rotation.parts;
            hops += static_cast<double>(taken) * words[static_cast<std::size_t>(part)];
        }
    }
    return hops * static_cast<double>(context.plan.fetches(tensor));
}

double Movement::readWide(Tensor tensor, const ClaimContext& context) const
{
    const Spread& spread = m_code.ranges[tensor].spread;
    const PerAxis<Count>& units = context.units[tensor];
    double hops = 0;
    for (const std::vector<Tile>& ring : spread.rings) {
        eachUnit(units, 0, units[Axis::Repetition], [&](const Unit& unit) {
            const Tile holder = ring[static_cast<std::size_t>(spread.positionOf(unit[spread.axis]))];
            Count distance = 0;
            for (const Tile tile : ring) {
                distance += hopsBetween(tile, holder);
            }
            hops += static_cast<double>(m_boxes.at(ring.front()).crossingWords(tensor, unit)
                                        * distance); // all have the same
        });
    }
    return hops;
}

Count Movement::handedOf(Tensor tensor, const Box& box) const
{
    if (tensor == Tensor::Output) {
        return m_places.stores(m_code.layer) ? 0 : box.size();
    }
    Count words = 0;
    for (const Places::Source& source : m_places.sourcesOf(m_code.layer)) {
        Box own = box;
        own.channel = dataflow::overlap(box.channel, source.channels);
        words += tensor == Tensor::Input && source.maker ? own.size() : 0;
    }
    return words;
}

Count Movement::partsOf(Tensor tensor, const LoopPlan& plan)
{
    const auto& spread = plan.spread[tensor];
    return plan.rotation[tensor] ? plan.rotation[tensor]->parts : spread ? spread->parts : 1;
}

Count Movement::partOf(Tensor tensor, const Unit& unit, const LoopPlan& plan) const
{
    if (const Spread& spread = m_code.ranges[tensor].spread; spread.isSpread()) {
        return spread.positionOf(unit[spread.axis]);
    }
    const auto& rotation = plan.rotation[tensor];
    return rotation ? unit[rotation->axis] / plan.held[tensor][rotation->axis] % rotation->parts : 0;
}

std::vector<double> Movement::wordsOfParts(Tensor tensor, Tile tile, const ClaimContext& context) const
{
    std::vector<double> words(static_cast<std::size_t>(partsOf(tensor, context.plan)));
    const PerAxis<Count>& units = context.units[tensor];
    const UnitBoxes& boxes = m_boxes.at(tile);
    eachUnit(units, 0, units[Axis::Repetition], [&](const Unit& unit) {
        words[static_cast<std::size_t>(partOf(tensor, unit, context.plan))] +=
            static_cast<double>(boxes.words(tensor, unit));
    });
    return words;
}

Movement::GroupHops Movement::hopsOf(const RouteGroup& group) const
{
    GroupHops hops;
    for (std::size_t place = 0; place < group.tiles.size(); ++place) {
        const Tile tile = group.tiles[place];
        if (const auto& parent = group.routes[place].parent) {
            hops.between += hopsBetween(tile, *parent);
        } else {
            hops.toChannels += hopsBetween(tile, nearestChannel(m_places.memory(), tile));
        }
    }
    return hops;
}

Movement::Moved Movement::movedOf(Tensor tensor, const RouteGroup& group, const GroupHops& hops, const Unit& unit,
                                  Words meant) const
{
    const UnitBoxes& boxes = m_boxes.at(group.tiles.front());
    const network::Layer& layer = m_program.network.layers[m_code.layer];
    const bool ofWeights = boxes.isOfWeights(tensor) || (tensor == Tensor::Weight && !network::hasOperand(layer));
    const bool stays = tensor == Tensor::Output && !m_places.stores(m_code.layer);
    Count words = 0;
    Count handed = 0;
    std::vector<cost::LayoutIndex::Part> all;
    const bool areWeights = tensor == Tensor::Weight && ofWeights; // wherever their channels lie
    words += areWeights ? boxes.words(tensor, unit) : 0;
    std::vector<Box> own = areWeights ? std::vector<Box>{} : boxes.of(tensor, unit);
    if (meant == Words::Crossing) {
        own = boxes.crossing(tensor, unit, own);
    }
    for (const Box& box : own) {
        words += box.size();
        handed += handedOf(tensor, box);
        if (!ofWeights) {
            std::vector<cost::LayoutIndex::Part> parts;
            m_places.find(m_code.layer, tensor, box, parts);
            all.insert(all.end(), parts.begin(), parts.end());
        }
    }
    Count stored = ofWeights ? words : 0;
    for (const cost::LayoutIndex::Part& part : all) {
        stored += part.words;
    }
    Moved moved{static_cast<double>(words - handed), static_cast<double>(handed), 0,
                static_cast<double>(stored * hops.between)};
    if (stays) {
        return moved;
    }
    moved.direct = ofWeights ? static_cast<double>(words * hops.toChannels) : 0;
    for (std::size_t place = 0; place < group.tiles.size() && !all.empty(); ++place) {
        for (const cost::LayoutIndex::Part& part : all) {
            if (!group.routes[place].parent) {
                moved.direct += static_cast<double>(part.words * hopsBetween(group.tiles[place], part.at));
            }
        }
    }
    return moved;
}

void Movement::add(OnceWords& once, double words, double fetchers, const RouteGroup& group)
{
    once.modelled += words * fetchers;
    once.reads += words * static_cast<double>(group.roots());
}

} // namespace tilescape::program
