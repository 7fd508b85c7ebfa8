#include "core/program/claims.h"

#include "core/dataflow/sharing.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tilescape::program {

namespace {

/// Words that come from one place, or go there, each time that all of a tensor is brought to the tiles, or away.
struct OnceWords {
    double allTiles = 0; ///< each tile for itself
    double modelled = 0; ///< as the model divides them: by the sharers that its splits name
    double groups = 0;   ///< each group of tiles that need the same ones once
    double reads = 0;    ///< that the place delivers: of weights once for each channel that is nearest
};

/// What is moved of one tensor each time that all of it is brought to the tiles, or away.
struct OnceMoved {
    OnceWords memory;
    OnceWords tiles;      ///< of other layers of the segment
    double directIn = 0;  ///< word-hops from memory to the tiles that fetch
    double directOut = 0; ///< word-hops from the tiles that store to memory
    double between = 0;   ///< word-hops between tiles
};

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

class Movement {
public:
    Movement(const Program& program, const Places& places, const LayerCode& code)
        : m_program(program), m_places(places), m_code(code)
    {
        const Extent grid = code.region.extent;
        for (Count row = 0; row < grid.height; ++row) {
            for (Count column = 0; column < grid.width; ++column) {
                m_boxes.try_emplace(code.region.at(row, column), program.network, program.batch, code, row, column);
            }
        }
    }

    [[nodiscard]] OnceMoved of(Tensor tensor, Count sharers, const ClaimContext& context) const
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
                    const Moved words = movedOf(tensor, group, hops, unit);
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

    /// Word-hops around the rings, in all rounds: in each of them every part takes all links of its ring but one.
    [[nodiscard]] double rotated(Tensor tensor, const ClaimContext& context) const
    {
        const Rotation& rotation = *context.plan.rotation[tensor];
        double hops = 0;
        std::map<Tile, Tile> next; // the tile that hands on to this one
        for (const auto& [tile, place] : context.rings[tensor]) {
            next[place.before] = tile;
        }
        for (const auto& [tile, place] : context.rings[tensor]) {
            // The part that begins a round here leaves out the link that ends here.
            Count around = 0;
            for (Tile at = tile; true;) {
                const Tile before = context.rings[tensor].at(at).before;
                around += hopsBetween(at, before);
                at = before;
                if (at == tile) {
                    break;
                }
            }
            const Count taken = around - hopsBetween(next.at(tile), tile);
            const std::vector<double> words = wordsOfParts(tensor, tile, context);
            for (Count round = 0; round < rotation.roundCount; ++round) {
                const Count part = (place.position + (rotation.parts - 1) * round) % rotation.parts;
                hops += static_cast<double>(taken) * words[static_cast<std::size_t>(part)];
            }
        }
        return hops * static_cast<double>(context.plan.fetches(tensor));
    }

    /// Word-hops between the tiles that hold parts of a spread tensor and those that read them, each time that the arrays need
    /// all of it.
    [[nodiscard]] double readWide(Tensor tensor, const ClaimContext& context) const
    {
        const Spread& spread = m_code.ranges[tensor].spread;
        const PerAxis<Count>& units = context.units[tensor];
        double hops = 0;
        for (const std::vector<Tile>& ring : spread.rings) {
            eachUnit(units, 0, units[Axis::Repetition], [&](const Unit& unit) {
                const Tile holder = ring[static_cast<std::size_t>(spread.positionOf(unit[spread.axis]))];
                for (const Tile tile : ring) {
                    hops += static_cast<double>(m_boxes.at(tile).words(tensor, unit) * hopsBetween(tile, holder));
                }
            });
        }
        return hops;
    }

private:
    /// Of one unit, in a group.
    struct Moved {
        double words = 0;   ///< from or to memory
        double handed = 0;  ///< from or to other layers of the segment
        double direct = 0;  ///< word-hops between memory and the group's tiles without a parent
        double between = 0; ///< word-hops along the group's routes
    };

    static void add(OnceWords& once, double words, double fetchers, const RouteGroup& group)
    {
        once.modelled += words * fetchers;
        once.groups += words;
        once.reads += words * static_cast<double>(group.roots());
    }

    /// Words of the box that other layers of the segment have, or get.
    [[nodiscard]] Count handedOf(Tensor tensor, const Box& box) const
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

    /// Parts that a block of the tensor is cut into, each in another tile.
    static Count partsOf(Tensor tensor, const LoopPlan& plan)
    {
        const auto& spread = plan.spread[tensor];
        return plan.rotation[tensor] ? plan.rotation[tensor]->parts : spread ? spread->parts : 1;
    }

    /// The part of its block that the unit is in; 0 if there is one only.
    [[nodiscard]] Count partOf(Tensor tensor, const Unit& unit, const LoopPlan& plan) const
    {
        if (const Spread& spread = m_code.ranges[tensor].spread; spread.isSpread()) {
            return spread.positionOf(unit[spread.axis]);
        }
        const auto& rotation = plan.rotation[tensor];
        return rotation ? unit[rotation->axis] / plan.held[tensor][rotation->axis] % rotation->parts : 0;
    }

    [[nodiscard]] std::vector<double> wordsOfParts(Tensor tensor, Tile tile, const ClaimContext& context) const
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

    /// Hops of each word along all routes of a group.
    struct GroupHops {
        Count between = 0;   ///< from the tiles to their parents
        Count toChannels = 0; ///< from the tiles without a parent to the nearest memory channels
    };

    [[nodiscard]] GroupHops hopsOf(const RouteGroup& group) const
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

    [[nodiscard]] Moved movedOf(Tensor tensor, const RouteGroup& group, const GroupHops& hops, const Unit& unit) const
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
        for (const Box& box : areWeights ? std::vector<Box>{} : boxes.of(tensor, unit)) {
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

    const Program& m_program;
    const Places& m_places;
    const LayerCode& m_code;
    std::map<Tile, UnitBoxes> m_boxes;
};

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Steps from the model's number to the machine's, each with its name.
class Account {
public:
    Account(LayerCode& code, Tensor tensor, std::string quantity, double model)
        : m_code(code), m_tensor(tensor), m_quantity(std::move(quantity)), m_now(model)
    {}
    void step(std::string name, double next)
    {
        if (!isClose(m_now, next)) {
            m_code.differences.push_back({std::move(name), m_tensor, m_quantity, next - m_now});
        }
        m_now = next;
    }
    [[nodiscard]] double result() const { return m_now; }

private:
    LayerCode& m_code;
    Tensor m_tensor;
    std::string m_quantity;
    double m_now;
};

/// The words of one place, once and in all fetches.
double accountWords(Account& account, const OnceWords& once, double each, bool spreads)
{
    if (spreads) {
        account.step("uneven_pieces", each * once.modelled);
        account.step("equal_pieces", each * once.groups);
        account.step("nearest_channels", each * once.reads);
    } else {
        account.step("uneven_pieces", each * once.allTiles);
        account.step("gathered_sums", each * once.reads);
    }
    return account.result();
}

/// How the maps of a layer lie where the model has them otherwise.
struct OtherPlaces {
    bool fetched = false; ///< the model hands on what another region has fetched
    bool tiles = false;   ///< the model has a map evenly over the region that made it, the machine where its sums are gathered
};

OtherPlaces otherPlaces(const Program& program, const Places& places, const LayerCode& code, Tensor tensor,
                        const TensorClaim& claim)
{
    const auto gathers = [&](std::size_t layer) {
        const auto made = std::find_if(program.layers.begin(), program.layers.end(),
                                       [layer](const LayerCode& other) { return other.layer == layer; });
        return made->partition.shares[dataflow::Split::InputChannel].size() > 1;
    };
    OtherPlaces other;
    if (tensor == Tensor::Output) {
        other.tiles = !places.stores(code.layer) && gathers(code.layer);
    } else if (tensor == Tensor::Input) {
        other.fetched = claim.handed > 0 && !places.takesFromTiles(code.layer);
        for (const Places::Source& source : places.sourcesOf(code.layer)) {
            other.tiles = other.tiles || (source.maker && (gathers(*source.maker) || places.stores(*source.maker)));
        }
    }
    return other;
}

} // namespace

void addClaims(const Program& program, const Places& places, LayerCode& code, const cost::LayerCost& cost,
               const ClaimContext& context)
{
    const PerTensor<Count> sharers = dataflow::sharersOf(program.network.layers[code.layer], code.partition);
    const Movement movement(program, places, code);
    for (const Tensor tensor : allTensors) {
        const Range& range = code.ranges[tensor];
        TensorClaim& claim = code.claims[tensor];
        claim.dram = cost.accesses[Level::Dram][tensor];
        claim.buffer = cost.accesses[Level::Buffer][tensor];
        claim.hops = cost.nocHops[tensor];
        claim.handed = cost.remoteBufferAccesses[tensor];
        if (range.pieceWords == 0) {
            continue;
        }
        const OnceMoved once = movement.of(tensor, sharers[tensor], context);
        const OtherPlaces other = otherPlaces(program, places, code, tensor, claim);
        const auto reloads = static_cast<double>(tensor == Tensor::Weight ? context.reloads : 1);
        const auto loads = static_cast<double>(tensor == Tensor::Weight ? context.registerReloads : 1);
        const bool keeps = tensor == Tensor::Output && context.keepsToHandOn;
        const double times = cost.fetches[Storage::Buffer][tensor] * reloads;
        const auto folds = static_cast<double>(code.folds[tensor]);
        const double crossings = range.inBuffer ? 1 : folds;
        const double each = times * crossings;

        Account dram(code, tensor, "dram", claim.dram);
        Account handed(code, tensor, "handed", claim.handed);
        dram.step("reloaded_weights", claim.dram * reloads);
        if (keeps) {
            dram.step("kept_to_hand_on", claim.dram / folds);
            handed.step("kept_to_hand_on", claim.handed / folds);
        }
        if (other.fetched) {
            dram.step("shared_inputs", each * (context.spreads ? once.memory.reads : once.memory.allTiles));
            handed.step("shared_inputs", 0);
        }
        claim.expectedDram = accountWords(dram, once.memory, each, context.spreads);
        if (range.inPlace) {
            handed.step("in_place", 0);
            claim.expectedHanded = handed.result();
        } else {
            claim.expectedHanded = accountWords(handed, once.tiles, each, context.spreads);
        }

        Account buffer(code, tensor, "buffer", claim.buffer);
        const double all = cost.fetches[Storage::Register][tensor] * loads * folds
                           * (once.memory.allTiles + once.tiles.allTiles);
        buffer.step("reloaded_weights", claim.buffer * loads);
        if (keeps) {
            buffer.step("kept_to_hand_on", all);
        }
        if (tensor == Tensor::Input && context.streamsInput) {
            buffer.step("streamed_inputs", 0);
        }
        buffer.step("uneven_pieces", range.inBuffer ? all : 0);
        claim.expectedBuffer = buffer.result();

        Account hops(code, tensor, "hops", claim.hops);
        const double writes = tensor == Tensor::Output ? (times + 1) / 2 : times;
        const double fetched = tensor == Tensor::Output
                                   ? (times - writes) * once.directIn + writes * (once.directOut + once.between)
                                   : times * (once.directIn + once.between);
        const double turned = range.inBuffer ? cost.nocHopsBetweenTiles[tensor] : 0;
        hops.step("bypass_rotation", claim.hops - cost.nocHopsBetweenTiles[tensor] + turned);
        hops.step("reloaded_weights", (hops.result() - turned) * reloads + turned);
        if (other.fetched || other.tiles) {
            hops.step(other.fetched ? "shared_inputs" : "made_places", fetched + turned);
        }
        if (range.spread.isSpread()) {
            hops.step("shared_fetch", fetched + turned);
            hops.step("wide_fetches",
                      fetched + cost.fetches[Storage::Register][tensor] * loads * folds * movement.readWide(tensor, context));
        } else if (context.plan.rotation[tensor]) {
            hops.step("shared_fetch", fetched + turned);
            hops.step("rotation_folds", fetched + turned / folds);
            hops.step("uneven_pieces", fetched + movement.rotated(tensor, context));
        } else {
            hops.step("stripes", fetched + turned);
            hops.step("folds", fetched * crossings + turned);
        }
        claim.expectedHops = hops.result();
    }
}

} // namespace tilescape::program
