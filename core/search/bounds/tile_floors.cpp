#include "core/search/bounds/tile_floors.h"

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/unit_pass.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

double asDouble(Count count) { return static_cast<double>(count); }

constexpr unsigned bitOf(Tensor tensor) { return 1U << static_cast<unsigned>(tensor); }
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
    for (const dataflow::LoopNest& nest : nests) {
        Mapping& mapping = m_mappings.emplace_back();
        mapping.folds = nest.iterations[Loop::Batch] / m_batch;
        mapping.copies = {{nest.replication.inputChannels, nest.replication.outputChannels, 1}};
        double passes = asDouble(nest.repetitions) * asDouble(mapParts.size());
        for (const Loop loop : allLoops) {
            passes *= asDouble(nest.iterations[loop]);
        }
        mapping.tileCycles = asDouble(nest.cycles) * passes;
        // Copies that idle in the last iteration over channels do not all idle if channels are cut.
        const double busy = std::min(1.0, asDouble(m_inputChannels)
                                              / asDouble(nest.iterations[Loop::InputChannel]
                                                         * std::max<Count>(1, nest.replication.inputChannels)))
                            * std::min(1.0, asDouble(m_outputChannels)
                                                / asDouble(nest.iterations[Loop::OutputChannel]
                                                           * nest.replication.outputChannels));
        for (const Tensor tensor : allTensors) {
            const bool kept = !task.space.bufferBypass[tensor];
            mapping.passesPj[tensor] =
                passes * busy
                * (nest.accesses[Level::Bus][tensor] * machine.prices.accessPj[Level::Bus]
                   + (kept ? nest.accesses[Level::Buffer][tensor] * machine.prices.accessPj[Level::Buffer] : 0));
        }
        findLeast(mapping, nest.iterations);
    }
}

void TileFloors::findLeast(Mapping& mapping, const PerLoop<Count>& iterations) const
{
    mapping.leastPj.fill(std::numeric_limits<double>::infinity());
    const auto inputs = factorRanges(iterations[Loop::InputChannel]);
    const auto outputs = factorRanges(iterations[Loop::OutputChannel]);
    const auto batches = factorRanges(iterations[Loop::Batch]);
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
    for (const FactorRange& input : inputs) {
        for (const FactorRange& output : outputs) {
            PerLoop<Count> largest{{input.largest, output.largest, 0}};
            for (const FactorRange& batch : batches) {
                if (wordsOf({{input.smallest, output.smallest, batch.smallest}}) > m_registerRoom) {
                    break;
                }
                largest[Loop::Batch] = batch.largest;
            }
            if (largest[Loop::Batch] == 0) {
                break; // larger factors need more
            }
            PerTensor<double> own;
            for (const Tensor tensor : allTensors) {
                double reused = 1;
                for (const Loop loop : allLoops) {
                    reused *= has(m_varies[tensor], loop) ? 1 : asDouble(largest[loop]);
                }
                // Outputs are read back but for one time: 2f - 1 fetches, of which `floorOf` takes off the one.
                own[tensor] = mapping.passesPj[tensor] / reused * (tensor == Tensor::Output ? 2 : 1);
            }
            for (unsigned saved = 0; saved < 8; ++saved) {
                double sum = 0;
                for (const Tensor tensor : allTensors) {
                    sum += (saved & bitOf(tensor)) ? 0 : own[tensor];
                }
                mapping.leastPj[saved] = std::min(mapping.leastPj[saved], sum);
            }
        }
    }
}

TileFloor TileFloors::floorOf(const Parts& parts) const
{
    TileFloor floor{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const Count inputChannels = ceilDivide(m_inputChannels, parts.input);
    const Count outputChannels = ceilDivide(m_outputChannels, parts.output);
    const Count batch = ceilDivide(m_batch, parts.batch);
    const double tiles = asDouble(parts.tiles());
    for (const Mapping& mapping : m_mappings) {
        const PerLoop<Count> lengths{{inputChannels, outputChannels, batch * mapping.folds}};
        PerLoop<Count> iterations;
        for (const Loop loop : allLoops) {
            iterations[loop] = ceilDivide(lengths[loop], std::min(mapping.copies[loop], lengths[loop]));
        }
        PerTensor<double> oncePj; // of a tensor that is brought in once
        unsigned whole = 0;       // tensors of which the registers may hold all
        for (const Tensor tensor : allTensors) {
            Count words = m_registerWords[tensor];
            double reused = 1;
            for (const Loop loop : allLoops) {
                if (has(m_varies[tensor], loop)) {
                    words *= iterations[loop];
                } else {
                    reused *= asDouble(iterations[loop]);
                }
            }
            whole |= words <= m_registerRoom ? bitOf(tensor) : 0U;
            oncePj[tensor] = mapping.passesPj[tensor] / reused;
        }
        for (const Tensor innermost : allTensors) {
            const unsigned saved = whole | bitOf(innermost);
            double sum = mapping.leastPj[saved];
            for (const Tensor tensor : allTensors) {
                sum += (saved & bitOf(tensor)) ? oncePj[tensor] : tensor == Tensor::Output ? -oncePj[tensor] : 0;
            }
            floor.energyPj = std::min(floor.energyPj, sum);
        }
        floor.cycles = std::min(floor.cycles, mapping.tileCycles / tiles);
    }
    return floor;
}

} // namespace tilescape::search
