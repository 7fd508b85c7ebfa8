#include "core/search/bounds/network_bound.h"

#include "core/search/space/search_task.h"

#include <algorithm>
#include <map>
#include <vector>

namespace tilescape::search {

using network::Layer;
using network::Source;

namespace {

double leastInputWords(const Layer& layer, Counts counts)
{
    if (network::isTransposed(layer) || network::isWeightGradient(layer)
        || std::holds_alternative<network::MatrixProduct>(layer.kind)) {
        return 0; // not bounded
    }
    // Of an element-wise layer the reference counts the words of one operand.
    const bool oneOperand = counts == Counts::Reference && std::holds_alternative<network::Elementwise>(layer.kind);
    const Count ofChannel = network::leastReadWords(layer) / layer.inputChannels;
    return static_cast<double>(ofChannel * (oneOperand ? layer.outputChannels : layer.inputChannels));
}

class Bounding {
public:
    explicit Bounding(const SearchTask& task)
        : m_task(task),
          m_machine(task.machine),
          m_staysOnChip(task.space.keepOutputsOnChip || task.space.spatialPipelining)
    {}

    LowerBound run() const
    {
        const auto batch = static_cast<double>(m_task.batch);
        const bool systolic = m_machine.shape.peArray.dataflow != hardware::ArrayDataflow::RowStationary;
        LowerBound bound;
        double operations = 0;
        for (std::size_t number = 0; number < m_task.network.layers.size(); ++number) {
            const Layer& layer = m_task.network.layers[number];
            const double own = static_cast<double>(network::operations(layer)) * batch;
            operations += own;
            bound.energyPj += own * m_machine.prices.macPj;
            // A weight, an input, and an output that is read and written; what a systolic array keeps depends on the mapping.
            if (!systolic) {
                bound.energyPj +=
                    own * m_machine.prices.accessPj[Level::Register] * (network::hasWeights(layer) ? 4 : 3);
            }
        }
        bound.dramWords = weightWords() + mapWords() * batch;
        bound.energyPj += bound.dramWords * m_machine.prices.accessPj[Level::Dram];
        const auto pes = static_cast<double>(m_machine.shape.tiles.size() * m_machine.shape.peArray.size());
        // As counted by the reference, a network in one segment has all the bandwidth that it likes.
        const bool waitsForDram = m_task.space.counts == Counts::Executed || !m_staysOnChip;
        const double dramCycles = waitsForDram ? bound.dramWords / m_machine.rates.dramWordsPerCycle : 0;
        bound.cycles = std::max(operations / pes, dramCycles);
        bound.energyPj += m_machine.prices.staticPjPerCycle * bound.cycles;
        bound.energyDelay = bound.energyPj * bound.cycles;
        return bound;
    }

private:
    /// Once each; with the whole network on chip at once, as many as there is room for may have come before.
    [[nodiscard]] double weightWords() const
    {
        const SearchSpace& space = m_task.space;
        if (space.counts == Counts::Reference && space.spatialPipelining && space.bufferBypass[Tensor::Weight]) {
            return 0; // as counted there, weights that pass the buffers by stay without room
        }
        Count words = 0;
        for (const Layer& layer : m_task.network.layers) {
            words += network::hasWeights(layer) && !network::hasOperand(layer) ? network::weightWords(layer) : 0;
        }
        const Count room = m_machine.capacities.bufferWordsPerTile
                           + m_machine.capacities.registerWordsPerPe * m_machine.shape.peArray.size();
        const Count pinned = m_task.space.spatialPipelining ? room * m_machine.shape.tiles.size() : 0;
        return static_cast<double>(std::max<Count>(0, words - pinned));
    }

    /// For one item of the batch.
    [[nodiscard]] double mapWords() const
    {
        double words = 0;
        std::map<std::vector<std::pair<int, std::size_t>>, double>
            fetched; // maps from outside may be fetched once for all
        for (std::size_t number = 0; number < m_task.network.layers.size(); ++number) {
            const Layer& layer = m_task.network.layers[number];
            const double own = leastInputWords(layer, m_task.space.counts);
            std::vector<std::pair<int, std::size_t>> sources;
            bool outside = true;
            for (const Source& source : m_task.topology.sources[number]) {
                sources.emplace_back(static_cast<int>(source.kind), source.index);
                outside &= source.kind != Source::Kind::Layer;
            }
            if (!m_staysOnChip) {
                words += own;
            } else if (outside) {
                const auto [known, isNew] = fetched.try_emplace(sources, own);
                known->second = std::min(known->second, own);
            }
            if (!network::isWeightGradient(layer) && (!m_staysOnChip || m_task.topology.consumers[number].empty())) {
                words += static_cast<double>(network::outputWords(layer));
            }
        }
        for (const auto& [sources, own] : fetched) {
            words += own;
        }
        return words;
    }

    const SearchTask& m_task;
    const hardware::Machine& m_machine;
    bool m_staysOnChip;
};

} // namespace

LowerBound networkBound(const SearchTask& task) { return Bounding(task).run(); }

} // namespace tilescape::search
