#include "core/program/check_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace tilescape::program {

using support::Diagnostic;
using support::Severity;

namespace {

constexpr Count largest = Count{1} << 40;      ///< of what is counted or looped over
constexpr Count mostTimes = Count{1} << 20;    ///< iterations of one loop, and units that one of them moves by
constexpr Count mostChannels = Count{1} << 16; ///< in one unit
constexpr std::size_t deepest = 16;            ///< loops inside each other
constexpr double roundedPart = 1e-6;           ///< of a number of words: differences that are smaller have no name

/// All faults of one program.
class Checker {
public:
    explicit Checker(const Program& program) : m_program(program), m_topology(network::topologyOf(program.network))
    {
        checkChip();
        if (m_faults.empty()) {
            m_faults = checkWords(m_program.network, m_program.batch);
            std::set<std::size_t> done;
            for (const LayerCode& code : program.layers) {
                checkLayer(code, done);
                checkSegment(code);
                done.insert(code.layer);
            }
            checkAllAreThere(done);
        }
    }
    support::Diagnostics faults() { return std::move(m_faults); }

private:
    void fault(std::string problem, std::string remedy)
    {
        m_faults.push_back({Severity::Error, "", "", m_layer, std::move(problem), std::move(remedy)});
    }
    void need(bool holds, const std::string& problem, const std::string& remedy)
    {
        if (!holds) {
            fault(problem, remedy);
        }
    }

    [[nodiscard]] bool isOnChip(Tile tile) const
    {
        return tile.row >= 0 && tile.row < m_program.tiles.height && tile.column >= 0
               && tile.column < m_program.tiles.width;
    }

    void checkChip()
    {
        const Extent tiles = m_program.tiles;
        need(tiles.height >= 1 && tiles.width >= 1 && tiles.height <= 1024 && tiles.width <= 1024,
             fmt::format("a chip of {} x {} tiles", tiles.height, tiles.width), "each side is 1 to 1024");
        need(m_program.batch >= 1 && m_program.batch <= largest, fmt::format("a batch of {}", m_program.batch),
             "1 or more");
        need(m_program.bufferWords >= 0, "a buffer of less than no words", "0 or more");
        need(m_program.busWordsPerCycle > 0 && m_program.dramWordsPerCycle > 0, "a rate that is not above 0",
             "words per cycle, or unlimited");
        for (const SharedBuffer& buffer : m_program.sharedBuffers) {
            need(buffer.words >= 0 && buffer.words <= largest && buffer.wordsPerCycle > 0, "a shared buffer without words or rate",
                 "0 words or more, and a rate above 0");
        }
        checkShares(m_program.inputPartition);
    }

    /// Shares of 1 to 1024, no split twice.
    bool checkShares(const dataflow::Partition& partition)
    {
        const std::set<dataflow::Split> splits(partition.order.begin(), partition.order.end());
        bool sound = splits.size() == partition.order.size();
        for (const Extent share : partition.shares) {
            sound = sound && share.height >= 1 && share.height <= 1024 && share.width >= 1 && share.width <= 1024;
        }
        need(sound, "the partition is none", "every split stands once in its order; shares are 1 to 1024");
        return sound;
    }

    void checkAllAreThere(const std::set<std::size_t>& done)
    {
        for (std::size_t layer = 0; layer < m_program.network.layers.size(); ++layer) {
            m_layer = m_program.network.layers[layer].name;
            need(done.contains(layer), "the layer has no code", "each layer of the network stands once");
        }
    }

    void checkLayer(const LayerCode& code, const std::set<std::size_t>& done)
    {
        m_layer = m_program.network.layers[code.layer].name;
        need(!done.contains(code.layer), "the layer stands twice", "each layer stands once");
        for (const network::Source& source : m_topology.sources[code.layer]) {
            need(source.kind != network::Source::Kind::Layer || done.contains(source.index),
                 "the layer stands before one whose output it needs", "layers stand in the order in which they run");
        }
        if (!checkRegion(code) || !checkCut(code)) {
            return;
        }
        std::set<Tile> seen;
        for (const Role& role : code.roles) {
            for (const Tile tile : role.tiles) {
                const bool known =
                    std::find(code.region.tiles.begin(), code.region.tiles.end(), tile) != code.region.tiles.end();
                need(known && seen.insert(tile).second, fmt::format("tile ({}, {}) of a role", tile.row, tile.column),
                     "roles name tiles of the region, each once");
            }
            checkSteps(code, role.controller, 0, false);
            checkSteps(code, role.array, 0, true);
        }
        for (const Tensor tensor : allTensors) {
            checkSpread(code.ranges[tensor].spread, tensor, seen);
            checkShared(code.shared[tensor], tensor, seen, code.ranges[tensor].pieceWords);
            checkClaim(code, tensor);
        }
    }

    /// What the machine must count is what the schedule is charged for, changed by the differences that are named, and nothing else.
    void checkClaim(const LayerCode& code, Tensor tensor)
    {
        struct Quantity {
            const char* name;
            double TensorClaim::*charged;
            double TensorClaim::*expected;
        };
        static constexpr std::array<Quantity, 5> quantities{
            {{"dram", &TensorClaim::dram, &TensorClaim::expectedDram},
             {"buffer", &TensorClaim::buffer, &TensorClaim::expectedBuffer},
             {"hops", &TensorClaim::hops, &TensorClaim::expectedHops},
             {"handed", &TensorClaim::handed, &TensorClaim::expectedHanded},
             {"shared", &TensorClaim::shared, &TensorClaim::expectedShared}}};
        const TensorClaim& claim = code.claims[tensor];
        for (const Quantity& quantity : quantities) {
            double counted = claim.*quantity.charged;
            for (const Difference& difference : code.differences) {
                counted += difference.tensor == tensor && difference.quantity == quantity.name ? difference.words : 0;
            }
            const double expected = claim.*quantity.expected;
            need(std::abs(counted - expected) <= roundedPart * std::max(1.0, std::abs(expected)),
                 fmt::format("the claim of the {}'s {}: {:.17g} words are charged for, {:.17g} with the differences, "
                             "and {:.17g} expected",
                             nameOf(tensor), quantity.name, claim.*quantity.charged, counted, expected),
                 "differences name all that lies between the two numbers");
        }
        for (const Difference& difference : code.differences) {
            need(std::any_of(quantities.begin(), quantities.end(),
                             [&](const Quantity& own) { return difference.quantity == own.name; }),
                 fmt::format("a difference of '{}'", difference.quantity), "dram, buffer, hops, handed or shared");
        }
    }

    /// Rings of equal size, each tile of a role in one of them at most.
    void checkSpread(const Spread& spread, Tensor tensor, const std::set<Tile>& tiles)
    {
        std::set<Tile> seen;
        bool sound = spread.units >= 1 && spread.units <= mostTimes;
        for (const std::vector<Tile>& ring : spread.rings) {
            sound = sound && !ring.empty() && ring.size() == spread.rings.front().size();
            for (const Tile tile : ring) {
                sound = sound && tiles.contains(tile) && seen.insert(tile).second;
            }
        }
        need(sound, fmt::format("the rings over which the {} is spread", nameOf(tensor)),
             "rings of one size, of tiles that have a role, each once; 1 unit or more");
    }

    /// Groups of tiles with a role, each tile once, and sound pieces in a buffer that the chip has.
    void checkShared(const SharedRange& shared, Tensor tensor, const std::set<Tile>& tiles, Count pieceWords)
    {
        std::set<Tile> seen;
        bool sound = shared.level >= 0 && shared.level <= static_cast<Count>(m_program.sharedBuffers.size()) && shared.base >= 0
                     && shared.base <= largest && (!shared.exists() || (!shared.groups.empty() && pieceWords >= 1));
        double words = static_cast<double>(pieceWords) * static_cast<double>(shared.groups.size());
        for (const Count pieces : shared.pieces) {
            sound = sound && pieces >= 1 && pieces <= largest;
            words *= static_cast<double>(pieces);
        }
        for (const std::vector<Tile>& group : shared.groups) {
            sound = sound && !group.empty();
            for (const Tile tile : group) {
                sound = sound && tiles.contains(tile) && seen.insert(tile).second;
            }
        }
        need(sound && words <= static_cast<double>(mostWords), fmt::format("the shared range of the {}", nameOf(tensor)),
             "in a shared buffer of the chip; pieces of 1 or more; groups of tiles that have a role, each once");
    }

    /// Whether the layer stands in order, and beside the layers of its segment.
    void checkSegment(const LayerCode& code)
    {
        for (const LayerCode& other : m_program.layers) {
            if (&other == &code) {
                break;
            }
            need(other.slot < code.slot, "it stands after a layer of a later slot",
                 "layers stand in the order of segments, regions and slots");
            if (other.slot.segment != code.slot.segment) {
                continue;
            }
            std::set<Tile> tiles(other.region.tiles.begin(), other.region.tiles.end());
            tiles.insert(code.region.tiles.begin(), code.region.tiles.end());
            const bool same = other.slot.region == code.slot.region;
            const std::size_t apart = other.region.tiles.size() + code.region.tiles.size();
            need(tiles.size() == (same ? code.region.tiles.size() : apart),
                 fmt::format("its region {} that of '{}'", same ? "has not the tiles of" : "overlaps",
                             m_program.network.layers[other.layer].name),
                 "regions of a segment lie side by side; layers of one region have the same tiles");
            const bool operand = network::hasOperand(m_program.network.layers[code.layer])
                                 && m_topology.sources[code.layer].back()
                                        == network::Source{network::Source::Kind::Layer, other.layer};
            need(!operand, "its second operand is made in its own segment", "a segment of its own");
        }
    }

    bool checkRegion(const LayerCode& code)
    {
        const std::size_t before = m_faults.size();
        const Extent extent = code.region.extent;
        need(extent.height >= 1 && extent.width >= 1 && extent.height <= 1024 && extent.width <= 1024
                 && extent.size() == static_cast<Count>(code.region.tiles.size()),
             fmt::format("a region of {} x {} with {} tiles", extent.height, extent.width, code.region.tiles.size()),
             "rows x columns tiles");
        const std::set<Tile> tiles(code.region.tiles.begin(), code.region.tiles.end());
        need(tiles.size() == code.region.tiles.size(), "a tile stands twice in the region", "each once");
        for (const Tile tile : tiles) {
            need(isOnChip(tile), fmt::format("tile ({}, {}) is not on the chip", tile.row, tile.column),
                 "rows and columns of it");
        }
        if (checkShares(code.partition)) {
            need(code.partition.tiles() == extent, "the partition does not make the region's grid",
                 "its shares multiply up to the region");
        }
        return m_faults.size() == before;
    }

    bool checkCut(const LayerCode& code)
    {
        const std::size_t before = m_faults.size();
        const auto isCount = [](Count count) { return count >= 1 && count <= largest; };
        need(isCount(code.unitInputChannels) && code.unitInputChannels <= mostChannels
                 && isCount(code.unitOutputChannels) && code.unitOutputChannels <= mostChannels && isCount(code.stripes)
                 && code.stripes <= mostTimes,
             "units of an impossible number of channels or stripes", "1 or more");
        for (const Axis axis : allAxes) {
            const Dealing& dealing = code.dealing[axis];
            need(dealing.groups >= 1 && dealing.groups <= mostTimes && dealing.units >= 1 && dealing.units <= mostTimes
                     && (dealing.groups == 1 || (axis != Axis::Repetition)) && code.stripes > 0
                     && (dealing.groups == 1 || axis != Axis::Batch || dealing.units % code.stripes == 0),
                 fmt::format("{} groups of {} units", dealing.groups, dealing.units),
                 "1 or more; repetitions are in one group, and groups of a batch have whole items");
        }
        const Extent filter = network::filterOf(m_program.network.layers[code.layer]);
        const Extent window = dataflow::windowOf(m_program.network.layers[code.layer]);
        for (const dataflow::TapBlock& taps : code.inputTaps) {
            const auto isWithin = [](dataflow::Span span, Count end) {
                return 0 <= span.begin && span.begin < span.end && span.end <= end;
            };
            need(isWithin(taps.row, window.height) && isWithin(taps.column, window.width),
                 fmt::format("taps of rows {} to {}, columns {} to {}", taps.row.begin, taps.row.end, taps.column.begin,
                             taps.column.end),
                 fmt::format("some of the window's {} x {}, ends left out", window.height, window.width));
        }
        Count words = 0;
        for (const Tensor tensor : allTensors) {
            need(!code.ranges[tensor].inPlace || tensor == Tensor::Input, "a range that stays in place", "that of the input");
            need(code.folds[tensor] >= 1 && code.folds[tensor] <= filter.size(),
                 fmt::format("{} folds", code.folds[tensor]), "from 1 to the taps of the filter");
            const Range& range = code.ranges[tensor];
            double size = static_cast<double>(range.pieceWords);
            bool sound =
                range.pieceWords >= 0 && range.pieceWords <= mostWords && range.base >= 0 && range.base <= largest;
            for (const Count pieces : range.pieces) {
                sound = sound && isCount(pieces);
                size *= static_cast<double>(pieces);
            }
            sound = sound && size * static_cast<double>(code.region.tiles.size()) <= static_cast<double>(mostWords);
            need(sound, fmt::format("the range of the {}", nameOf(tensor)),
                 fmt::format("pieces of 1 or more; up to {} words on all tiles", mostWords));
            words += sound ? range.words() : 0;
            const network::Layer& layer = m_program.network.layers[code.layer];
            need((range.pieceWords > 0) == (tensor != Tensor::Weight || network::hasWeights(layer)) || !sound,
                 fmt::format("the range of the {} has {} words a piece", nameOf(tensor), range.pieceWords),
                 "0 for the weights of layers without weights alone");
        }
        return m_faults.size() == before;
    }

    void checkSteps(const LayerCode& code, const Steps& steps, std::size_t depth, bool array)
    {
        need(depth <= deepest, "loops inside each other", fmt::format("at most {}", deepest));
        need(!steps.empty() || depth == 0, "a loop around nothing", "instructions in braces");
        for (const Step& step : steps) {
            if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
                need(repeat->times >= 1 && repeat->times <= mostTimes, fmt::format("a loop of {}", repeat->times),
                     "1 or more");
                if (depth < deepest) {
                    checkSteps(code, repeat->steps, depth + 1, array);
                }
                continue;
            }
            const auto& instruction = std::get<Instruction>(step.content);
            need(isOfArray(instruction.operation) == array,
                 fmt::format("{} stands in the other stream", nameOf(instruction.operation)),
                 "the controller moves words between tiles and memory, the array does the rest");
            checkInstruction(code, instruction, depth);
        }
    }

    void checkInstruction(const LayerCode& code, const Instruction& instruction, std::size_t depth)
    {
        double units = 1;
        const bool exists = !hasTensor(instruction.operation) || code.ranges[instruction.tensor].pieceWords > 0;
        need(exists,
             fmt::format("{} of the {}, which the layer does not have", nameOf(instruction.operation),
                         nameOf(instruction.tensor)),
             "tensors whose range has words");
        bool sound = instruction.updates >= 0 && instruction.updates <= largest && instruction.reads >= 0
                     && instruction.reads <= largest;
        for (const Axis axis : allAxes) {
            const Index& index = instruction.units.begin[axis];
            sound = sound && index.base >= 0 && index.base <= largest;
            for (const Index::Term& term : index.terms) {
                sound = sound && term.loop < depth && term.step >= 0 && term.step <= mostTimes;
            }
            for (const Index::Ring& ring : index.rings) {
                sound = sound && ring.size >= 1 && ring.size <= mostTimes && ring.step >= 0 && ring.step <= mostTimes
                        && ring.base >= 0 && ring.base <= mostTimes;
                for (const Index::Term& term : ring.terms) {
                    sound = sound && term.loop < depth && term.step >= 0 && term.step <= mostTimes;
                }
            }
            sound = sound && instruction.units.count[axis] >= 1 && instruction.units.count[axis] <= largest;
            units *= static_cast<double>(instruction.units.count[axis]);
        }
        for (const std::size_t loop : instruction.guard.loops) {
            sound = sound && loop < depth;
        }
        const Tile to = instruction.to;
        sound =
            sound && std::abs(to.row) < 1024 && std::abs(to.column) < 1024 && units <= static_cast<double>(mostTimes);
        need(sound, fmt::format("an instruction {} of impossible units or loops", nameOf(instruction.operation)),
             "counts are 1 or more, loops those that it stands in");
    }

    const Program& m_program;
    network::Topology m_topology;
    std::string m_layer; ///< that the next faults belong to
    support::Diagnostics m_faults;
};

} // namespace

support::Diagnostics checkWords(const network::Network& network, Count batch)
{
    const network::NetworkTotals totals = network::totalsOf(network);
    const double words = static_cast<double>(totals.featureMapWords) * static_cast<double>(batch)
                         + static_cast<double>(totals.weightWords);
    if (words <= static_cast<double>(mostWords)) {
        return {};
    }
    return {{Severity::Error, "", "", "",
             fmt::format("the tensors of {} have {:.3g} words at batch {}", network.name, words, batch),
             fmt::format("programs are executed for up to {}; take a smaller batch", mostWords)}};
}

support::Diagnostics checkProgram(const Program& program) { return Checker(program).faults(); }

} // namespace tilescape::program
