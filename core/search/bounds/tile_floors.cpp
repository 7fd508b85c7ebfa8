#include "core/search/bounds/tile_floors.h"

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

double countAsDouble(Count count) { return static_cast<double>(count); }

constexpr bool has(unsigned loops, Loop loop) { return (loops >> static_cast<unsigned>(loop)) & 1U; }

/// Ranges of factors that are treated alike: one by one while they are small.
struct FactorRange {
    Count smallest = 1;
    Count largest = 1;
};
std::vector<FactorRange> factorRanges(Count iterations)
{
    std::vector<FactorRange> ranges;
    for (Count smallest = 1; smallest <= iterations;) {
        const Count largest = std::min(iterations, smallest + smallest / 8);
        ranges.push_back({smallest, largest});
        smallest = largest + 1;
    }
    return ranges;
}

} // namespace

TileFloors::TileFloors(const SearchTask& task, const network::Layer& layer, Extent mapParts)
    : m_registerRoom(task.machine.capacities.registerWordsPerPe)
{
    const hardware::Machine& machine = task.machine;
    const Parts parts{1, 1, 1, mapParts};
    const dataflow::TileLayer tile = dataflow::tileLayer(layer, task.batch, parts.partition(), task.space.counts);
    const std::vector<dataflow::LoopNest> nests = dataflow::loopNests(tile, machine.shape.peArray);
    const bool product = std::holds_alternative<network::MatrixProduct>(layer.kind);
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    m_varies = nests.front().varies;
    m_registerWords = nests.front().registerWords;
    m_inputChannels = dataflow::isChannelwise(layer) ? 1 : layer.inputChannels / groups;
    m_outputChannels = layer.outputChannels / groups;
    m_batch = product ? 1 : task.batch; // the items of a product run one after another
    for (const dataflow::LoopNest& nest : nests) {
        for (const Tensor tensor : allTensors) {
            m_registerWords[tensor] = std::min(m_registerWords[tensor], nest.registerWords[tensor]);
        }
    }
    m_inputWords = std::numeric_limits<double>::infinity();
    for (const dataflow::LoopNest& nest : nests) {
        double inputWords = nest.accesses[Level::Dram][Tensor::Input] * countAsDouble(nest.repetitions);
        for (const Loop loop : allLoops) {
            inputWords *= nest.variesWith(Tensor::Input, loop) ? countAsDouble(nest.iterations[loop]) : 1;
        }
        m_inputWords = std::min(m_inputWords, inputWords);
        Mapping& mapping = m_mappings.emplace_back();
        mapping.folds = nest.iterations[Loop::Batch] / m_batch;
        mapping.copies = {{nest.replication.inputChannels, nest.replication.outputChannels, 1}};
        double passes = countAsDouble(nest.repetitions) * countAsDouble(mapParts.size());
        for (const Loop loop : allLoops) {
            passes *= countAsDouble(nest.iterations[loop]);
        }
        mapping.tileCycles = countAsDouble(nest.cycles) * passes;
        // Copies that idle in the last iteration over channels do not all idle if channels are cut.
        const double busy = std::min(1.0, countAsDouble(m_inputChannels)
                                              / countAsDouble(nest.iterations[Loop::InputChannel]
                                                         * std::max<Count>(1, nest.replication.inputChannels)))
                            * std::min(1.0, countAsDouble(m_outputChannels)
                                                / countAsDouble(nest.iterations[Loop::OutputChannel]
                                                           * nest.replication.outputChannels));
        for (const Tensor tensor : allTensors) {
            const bool kept = !task.space.bufferBypass[tensor];
            mapping.passesPj[tensor] =
                passes * busy
                * (nest.accesses[Level::Bus][tensor] * machine.prices.accessPj[Level::Bus]
                   + (kept ? nest.accesses[Level::Buffer][tensor] * machine.prices.accessPj[Level::Buffer] : 0));
        }
        mapping.factors = largestFactors(nest.iterations);
    }
}

std::vector<PerLoop<double>> TileFloors::largestFactors(const PerLoop<Count>& iterations) const
{
    const auto wordsOf = [this](const PerLoop<Count>& factors) {
        Count words = 0;
        for (const Tensor tensor : allTensors) {
            Count units = m_registerWords[tensor];
            for (const Loop loop : allLoops) {
                units *= has(m_varies[tensor], loop) ? factors[loop] : 1;
            }
            words += units;
        }
        return words;
    };
    std::vector<PerLoop<double>> found;
    const auto add = [&found](const PerLoop<double>& factors) {
        const auto isLarger = [](const PerLoop<double>& a, const PerLoop<double>& b) {
            return std::all_of(allLoops.begin(), allLoops.end(), [&](Loop loop) { return a[loop] >= b[loop]; });
        };
        if (std::none_of(found.begin(), found.end(), [&](const auto& other) { return isLarger(other, factors); })) {
            std::erase_if(found, [&](const auto& other) { return isLarger(factors, other); });
            found.push_back(factors);
        }
    };
    const auto batches = factorRanges(iterations[Loop::Batch]);
    const auto outputs = factorRanges(iterations[Loop::OutputChannel]);
    for (const FactorRange& input : factorRanges(iterations[Loop::InputChannel])) {
        for (const FactorRange& output : outputs) {
            Count largest = 0;
            for (const FactorRange& batch : batches) {
                if (wordsOf({{input.smallest, output.smallest, batch.smallest}}) > m_registerRoom) {
                    break;
                }
                largest = batch.largest;
            }
            if (largest == 0) {
                break; // larger factors need more
            }
            add({{countAsDouble(input.largest), countAsDouble(output.largest), countAsDouble(largest)}});
        }
    }
    return found;
}

PerLoop<Count> TileFloors::lengthsOf(const Mapping& mapping, const Parts& parts) const
{
    return {{ceilDivide(m_inputChannels, parts.input), ceilDivide(m_outputChannels, parts.output),
             ceilDivide(m_batch, parts.batch) * mapping.folds}};
}

/// Over the factors inside the registers and the innermost loop outside them.
double TileFloors::leastPj(const Mapping& mapping, const PerLoop<Count>& lengths) const
{
    PerLoop<double> iterations;
    for (const Loop loop : allLoops) {
        iterations[loop] = countAsDouble(ceilDivide(lengths[loop], std::min(mapping.copies[loop], lengths[loop])));
    }
    PerTensor<double> oncePj; // of a tensor that is brought in once
    PerTensor<bool> mayBeWhole; // the registers may hold all of it
    for (const Tensor tensor : allTensors) {
        auto words = countAsDouble(m_registerWords[tensor]);
        double reused = 1;
        for (const Loop loop : allLoops) {
            (has(m_varies[tensor], loop) ? words : reused) *= iterations[loop];
        }
        mayBeWhole[tensor] = words <= countAsDouble(m_registerRoom);
        oncePj[tensor] = mapping.passesPj[tensor] / reused;
    }
    double least = std::numeric_limits<double>::infinity();
    for (const PerLoop<double>& factors : mapping.factors) {
        double sum = 0;
        double mostSaved = 0;
        for (const Tensor tensor : allTensors) {
            sum += oncePj[tensor];
            if (mayBeWhole[tensor]) {
                continue;
            }
            double times = 1;
            for (const Loop loop : allLoops) {
                times *= has(m_varies[tensor], loop) ? 1 : std::max(1.0, iterations[loop] / factors[loop]);
            }
            // Outputs that are written f times are read back f - 1 times.
            const double again = oncePj[tensor] * (times - 1) * (tensor == Tensor::Output ? 2 : 1);
            sum += again;
            mostSaved = std::max(mostSaved, again);
        }
        least = std::min(least, sum - mostSaved);
    }
    return least;
}

TileFloor TileFloors::floorOf(const Parts& parts) const
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    TileFloor floor{infinite, infinite, 0};
    const auto partOf = [](Count length, Count parts) {
        return countAsDouble(ceilDivide(length, parts)) / countAsDouble(length);
    };
    floor.inputWords = m_inputWords * partOf(m_batch, parts.batch)
                       * (has(m_varies[Tensor::Input], Loop::InputChannel) ? partOf(m_inputChannels, parts.input)
                                                                            : partOf(m_outputChannels, parts.output));
    for (const Mapping& mapping : m_mappings) {
        const PerLoop<Count> lengths = lengthsOf(mapping, parts);
        floor.energyPj = std::min(floor.energyPj, leastPj(mapping, lengths));
        floor.cycles = std::min(floor.cycles, mapping.tileCycles / countAsDouble(parts.tiles()));
    }
    return floor;
}

} // namespace tilescape::search
