#include "core/schedule/layer_walk.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/sharing.h"

namespace tilescape::schedule {

namespace {

/// Of the loops within the registers, outermost first: the model does not depend on it.
constexpr std::array<Loop, 3> registerOrder{Loop::Batch, Loop::OutputChannel, Loop::InputChannel};

dataflow::LoopNest nestOf(const Problem& problem, const ScheduledLayer& layer)
{
    return dataflow::loopNest(
        dataflow::tileLayer(problem.network.layers[layer.layer], problem.batch, layer.scheme.partition, problem.space.counts),
        hardware::PeArray(problem.hardware.peArray, problem.hardware.arrayDataflow), layer.scheme.replication);
}

/// The cost counts more fetches than the loops ask for where others on the same tiles replace the weights meanwhile.
bool reloadsWeights(const dataflow::LoopNest& nest, const ScheduledLayer& layer)
{
    return layer.cost.fetches[Storage::Buffer][Tensor::Weight]
           > static_cast<double>(cost::fetchesOf(nest, layer.scheme.blocking)[Storage::Buffer][Tensor::Weight]);
}

} // namespace

LayerWalk::LayerWalk(const Problem& problem, const ScheduledLayer& layer)
    : m_nest(nestOf(problem, layer)), m_scheme(layer.scheme), m_blocks(m_nest, layer.scheme.blocking, reloadsWeights(m_nest, layer)),
      m_tiles(layer.scheme.region.extent.size())
{
    for (const Loop loop : allLoops) {
        m_passesOfStep *= m_scheme.blocking.factors[loop][2];
    }
    m_sharers = dataflow::fetchSharers(problem.network.layers[layer.layer], m_scheme.partition,
                                       search::spreadsFetches(problem.space), problem.space.counts);
    for (const Tensor tensor : allTensors) {
        m_kept[tensor] = layer.cost.wordsHeld[Storage::Buffer][tensor] > 0;
        m_wordsOfLoad[tensor] = m_nest.accesses[Level::Buffer][tensor];
        m_wordsOfUnit[tensor] = m_nest.accesses[m_kept[tensor] ? Level::Dram : Level::Buffer][tensor];
    }
    m_pinned = isMoved(Tensor::Weight) && layer.cost.fetches[Storage::Buffer][Tensor::Weight] == 0;
}

Count LayerWalk::indexAt(Count cycle, Loop loop, std::size_t level) const
{
    if (level < 2) {
        return m_blocks.indexAt(stepAt(cycle), loop, level);
    }
    Count inside = cycle / m_nest.cycles % m_passesOfStep;
    for (auto inner = registerOrder.rbegin(); *inner != loop; ++inner) {
        inside /= m_scheme.blocking.factors[*inner][2];
    }
    return inside % m_scheme.blocking.factors[loop][2];
}

Count LayerWalk::iterationAt(Count cycle, Loop loop) const
{
    Count iteration = 0;
    for (std::size_t level = 0; level < 3; ++level) {
        iteration = iteration * m_scheme.blocking.factors[loop][level] + indexAt(cycle, loop, level);
    }
    return iteration;
}

Count LayerWalk::cycleOf(Count repetition, const PerLoop<Count>& iteration) const
{
    Count pass = repetition * m_blocks.steps() + m_blocks.stepOf(iteration);
    for (const Loop loop : registerOrder) {
        const Count factor = m_scheme.blocking.factors[loop][2];
        pass = pass * factor + iteration[loop] % factor;
    }
    return pass * m_nest.cycles;
}

WordsMoved LayerWalk::movedAt(Count cycle, Storage storage, Tensor tensor) const
{
    if (storage == Storage::Buffer && tensor == Tensor::Weight && m_pinned) {
        return {};
    }
    const double scale = storage == Storage::Buffer
        ? m_wordsOfUnit[tensor] * static_cast<double>(m_tiles) / static_cast<double>(m_sharers[tensor])
        : m_wordsOfLoad[tensor] * static_cast<double>(m_tiles);
    const Storage filled = m_kept[tensor] ? storage : Storage::Register;
    const cost::UnitsMoved now = m_blocks.movedAfter(stepAt(cycle) + 1, filled, tensor);
    const cost::UnitsMoved each = m_blocks.movedAfter(m_blocks.steps(), filled, tensor);
    const auto before = static_cast<double>(repetitionAt(cycle));
    const auto words = [&](Count cost::UnitsMoved::* part) { return scale * (before * static_cast<double>(each.*part) + static_cast<double>(now.*part)); };
    return {words(&cost::UnitsMoved::in), words(&cost::UnitsMoved::out), words(&cost::UnitsMoved::again)};
}

} // namespace tilescape::schedule
