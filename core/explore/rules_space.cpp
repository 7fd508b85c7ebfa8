#include "core/dataflow/pe_mapping.h"
#include "core/explore/rules.h"
#include "core/schedule/link_loads.h"
#include "core/support/tensor_sum.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::explore {

using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

constexpr double leastNocShare = 0.05; ///< of the energy
constexpr double leastHeat = 3;        ///< words of the busiest link over the mean
constexpr double leastPadding = 0.03;  ///< share of the work of all tiles
constexpr double leastFilling = 0.8;   ///< of a buffer that counts as full
constexpr double leastRefetch = 1.01;  ///< times that each weight is fetched, that is more than once
constexpr double mostGrowth = 2;       ///< of a buffer that weights nearly fit into
constexpr double quarter = 1.25;

const network::Layer& madeOf(const Examined& examined, const ScheduledLayer& layer)
{
    return examined.schedule.problem->network.layers[layer.layer];
}

/// The part of the work of the layer's tiles that is none of the layer's: pieces are rounded up.
double paddingOf(const Examined& examined, const ScheduledLayer& layer)
{
    const schedule::Problem& solved = *examined.schedule.problem;
    return 1
           - dataflow::tileLayer(madeOf(examined, layer), solved.batch, layer.scheme.partition, solved.space.counts)
                 .occupancy;
}

/// The number nearest to `tiles`, at most a quarter away, that divides one of `extents`; `tiles` where there is none.
Count nearestDivisor(Count tiles, const std::vector<Count>& extents)
{
    Count nearest = tiles;
    for (Count other = std::max<Count>(1, tiles * 3 / 4); other <= tiles * 5 / 4; ++other) {
        const bool divides =
            std::any_of(extents.begin(), extents.end(), [other](Count extent) { return extent % other == 0; });
        const bool nearer = nearest == tiles || std::abs(other - tiles) < std::abs(nearest - tiles);
        if (other != tiles && divides && nearer) {
            nearest = other;
        }
    }
    return nearest;
}

/// How often the tensor that comes most often from DRAM is fetched into the buffer.
std::pair<Tensor, double> mostFetched(const cost::LayerCost& cost)
{
    Tensor most = Tensor::Weight;
    for (const Tensor tensor : allTensors) {
        most = cost.fetches[Storage::Buffer][tensor] > cost.fetches[Storage::Buffer][most] ? tensor : most;
    }
    return {most, cost.fetches[Storage::Buffer][most]};
}

/// How often each weight comes from DRAM, whether through the buffer or past it.
double timesFetched(const network::Layer& made, const ScheduledLayer& layer)
{
    return layer.cost.accesses[Level::Dram][Tensor::Weight] / static_cast<double>(network::weightWords(made));
}

double wordBytes(const Examined& examined) { return examined.problem.hardware.wordBits / 8; }

} // namespace

std::vector<Proposal> proposeForHotLinks(const Examined& examined)
{
    const Schedule& schedule = examined.schedule;
    const double share = schedule.totals.energy.noc / schedule.totals.energy.total();
    if (share < leastNocShare || examined.problem.hardware.memory != hardware::MemoryPlacement::Corners) {
        return {};
    }
    std::vector<double> hops(schedule.segments.size(), 0);
    for (const ScheduledLayer& layer : schedule.layers) {
        hops[static_cast<std::size_t>(layer.slot.segment)] += sumOfTensors(layer.cost.nocHops);
    }
    const auto busiest = std::max_element(hops.begin(), hops.end()) - hops.begin();
    const schedule::SegmentLinkLoads loads = schedule::linkLoads(schedule, busiest);
    const auto links = static_cast<double>(cost::linksOf(loads.words.tiles()).size());
    const double mean = links > 0 ? loads.words.sum() / links : 0;
    if (!(mean > 0) || loads.words.largest() / mean < leastHeat) {
        return {};
    }
    std::vector<std::string> layers = layersOfSegment(schedule, static_cast<std::size_t>(busiest));
    std::string measure =
        fmt::format("one link carries {:.1f} times the mean of all links in {}, and hops take {:.0f} % of the energy",
                    loads.words.largest() / mean, namesOf(schedule, layers), 100 * share);
    return proposeParameter(examined, "hot_link", std::move(layers), std::move(measure), examined.problem.goal,
                            "memory_placement", 1);
}

std::vector<Proposal> proposeForUnevenPieces(const Examined& examined)
{
    double all = 0;
    double lost = 0;
    double most = 0;
    const ScheduledLayer* worst = nullptr;
    for (const ScheduledLayer& layer : examined.schedule.layers) {
        const double work = static_cast<double>(layer.scheme.region.extent.size()) * layer.cost.cycles;
        const double padding = work * paddingOf(examined, layer);
        all += work;
        lost += padding;
        if (padding > most) {
            most = padding;
            worst = &layer;
        }
    }
    if (!worst || lost / all < leastPadding) {
        return {};
    }
    const network::Layer& made = madeOf(examined, *worst);
    const Extent tiles = examined.problem.hardware.tiles;
    const Extent other{nearestDivisor(tiles.height, {made.outputSize.height, made.outputChannels}),
                       nearestDivisor(tiles.width, {made.outputSize.width, made.outputChannels})};
    if (other == tiles) {
        return {};
    }
    auto changed = std::make_shared<schedule::Problem>(examined.problem);
    changed->hardware.tiles = other;
    return {
        {&ruleOf("uneven_pieces"),
         {made.name},
         fmt::format("pieces that do not divide evenly are {:.0f} % of the work of all tiles, most in {} ({:.0f} %)",
                     100 * lost / all, made.name, 100 * paddingOf(examined, *worst)),
         fmt::format("{} x {} tiles in place of {} x {}", other.height, other.width, tiles.height, tiles.width),
         examined.problem.goal,
         changed}};
}

std::vector<Proposal> proposeForFullBuffers(const Examined& examined)
{
    const auto capacity =
        static_cast<double>(hardware::machineOf(examined.problem.hardware).capacities.bufferWordsPerTile);
    const ScheduledLayer* worst = nullptr;
    for (const ScheduledLayer& layer : examined.schedule.layers) {
        const bool full = sumOfTensors(layer.cost.wordsHeld[Storage::Buffer]) >= leastFilling * capacity;
        const bool again = mostFetched(layer.cost).second > 1;
        const auto dram = [](const ScheduledLayer& each) { return sumOfTensors(each.cost.accesses[Level::Dram]); };
        worst = full && again && (!worst || dram(layer) > dram(*worst)) ? &layer : worst;
    }
    if (!worst) {
        return {};
    }
    const std::string& name = madeOf(examined, *worst).name;
    const auto [tensor, times] = mostFetched(worst->cost);
    const std::string measure =
        fmt::format("{} fills {:.0f} % of the buffers, and fetches each {} {:.3g} times", name,
                    100 * sumOfTensors(worst->cost.wordsHeld[Storage::Buffer]) / capacity, nameOf(tensor), times);
    std::vector<Proposal> proposals;
    for (const double factor : {quarter, 2.0}) {
        for (Proposal& proposal :
             proposeParameter(examined, "full_buffer", {name}, measure, examined.problem.goal, "buffer_bytes_per_tile",
                              std::round(factor * examined.problem.hardware.bufferBytesPerTile))) {
            proposals.push_back(std::move(proposal));
        }
    }
    return proposals;
}

std::vector<Proposal> proposeForWeights(const Examined& examined)
{
    const schedule::Problem& solved = *examined.schedule.problem;
    const auto capacity = static_cast<double>(hardware::machineOf(solved.hardware).capacities.bufferWordsPerTile);
    const ScheduledLayer* worst = nullptr;
    double needed = 0;
    for (const ScheduledLayer& layer : examined.schedule.layers) {
        const network::Layer& made = madeOf(examined, layer);
        if (!network::hasWeights(made) || network::hasOperand(made) || timesFetched(made, layer) <= leastRefetch) {
            continue;
        }
        const PerTensor<double>& held = layer.cost.wordsHeld[Storage::Buffer];
        const network::Layer piece =
            dataflow::tileLayer(made, solved.batch, layer.scheme.partition, solved.space.counts).layer;
        const double weights = static_cast<double>(network::weightWords(piece))
                               / static_cast<double>(layer.scheme.sharing.subgroup[Tensor::Weight]);
        const double room = weights + held[Tensor::Input] + held[Tensor::Output];
        const auto again = [](const ScheduledLayer& each) { return each.cost.accesses[Level::Dram][Tensor::Weight]; };
        if (room > capacity && room <= mostGrowth * capacity && (!worst || again(layer) > again(*worst))) {
            worst = &layer;
            needed = room;
        }
    }
    if (!worst) {
        return {};
    }
    double bytes = examined.problem.hardware.bufferBytesPerTile;
    while (bytes < needed * wordBytes(examined)) {
        bytes = std::round(bytes * quarter);
    }
    const std::string& name = madeOf(examined, *worst).name;
    return proposeParameter(
        examined, "weights_nearly_fit", {name},
        fmt::format("{} fetches its weights {:.3g} times; buffers of {:.2f} times the size would hold them", name,
                    timesFetched(madeOf(examined, *worst), *worst), needed / capacity),
        examined.problem.goal, "buffer_bytes_per_tile", bytes);
}

} // namespace tilescape::explore
