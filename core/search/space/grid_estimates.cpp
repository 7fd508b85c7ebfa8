#include "core/search/space/grid_estimates.h"

#include "core/pipeline/weight_pinning.h"
#include "core/search/space/objective.h"
#include "core/search/space/part_counts.h"
#include "core/search/space/partition_geometry.h"
#include "core/search/space/partition_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace tilescape::search {

using dataflow::PerSplit;
using dataflow::Split;

namespace {

constexpr Count longestWhole = 24;
/// Of a longer side, lengths of this many times a power of two and more, so that each is a quarter longer than the one before at most:
/// many maps divide by them.
constexpr Count leastTimes = 4;

std::vector<Count> sampledLengths(Count side)
{
    std::vector<Count> lengths;
    Count step = 1;
    for (Count length = 1; length < side; length += step) {
        lengths.push_back(length);
        step = side > longestWhole && length >= 2 * leastTimes * step ? 2 * step : step;
    }
    lengths.push_back(side);
    return lengths;
}

/// Of what the parts hold together, how many times as much as there is.
double padding(Count length, Count parts)
{
    return static_cast<double>(ceilDivide(length, parts) * parts) / static_cast<double>(length);
}

/// Of what the parts of a convolution's map read together, how many times as much as there is of the input.
double reachOfParts(const network::Layer& layer, Extent parts)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const auto reach = [](Count length, Count own, Count step) { return (length - 1) * step + own; };
    const auto times = [&](Count output, Count most, Count own, Count step) {
        return static_cast<double>(most * reach(ceilDivide(output, most), own, step))
               / static_cast<double>(reach(output, own, step));
    };
    return times(layer.outputSize.height, parts.height, filter.height, stride.height)
           * times(layer.outputSize.width, parts.width, filter.width, stride.width);
}

} // namespace

Count busiestTile(const network::Layer& layer, Count batch, const dataflow::PerSplit<Extent>& shares)
{
    const Splittable what = splittable(layer, batch);
    const Extent map = shares[Split::Map];
    return ceilDivide(what.batch, shares[Split::Batch].size())
           * ceilDivide(what.outputChannels, shares[Split::OutputChannel].size())
           * ceilDivide(what.inputChannels, shares[Split::InputChannel].size())
           * ceilDivide(what.map.height, map.height) * ceilDivide(what.map.width, map.width);
}

std::vector<Extent> gridsOn(Extent chip)
{
    std::vector<Extent> grids;
    for (const Count rows : sampledLengths(chip.height)) {
        for (const Count columns : sampledLengths(chip.width)) {
            grids.push_back({rows, columns});
        }
    }
    return grids;
}

/// How many times each word goes over DRAM: without forwarding every tile fetches for itself what others need as well, unless
/// tiles share a buffer, which a word enters once for all of them. Sums are gathered and stored once either way; only the
/// reference counts them like fetches.
PerTensor<double> GridEstimates::copiesOf(const PerTensor<Count>& sharers) const
{
    PerTensor<double> copies{{1, 1, 1}};
    if (spreadsFetches(m_task.space) || !m_task.machine.sharedBuffers.empty()) {
        return copies;
    }
    for (const Tensor tensor : allTensors) {
        copies[tensor] = isGathered(tensor) ? 1 : static_cast<double>(sharers[tensor]);
    }
    return copies;
}

/// Over how many links each word goes from tile to tile at least: as many as there are further tiles that need it, if it is forwarded.
PerTensor<double> GridEstimates::hopsOf(const PerTensor<Count>& sharers) const
{
    PerTensor<double> hops{};
    for (const Tensor tensor : allTensors) {
        const bool isSentOn = spreadsFetches(m_task.space) || isGathered(tensor);
        hops[tensor] = isSentOn ? static_cast<double>(sharers[tensor] - 1) : 0;
    }
    return hops;
}

/// The part of the input map that is read at least: where the stride is longer than the filter, tiles and arrays that go through the map row by
/// row leave out what lies between.
double GridEstimates::readOf(const network::Layer& layer) const
{
    return m_task.space.counts == Counts::Reference
               ? 1
               : static_cast<double>(network::leastReadWords(layer)) / static_cast<double>(network::inputWords(layer));
}

/// Whether words that lie under the filters of several parts of the map are counted for each of them, as schedules count them: of networks
/// of few layers. In larger ones, whose parts of the chip are few, grids that come first then crowded out better ones (GoogLeNet on 16 x 16
/// tiles took 0.2 % more cycles with goal delay).
bool GridEstimates::countsHalos(const network::Layer& layer) const
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    return m_task.space.counts == Counts::Executed && m_task.network.layers.size() <= fewLayers
           && !network::isTransposed(layer) && !network::isWeightGradient(layer)
           && (filter.height > stride.height || filter.width > stride.width);
}

bool GridEstimates::isGathered(Tensor tensor) const
{
    return tensor == Tensor::Output && m_task.space.counts == Counts::Executed;
}

const std::vector<GridEstimates::Padded>& GridEstimates::partitionsOn(const network::Layer& layer, Layer& known,
                                                                      Extent grid) const
{
    const auto [place, isNew] = known.partitions.try_emplace(grid);
    std::vector<Padded>& front = place->second;
    if (!isNew) {
        return front;
    }
    const hardware::Machine& machine = m_task.machine;
    const Splittable what = splittable(layer, m_task.batch);
    const auto ofBatch = [&](Count ofItem) { return static_cast<double>(ofItem * m_task.batch); };
    const double operations = ofBatch(network::operations(layer));
    const bool gradient = network::isWeightGradient(layer);
    const double inputs = ofBatch(network::inputWords(layer));
    const double weights = gradient || network::hasOperand(layer) ? ofBatch(network::weightWords(layer))
                                                                  : static_cast<double>(network::weightWords(layer));
    const double outputs =
        gradient ? static_cast<double>(network::outputWords(layer)) : ofBatch(network::outputWords(layer));
    const bool isSpread = m_task.space.bufferSharing || !machine.sharedBuffers.empty(); // then tiles may hold a weight once between them
    std::set<PartCounts> seen;
    for (const PerSplit<Extent>& shares : known.shares.of(grid)) {
        if (!seen.insert(partCounts(shares)).second) {
            continue;
        }
        const Extent map = shares[Split::Map];
        const double batch = padding(what.batch, shares[Split::Batch].size());
        const double input = padding(what.inputChannels, shares[Split::InputChannel].size());
        const double output = padding(what.outputChannels, shares[Split::OutputChannel].size());
        const double positions = padding(what.map.height, map.height) * padding(what.map.width, map.width);
        const PerTensor<Count> sharers = mostSharers(layer, shares);
        const PerTensor<double> copies = copiesOf(sharers);
        const PerTensor<double> hops = hopsOf(sharers);
        // A gradient sums over the batch and the map, which belong to both of its operands.
        const double padded = operations * batch * input * output * positions;
        const double inputOnce = inputs * batch * input;
        const double reach = gradient || countsHalos(layer) ? reachOfParts(layer, map) : readOf(layer);
        const double inputWords = inputOnce * reach;
        // Halos are fetched by each tile for itself: of a layer that is not a gradient no more than its own part is sent on.
        const double sentInput = gradient ? inputWords : inputOnce * readOf(layer);
        const double weightWords = weights * output * (gradient ? batch * positions : input);
        const double outputWords = gradient ? outputs : outputs * batch * output * positions;
        const auto tiles = static_cast<double>(grid.size());
        const auto onBus = [&](double words, Tensor tensor) { // of a tile, each word at least once
            return words * static_cast<double>(sharers[tensor]) / tiles / machine.rates.busWordsPerCycle;
        };
        const Padded own{padded,
                         std::max({padded / (static_cast<double>(machine.shape.peArray.size()) * tiles),
                                   onBus(inputWords, Tensor::Input), onBus(weightWords, Tensor::Weight),
                                   onBus(outputWords, Tensor::Output)}),
                         inputWords * copies[Tensor::Input],
                         weightWords * copies[Tensor::Weight],
                         outputWords * copies[Tensor::Output],
                         sentInput * hops[Tensor::Input] + outputWords * hops[Tensor::Output],
                         weightWords * hops[Tensor::Weight],
                         weightWords * (isSpread ? 1 : static_cast<double>(sharers[Tensor::Weight])) / tiles};
        const auto isWorse = [](const Padded& a, const Padded& b) {
            return a.busy >= b.busy && a.inputs >= b.inputs && a.weights >= b.weights && a.outputs >= b.outputs
                   && a.hops >= b.hops && a.weightHops >= b.weightHops && a.weightsOfTile >= b.weightsOfTile;
        };
        if (std::none_of(front.begin(), front.end(), [&](const Padded& other) { return isWorse(own, other); })) {
            std::erase_if(front, [&](const Padded& other) { return isWorse(other, own); });
            front.push_back(own);
        }
    }
    return front;
}

GridEstimates::Layer& GridEstimates::at(std::size_t number)
{
    if (!m_ofLayer[number]) {
        const network::Layer& layer = m_task.network.layers[number];
        const Splittable what = splittable(layer, m_task.batch);
        const Extent filter = network::filterOf(layer);
        const Extent stride = network::strideOf(layer);
        std::string key =
            fmt::format("{}x{} {}x{} {} {} {}x{} {} {} {} {} {} {}", filter.height, filter.width, stride.height,
                        stride.width, what.outputChannels, what.inputChannels, what.map.height, what.map.width,
                        network::operations(layer), network::inputWords(layer), network::weightWords(layer),
                        network::outputWords(layer), network::hasOperand(layer), what.sumsOverItems);
        m_ofLayer[number] =
            &m_layers.try_emplace(std::move(key), Layer{RegionShares(what, m_task.space), {}, {}, {}}).first->second;
    }
    return *m_ofLayer[number];
}

Count GridEstimates::leastBusy(Extent grid, std::size_t number, LeftWhole whole)
{
    Layer& known = at(number);
    const auto [place, isNew] = known.leastBusy.try_emplace({grid, whole}, std::numeric_limits<Count>::max());
    if (isNew) {
        for (const PerSplit<Extent>& shares : known.shares.of(grid)) {
            if ((whole.inputChannels && shares[Split::InputChannel].size() > 1)
                || (whole.batch && shares[Split::Batch].size() > 1)) {
                continue;
            }
            place->second = std::min(place->second, busiestTile(m_task.network.layers[number], m_task.batch, shares));
        }
    }
    return place->second;
}

const std::vector<GridEstimate>& GridEstimates::gridsOf(std::size_t number)
{
    Layer& known = at(number);
    if (known.grids.empty()) {
        fillGrids(known, number);
    }
    return known.grids;
}

void GridEstimates::estimate(const std::vector<std::size_t>& layers, int threads)
{
    std::map<Layer*, std::size_t> missing; // with one of the layers that share the values
    for (const std::size_t number : layers) {
        if (Layer& known = at(number); known.grids.empty()) {
            missing.try_emplace(&known, number);
        }
    }
    const std::vector<std::pair<Layer*, std::size_t>> all(missing.begin(), missing.end());
    support::parallelFor(all.size(), threads, [&](std::size_t i) { fillGrids(*all[i].first, all[i].second); });
}

void GridEstimates::fillGrids(Layer& known, std::size_t number)
{
    const bool mayPinWeights = pipeline::mayPinWeights(m_task, {pipeline::Placement{number, {}}});
    for (const Extent grid : gridsOn(m_task.machine.shape.tiles)) {
        const LeastOnGrid least = on(grid, number, {0, false, mayPinWeights ? mostHeldByTile() : 0});
        known.grids.push_back({grid, costOf(least.energyPj, least.cycles)});
    }
    std::stable_sort(known.grids.begin(), known.grids.end(), [](const GridEstimate& a, const GridEstimate& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.grid.size() > b.grid.size();
    });
}

bool GridEstimates::weightsStay(const Padded& padded, const StaysOnChip& stays)
{
    return padded.weightsOfTile <= static_cast<double>(stays.weightsOfTile);
}

double GridEstimates::dramWords(const Padded& padded, const StaysOnChip& stays)
{
    return (1 - stays.input) * padded.inputs + (weightsStay(padded, stays) ? 0 : padded.weights)
           + (stays.output ? 0 : padded.outputs);
}

double GridEstimates::leastDramCycles(Extent grid, std::size_t number, const StaysOnChip& stays, double mostCycles)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Padded& padded : partitionsOn(m_task.network.layers[number], at(number), grid)) {
        if (padded.busy <= mostCycles) {
            least = std::min(least, dramWords(padded, stays));
        }
    }
    return least / m_task.machine.rates.dramWordsPerCycle;
}

LeastOnGrid GridEstimates::on(Extent grid, std::size_t number, const StaysOnChip& stays)
{
    const network::Layer& layer = m_task.network.layers[number];
    const hardware::Machine& machine = m_task.machine;
    LeastOnGrid best;
    double least = std::numeric_limits<double>::infinity();
    for (const Padded& padded : partitionsOn(layer, at(number), grid)) {
        const double words = dramWords(padded, stays);
        LeastOnGrid own;
        own.energyPj = padded.operations * machine.prices.macPj + words * machine.prices.accessPj[Level::Dram]
                       + (padded.hops + (weightsStay(padded, stays) ? 0 : padded.weightHops)) * machine.prices.hopPj;
        own.dramCycles = words / machine.rates.dramWordsPerCycle;
        own.cycles = std::max(padded.busy, own.dramCycles);
        const double cost = costOf(own.energyPj, own.cycles);
        if (cost < least) {
            least = cost;
            best = own;
        }
    }
    return best;
}

Count GridEstimates::mostHeldByTile() const
{
    const hardware::Machine& machine = m_task.machine;
    return std::max(machine.capacities.bufferWordsPerTile,
                    machine.capacities.registerWordsPerPe * machine.shape.peArray.size());
}

double GridEstimates::costOf(double energyPj, double cycles) const
{
    return scalarOf(m_objective, energyPj + m_task.machine.prices.staticPjPerCycle * cycles, cycles);
}

} // namespace tilescape::search
