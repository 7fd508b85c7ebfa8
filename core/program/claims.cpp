#include "core/program/claims.h"

#include "core/dataflow/sharing.h"

#include <cmath>
#include <map>

namespace tilescape::program {

namespace {

/// What is moved of one tensor each time that all of it is brought to the tiles, or away.
struct OnceMoved {
    double allTiles = 0; ///< words, each tile for itself
    double modelled = 0; ///< words, as the model divides them: by the sharers that its splits name
    double groups = 0;   ///< words, each group of tiles that need the same ones once
    double reads = 0;    ///< words that memory delivers: of weights once for each channel that is nearest
    double direct = 0;   ///< word-hops between memory and the tiles that fetch or store
    double between = 0;  ///< word-hops between tiles
};

/// Calls `use(unit)` for every unit of a tensor in the groups of channels from `firstRepetition` on.
template <class Use>
void eachUnit(const PerAxis<Count>& units, Count firstRepetition, Count repetitions, const Use& use)
{
    Unit unit;
    for (Count repetition = 0; repetition < repetitions; ++repetition) {
        unit[Axis::Repetition] = firstRepetition + repetition;
        for (unit[Axis::InputChannel] = 0; unit[Axis::InputChannel] < units[Axis::InputChannel]; ++unit[Axis::InputChannel]) {
            for (unit[Axis::OutputChannel] = 0; unit[Axis::OutputChannel] < units[Axis::OutputChannel]; ++unit[Axis::OutputChannel]) {
                for (unit[Axis::Batch] = 0; unit[Axis::Batch] < units[Axis::Batch]; ++unit[Axis::Batch]) {
                    use(unit);
                }
            }
        }
    }
}

const cost::LayoutIndex* layoutOf(const network::Layer& layer, const Places& places, std::size_t index, Tensor tensor,
                                  const UnitBoxes& boxes)
{
    if (boxes.isOfWeights(tensor)) {
        return nullptr;
    }
    switch (tensor) {
    case Tensor::Weight:
        return network::hasOperand(layer) ? &places.operandOf(index) : nullptr;
    case Tensor::Input:
        return &places.inputOf(index);
    case Tensor::Output:
        break;
    }
    return &places.outputOf(index);
}

class Movement {
public:
    Movement(const Program& program, const Places& places, const LayerCode& code) : m_program(program), m_places(places), m_code(code)
    {
        const Extent grid = code.region.extent;
        for (Count row = 0; row < grid.height; ++row) {
            for (Count column = 0; column < grid.width; ++column) {
                m_boxes.try_emplace(code.region.at(row, column), program.network, program.batch, code, row, column);
            }
        }
    }

    [[nodiscard]] OnceMoved of(Tensor tensor, const PerAxis<Count>& units, Count sharers,
                               const std::vector<PerTensor<std::vector<RouteGroup>>>& routes) const
    {
        OnceMoved moved;
        const Count repetitions = units[Axis::Repetition] / static_cast<Count>(routes.size());
        for (std::size_t head = 0; head < routes.size(); ++head) {
            for (const RouteGroup& group : routes[head][tensor]) {
                const auto first = static_cast<Count>(head) * repetitions;
                eachUnit(units, first, repetitions, [&](const Unit& unit) { add(moved, tensor, group, unit, sharers); });
            }
        }
        return moved;
    }

private:
    void add(OnceMoved& moved, Tensor tensor, const RouteGroup& group, const Unit& unit,
             Count sharers) const
    {
        const UnitBoxes& boxes = m_boxes.at(group.tiles.front());
        const network::Layer& layer = m_program.network.layers[m_code.layer];
        const cost::LayoutIndex* layout = layoutOf(layer, m_places, m_code.layer, tensor, boxes);
        Count words = 0;
        Count stored = 0;
        std::vector<cost::LayoutIndex::Part> all;
        for (const Box& box : boxes.of(tensor, unit)) {
            words += box.size();
            if (layout != nullptr) {
                std::vector<cost::LayoutIndex::Part> parts;
                layout->find(box, parts);
                all.insert(all.end(), parts.begin(), parts.end());
            }
        }
        for (const cost::LayoutIndex::Part& part : all) {
            stored += part.words;
        }
        stored = layout == nullptr ? words : stored;
        moved.groups += static_cast<double>(words);
        // A group may be smaller where tiles are idle.
        moved.modelled += static_cast<double>(words)
            * std::max(1.0, static_cast<double>(group.tiles.size()) / static_cast<double>(sharers));
        for (std::size_t place = 0; place < group.tiles.size(); ++place) {
            const Tile tile = group.tiles[place];
            moved.allTiles += static_cast<double>(words);
            if (group.routes[place].parent) {
                moved.between += static_cast<double>(stored * hopsBetween(tile, *group.routes[place].parent));
                continue;
            }
            moved.reads += static_cast<double>(words);
            if (layout == nullptr) {
                moved.direct += static_cast<double>(words * hopsBetween(tile, nearestChannel(m_places.memory(), tile)));
            }
            for (const cost::LayoutIndex::Part& part : all) {
                moved.direct += static_cast<double>(part.words * hopsBetween(tile, part.at));
            }
        }
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

} // namespace

void addClaims(const Program& program, const Places& places, LayerCode& code, const cost::LayerCost& cost,
               bool spreads, const PerTensor<PerAxis<Count>>& units,
               const std::vector<PerTensor<std::vector<RouteGroup>>>& routes)
{
    const PerTensor<Count> sharers = dataflow::sharersOf(program.network.layers[code.layer], code.partition);
    const Movement movement(program, places, code);
    for (const Tensor tensor : allTensors) {
        const Range& range = code.ranges[tensor];
        TensorClaim& claim = code.claims[tensor];
        claim.dram = cost.accesses[Level::Dram][tensor];
        claim.buffer = cost.accesses[Level::Buffer][tensor];
        claim.hops = cost.nocHops[tensor];
        if (range.pieceWords == 0) {
            continue;
        }
        const OnceMoved once = movement.of(tensor, units[tensor], sharers[tensor], routes);
        const double times = cost.fetches[Storage::Buffer][tensor];
        const double writes = tensor == Tensor::Output ? (times + 1) / 2 : times;
        const auto folds = static_cast<double>(code.folds[tensor]);
        const double crossings = range.inBuffer ? 1 : folds;

        Account dram(code, tensor, "dram", claim.dram);
        const double each = times * crossings;
        if (spreads) {
            dram.step("uneven_pieces", each * once.modelled);
            dram.step("equal_pieces", each * once.groups);
            dram.step("nearest_channels", each * once.reads);
        } else {
            dram.step("uneven_pieces", each * once.allTiles);
            dram.step("gathered_sums", each * once.reads);
        }
        claim.expectedDram = dram.result();

        Account buffer(code, tensor, "buffer", claim.buffer);
        buffer.step("uneven_pieces",
                    range.inBuffer ? cost.fetches[Storage::Register][tensor] * folds * once.allTiles : 0);
        claim.expectedBuffer = buffer.result();

        Account hops(code, tensor, "hops", claim.hops);
        const double hopsOnce = times * once.direct + writes * once.between;
        hops.step("stripes", hopsOnce);
        hops.step("folds", hopsOnce * crossings);
        claim.expectedHops = hops.result();
    }
}

} // namespace tilescape::program
