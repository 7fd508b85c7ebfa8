#include "core/search/bounds/layer_bound.h"

#include "core/dataflow/sharing.h"
#include "core/search/bounds/blocking_bound.h"
#include "core/search/space/infinite.h"
#include "core/search/space/padded_nests.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// Whether a tile may have room for all of its part of a tensor that may stay for all batches.
bool mayStay(const TensorTraffic& tensor, const PerLoop<Count>& covered, const hardware::Machine& machine)
{
    std::array<Count, 3> iterations{1, 1, 1};
    Count units = 1;
    for (const Loop loop : allLoops) {
        const auto number = static_cast<std::size_t>(loop);
        iterations[number] = covered[loop];
        units *= tensor.varies[number] ? covered[loop] : 1;
    }
    return tensor.pinsBypassed
           || largestPart(tensor, tensor.unitBufferWords * units, iterations, tensor.sharers)
                  <= machine.capacities.bufferWordsPerTile
           || (tensor.mayBypass && tensor.staysInRegisters
               && tensor.unitRegisterWords * units <= machine.capacities.registerWordsPerPe);
}

} // namespace

double LayerBound::leastDramWords(const NestTraffic& traffic, const PerLoop<Count>& covered,
                                  const hardware::Machine& machine)
{
    double words = 0;
    for (const TensorTraffic& tensor : traffic.tensors) {
        if (!tensor.present || (tensor.mayPin && mayStay(tensor, covered, machine))) {
            continue;
        }
        const double own =
            tensor.mayBypass ? std::min(tensor.memoryKeptWords, tensor.memoryBypassWords) : tensor.memoryKeptWords;
        words += machine.sharedBuffers.empty() ? own : std::min(own, tensor.onceWords);
    }
    return words;
}

double LayerBound::chargedAt(const BoundPrices& prices, const Cost& cost)
{
    return prices.energyWeight * cost.energyPj + prices.cyclePj * cost.cycles + prices.dramCyclePj * cost.dramCycles
           + prices.tilePj * cost.tiles + prices.eitherCyclePj * std::max(cost.cycles, cost.dramCycles);
}

LayerBound::LayerBound(const SearchTask& task, const LayerFloors& floors, const LayerSetting& setting)
    : m_task(task), m_floors(floors), m_setting(setting), m_machine(task.machine)
{
    m_machine.prices.staticPjPerCycle = 0;
    m_mappingsOf.resize(floors.partitions().size());
    const hardware::Prices& prices = m_machine.prices;
    m_costs.reserve(floors.partitions().size());
    for (const PartitionFloor& floor : floors.partitions()) {
        const double words = floors.dramWords(floor, setting);
        const LeastHops hops = floors.leastHops(floor, setting);
        const double all = (setting.mayPinWeights ? 0 : hops.weight) + hops.input + hops.output + hops.gather;
        m_costs.push_back({floors.fixedPj() + floor.tile.energyPj + words * prices.accessPj[Level::Dram]
                               + all * prices.hopPj,
                           floor.tile.cycles, words / m_machine.rates.dramWordsPerCycle,
                           static_cast<double>(floor.parts.tiles())});
        const Cost& own = m_costs.back();
        m_columns.energyPj.push_back(own.energyPj);
        m_columns.cycles.push_back(own.cycles);
        m_columns.dramCycles.push_back(own.dramCycles);
        m_columns.tiles.push_back(own.tiles);
        m_columns.eitherCycles.push_back(std::max(own.cycles, own.dramCycles));
        const bool isPossible = own.energyPj < infinite;
        m_isRefined.push_back(!isPossible); // with no mappings
        if (isPossible) {
            m_leastDramCycles = std::min(m_leastDramCycles, m_costs.back().dramCycles);
        }
    }
}

/// Of what is infinite the charge may be no number, which is below nothing.
void LayerBound::chargeAll(const BoundPrices& prices)
{
    const std::size_t count = m_costs.size();
    m_charged.resize(count);
    const double* const energyPj = m_columns.energyPj.data();
    const double* const cycles = m_columns.cycles.data();
    const double* const dramCycles = m_columns.dramCycles.data();
    const double* const tiles = m_columns.tiles.data();
    const double* const eitherCycles = m_columns.eitherCycles.data();
    double* const charged = m_charged.data();
    for (std::size_t number = 0; number < count; ++number) {
        charged[number] = prices.energyWeight * energyPj[number] + prices.cyclePj * cycles[number]
                          + prices.dramCyclePj * dramCycles[number] + prices.tilePj * tiles[number]
                          + prices.eitherCyclePj * eitherCycles[number];
    }
}

double LayerBound::leastOf(std::size_t partition, const BoundPrices& prices)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isRefined[partition]) {
        refine(partition);
    }
    double best = infinite;
    for (auto [mapping, end] = m_mappingsOf[partition]; mapping < end; ++mapping) {
        best = std::min(best, chargedAt(prices, m_mappings[mapping]));
    }
    return best;
}

double LayerBound::least(const BoundPrices& prices, double mostTiles)
{
    const auto [known, isNew] = m_known.try_emplace({prices, mostTiles}, infinite);
    if (isNew) {
        known->second = leastNow(prices, mostTiles);
    }
    return known->second;
}

double LayerBound::leastNow(const BoundPrices& prices, double mostTiles)
{
    double best = infinite;
    for (const Cost& mapping : m_mappings) {
        if (mapping.tiles <= mostTiles) {
            best = std::min(best, chargedAt(prices, mapping));
        }
    }
    std::vector<std::pair<double, std::size_t>> open;
    double leastLeftOut = infinite;
    chargeAll(prices);
    const double most = best * (1 - slack);
    for (std::size_t number = 0; number < m_charged.size(); ++number) {
        const double floor = m_charged[number];
        if (m_columns.tiles[number] > mostTiles) {
            continue;
        }
        if (floor < most) {
            open.emplace_back(floor, number);
        } else {
            leastLeftOut = std::min(leastLeftOut, floor);
        }
    }
    // A heap, as most of them are never looked at.
    std::make_heap(open.begin(), open.end(), std::greater<>{});
    while (!open.empty()) {
        const auto [floor, number] = open.front();
        if (floor >= best * (1 - slack)) {
            return std::min(floor, best);
        }
        std::pop_heap(open.begin(), open.end(), std::greater<>{});
        open.pop_back();
        const std::size_t known = m_mappings.size();
        refine(number);
        for (std::size_t mapping = known; mapping < m_mappings.size(); ++mapping) {
            best = std::min(best, chargedAt(prices, m_mappings[mapping]));
        }
    }
    return std::min(best, leastLeftOut);
}

/// Bounds the blockings of every mapping on the array.
void LayerBound::refine(std::size_t number)
{
    m_isRefined[number] = true;
    m_columns.energyPj[number] = infinite;
    m_mappingsOf[number] = {m_mappings.size(), m_mappings.size()};
    const PartitionFloor& floor = m_floors.partitions()[number];
    const dataflow::Partition partition = floor.parts.partition();
    const network::Layer& layer = m_floors.layer();
    const SearchSpace& space = m_task.space;
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, m_task.batch, partition, space.counts);
    const PerTensor<Count> sharers = dataflow::sharersOf(layer, partition);
    cost::TileContext context;
    context.tiles = floor.parts.tiles();
    context.mayBypass = cost::mayBypassBuffer(space.bufferBypass, m_setting.inputIsLocal, m_setting.outputIsTaken);
    context.inputFromTiles = m_setting.inputFromTiles;
    context.inputPartInTiles = m_setting.inputPartInTiles;
    context.outputToTiles = m_setting.outputStays;
    context.outputIsTaken = m_setting.outputIsTaken;
    context.mayPinWeights = m_setting.mayPinWeights;
    context.counts = space.counts;
    context.sharers = dataflow::fetchSharers(layer, partition, spreadsFetches(space), space.counts);
    if (!m_machine.sharedBuffers.empty()) {
        context.identicalTiles = dataflow::tilesOfPiece(layer, partition, space.counts);
    }
    PerTensor<Count> holders{{1, 1, 1}}; // tiles that may hold one copy between them
    RotationPriceList rotation;          // hops of rotation are not bounded
    for (const Tensor tensor : allTensors) {
        if (space.bufferSharing && floor.parts.mostTiles > 1) {
            holders[tensor] = ceilDivide(sharers[tensor] * floor.parts.mostTiles, floor.parts.tiles());
            rotation[static_cast<std::size_t>(tensor)].subgroups.push_back({holders[tensor], 0, 0});
        }
    }
    const LeastHops hops = m_floors.leastHops(floor, m_setting);
    const double hopPj = m_machine.prices.hopPj;
    const std::array<double, 3> fetchPj{hopPj * hops.weight, hopPj * hops.input,
                                        hopPj * (hops.output + hops.gather / 2)};
    const auto setting = std::make_shared<const BlockingSetting>(BlockingSetting{context, m_machine, {}, true, std::nullopt});
    for (const auto& [nest, covered] : paddedNests(tile, m_machine.shape.peArray, space.roundedFactors)) {
        const BlockingTask task{nest, setting, {}, covered};
        NestTraffic traffic = trafficOf(nest, covered, context, m_machine, std::nullopt);
        traffic.fixedPj += hopPj * hops.gather / 2; // f writes are half of 2f - 1 fetches, and a half
        for (const Tensor tensor : allTensors) {
            traffic.tensors[static_cast<std::size_t>(tensor)].sharers = holders[tensor];
        }
        const double energyPj = leastCost(task, traffic, rotation, fetchPj);
        if (energyPj < infinite) {
            m_mappings.push_back({energyPj, std::max(traffic.computeCycles, m_costs[number].cycles),
                                  leastDramWords(traffic, covered, m_machine) / m_machine.rates.dramWordsPerCycle,
                                  static_cast<double>(context.tiles)});
        }
    }
    m_mappingsOf[number].second = m_mappings.size();
}

} // namespace tilescape::search
