#include "core/training/adaptflow/machine.h"

#include "core/support/parallel.h"
#include "core/training/adaptflow/interconnect.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace tilescape::training::adaptflow {
namespace {

constexpr Count eyerissSide = 16; // 16 x 16 PEs

Spatial flexibleMapping(const Nest& nest)
{
    Spatial best;
    Count least = std::numeric_limits<Count>::max();
    for (Count k = laneCount; k >= 1; k /= 2) {
        for (Count c = laneCount / k; c >= 1; c /= 2) {
            for (Count x = laneCount / (k * c); x >= 1; x /= 2) {
                const Spatial spatial{k, c, 1, 1, x, laneCount / (k * c * x)};
                const Count cycles = computeCycles(nest, spatial);
                if (cycles < least) {
                    least = cycles;
                    best = spatial;
                }
            }
        }
    }
    return best;
}

/// Filter rows stand one below the other, rows of outputs side by side; PEs that remain hold copies for other channels.
Spatial rowStationaryMapping(const Nest& nest)
{
    const Count rows = std::min(nest.r, eyerissSide);
    const Count columns = std::min(nest.y, eyerissSide);
    const Count room = (eyerissSide / rows) * (eyerissSide / columns);
    Spatial best;
    Count least = std::numeric_limits<Count>::max();
    for (Count k = room; k >= 1; --k) {
        const Spatial spatial{k, lanesPerPe * (room / k), 1, rows, 1, columns};
        const Count cycles = computeCycles(nest, spatial);
        if (cycles < least) {
            least = cycles;
            best = spatial;
        }
    }
    return best;
}

/// Row stationary keeps rows of all three kinds in the PEs; it may have the best of the three orders, in its favour.
std::span<const Dataflow> dataflowsOf(Machine machine)
{
    static constexpr std::array weight{Dataflow::WeightStationary};
    static constexpr std::array output{Dataflow::OutputStationary};
    switch (machine) {
    case Machine::Nvdla:
        return weight;
    case Machine::ShiDianNao:
        return output;
    case Machine::AdaptFlow:
    case Machine::Eyeriss:
        break;
    }
    return allDataflows;
}

double perCycle(double words, Count wordsPerCycle)
{
    return wordsPerCycle == 0 ? 0 : words / static_cast<double>(wordsPerCycle);
}

LayerRun runOf(Machine machine, const LayerChoice& layer, const PerDataflow<Volume>& inArray, const Settings& settings)
{
    LayerRun best;
    best.cycles = best.energy = best.dramWords = std::numeric_limits<double>::infinity();
    best.spatial = mappingOf(machine, layer.nest);
    best.computeCycles = static_cast<double>(computeCycles(layer.nest, best.spatial));
    const bool clos = machine == Machine::AdaptFlow;
    for (const Dataflow dataflow : dataflowsOf(machine)) {
        if (!layer.volumes[dataflow].fits || !inArray[dataflow].fits) {
            continue;
        }
        LayerRun run = best;
        run.dataflow = dataflow;
        run.nocWords = inArray[dataflow].total;
        run.nocCycles = perCycle(run.nocWords, settings.nocWordsPerCycle) + (clos ? closLatencyCycles : busLatencyCycles);
        run.dramWords = layer.volumes[dataflow].total;
        run.dramCycles = perCycle(run.dramWords, settings.dramWordsPerCycle);
        run.cycles = std::max({run.computeCycles, run.nocCycles, run.dramCycles}) + (clos ? reconfigurationCycles : 0);
        run.energy = static_cast<double>(layer.nest.macs() * settings.macEnergy)
            + run.nocWords * static_cast<double>(settings.nocWordEnergy)
            + run.dramWords * static_cast<double>(settings.dramWordEnergy)
            + run.cycles * static_cast<double>(laneCount * settings.laneCycleEnergy);
        if (!best.dataflow || run.cycles < best.cycles || (run.cycles == best.cycles && run.dramWords < best.dramWords)) {
            best = run;
        }
    }
    return best;
}

PerDataflow<Volume> volumesInArray(const Nest& nest, const Settings& settings)
{
    PerDataflow<Volume> volumes;
    for (const Dataflow dataflow : allDataflows) {
        volumes[dataflow] = leastVolume(nest, dataflow, settings, peCount * settings.peBytes);
    }
    return volumes;
}

} // namespace

std::string_view nameOf(Machine machine)
{
    static constexpr PerMachine<std::string_view> names{{"adapt_flow", "nvdla", "shidiannao", "eyeriss"}};
    return names[machine];
}

std::string_view labelOf(Machine machine)
{
    static constexpr PerMachine<std::string_view> labels{{"Adapt-Flow", "NVDLA", "ShiDianNao", "Eyeriss"}};
    return labels[machine];
}

std::string_view mappingOf(Machine machine)
{
    static constexpr PerMachine<std::string_view> words{
        {"best split of 4096 over K, C, X', Y'; best of WS, IS, OS", "K 32 x C 128, weight stationary",
         "X' 32 x Y' 32 x K 4, output stationary",
         "16 x 16 PEs, filter rows x Y', copies over K and C, C 16 in a PE; best of WS, IS, OS"}};
    return words[machine];
}

Count computeCycles(const Nest& nest, const Spatial& spatial)
{
    return nest.groups * nest.batch * ceilDivide(nest.k, spatial.k) * ceilDivide(nest.c, spatial.c)
        * ceilDivide(nest.s, spatial.s) * ceilDivide(nest.r, spatial.r) * ceilDivide(nest.x, spatial.x)
        * ceilDivide(nest.y, spatial.y);
}

Spatial mappingOf(Machine machine, const Nest& nest)
{
    switch (machine) {
    case Machine::Nvdla:
        return {32, 128, 1, 1, 1, 1};
    case Machine::ShiDianNao:
        return {4, 1, 1, 1, 32, 32};
    case Machine::Eyeriss:
        return rowStationaryMapping(nest);
    case Machine::AdaptFlow:
        break;
    }
    return flexibleMapping(nest);
}

Comparison compareMachines(const Selection& selection, const Settings& settings, int threads)
{
    std::map<Nest, std::size_t> places; // equal layers have equal answers
    std::vector<Nest> nests;
    for (const LayerChoice& layer : selection) {
        if (places.try_emplace(layer.nest, nests.size()).second) {
            nests.push_back(layer.nest);
        }
    }
    std::vector<PerDataflow<Volume>> inArray(nests.size());
    support::parallelFor(nests.size(), threads, [&](std::size_t i) { inArray[i] = volumesInArray(nests[i], settings); });

    Comparison comparison;
    for (const Machine machine : allMachines) {
        for (const LayerChoice& layer : selection) {
            const LayerRun run = runOf(machine, layer, inArray[places.at(layer.nest)], settings);
            comparison.cycles[machine] += run.cycles;
            comparison.energy[machine] += run.energy;
            comparison.runs[machine].push_back(run);
        }
    }
    if (!selection.empty()) {
        comparison.reconfigurationShare = static_cast<double>(reconfigurationCycles) * static_cast<double>(selection.size())
            / comparison.cycles[Machine::AdaptFlow];
    }
    return comparison;
}

std::optional<Unfit> firstUnfit(const Selection& selection, const Comparison& comparison, const Settings& settings)
{
    for (const Machine machine : allMachines) {
        for (std::size_t layer = 0; layer < selection.size(); ++layer) {
            if (comparison.runs[machine][layer].dataflow) {
                continue;
            }
            const std::span<const Dataflow> offered = dataflowsOf(machine);
            const bool inBuffer = std::none_of(offered.begin(), offered.end(), [&](Dataflow dataflow) {
                return selection[layer].volumes[dataflow].fits;
            });
            return Unfit{layer, machine, inBuffer, inBuffer ? settings.bufferBytes : peCount * settings.peBytes};
        }
    }
    return std::nullopt;
}

double timeReduction(const Comparison& comparison, Machine baseline)
{
    return 1 - comparison.cycles[Machine::AdaptFlow] / comparison.cycles[baseline];
}

double energyReduction(const Comparison& comparison, Machine baseline)
{
    return 1 - comparison.energy[Machine::AdaptFlow] / comparison.energy[baseline];
}

} // namespace tilescape::training::adaptflow
