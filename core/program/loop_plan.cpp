#include "core/program/loop_plan.h"

#include <algorithm>

namespace tilescape::program {

namespace {

constexpr Axis axisOf(Loop loop)
{
    switch (loop) {
    case Loop::InputChannel:
        return Axis::InputChannel;
    case Loop::OutputChannel:
        return Axis::OutputChannel;
    case Loop::Batch:
        break;
    }
    return Axis::Batch;
}

} // namespace

Count LoopPlan::uses(Tensor tensor) const
{
    Count product = 1;
    const std::size_t from = rotation[tensor] ? rotation[tensor]->loop + 1 : memoryDepth[tensor];
    for (std::size_t loop = from; loop < arrayDepth[tensor]; ++loop) {
        product *= varies(tensor, loop) ? 1 : loops[loop].times;
    }
    return product;
}

std::vector<std::size_t> LoopPlan::repeatsAround(Tensor tensor, std::size_t depth) const
{
    std::vector<std::size_t> found;
    for (std::size_t loop = 0; loop < depth; ++loop) {
        if (!varies(tensor, loop)) {
            found.push_back(loop);
        }
    }
    return found;
}

Count LoopPlan::fetches(Tensor tensor) const
{
    Count product = 1;
    for (const std::size_t loop : repeatsAround(tensor, memoryDepth[tensor])) {
        product *= loops[loop].times;
    }
    return product;
}

Count LoopPlan::loads(Tensor tensor) const
{
    Count product = 1;
    for (const std::size_t loop : repeatsAround(tensor, arrayDepth[tensor])) {
        product *= loops[loop].times;
    }
    return product;
}

void LoopPlan::add(UnitBox& box, std::size_t loop, const PerTensor<Count>& positions) const
{
    const PlannedLoop& own = loops[loop];
    Index& index = box.begin[own.axis];
    if (!own.ring) {
        index.terms.push_back({loop, own.step});
        return;
    }
    const Rotation& turning = *rotation[*own.ring];
    Index::Ring ring{own.step, turning.parts, positions[*own.ring], turning.rounds};
    ring.terms.push_back({loop, 1});
    index.rings.push_back(std::move(ring));
}

UnitBox LoopPlan::box(Tensor tensor, std::size_t depth, const PerAxis<Count>& count,
                      const PerTensor<Count>& positions) const
{
    UnitBox box;
    box.count = count;
    for (std::size_t loop = 0; loop < depth; ++loop) {
        if (varies(tensor, loop)) {
            add(box, loop, positions);
        }
    }
    return box;
}

UnitBox LoopPlan::passBox(const PerTensor<Count>& positions) const
{
    UnitBox box;
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        add(box, loop, positions);
    }
    for (const Tensor tensor : allTensors) {
        for (const Axis axis : allAxes) {
            box.count[axis] = std::max(box.count[axis], inRegisters[tensor][axis]);
        }
    }
    return box;
}

void LoopPlan::bringInWithin(Tensor tensor, std::size_t depth)
{
    memoryDepth[tensor] = std::max(depth, memoryDepth[tensor]);
    arrayDepth[tensor] = std::max(depth, arrayDepth[tensor]);
    countRounds(tensor);
}

void LoopPlan::countRounds(Tensor tensor)
{
    if (auto& turning = rotation[tensor]) {
        turning->rounds.clear();
        turning->roundCount = 1;
        for (std::size_t loop = turning->loop; loop-- > memoryDepth[tensor];) {
            turning->rounds.push_back({loop, (turning->parts - 1) * turning->roundCount});
            turning->roundCount *= loops[loop].times;
        }
    }
}

namespace {

/// Makes the plan step by step: loops, then the tensors that tiles share, then the depths.
class Planner {
public:
    Planner(const dataflow::LoopNest& nest, const PlanRequest& request, const Repetitions& repetitions)
        : m_nest(nest), m_request(request)
    {
        addLoops(repetitions);
        for (const Tensor tensor : allTensors) {
            addUnits(tensor);
        }
        for (const Tensor tensor : allTensors) {
            if (isShared(tensor) && (isWide(tensor) || isHeldToHandOn(tensor))) {
                spread(tensor);
            } else if (isShared(tensor) && request.rounds[tensor] > 0) {
                cutLoop(tensor);
            }
        }
        for (const Tensor tensor : allTensors) {
            findDepths(tensor);
        }
    }

    LoopPlan plan;

private:
    [[nodiscard]] bool isShared(Tensor tensor) const
    {
        return m_request.kept[tensor] && m_request.sharing.subgroup[tensor] > 1;
    }

    void addLoops(const Repetitions& repetitions)
    {
        const dataflow::Blocking& blocking = m_request.blocking;
        const auto put = [&](Axis axis, Count step, Count times) {
            if (times > 1) {
                plan.loops.push_back({axis, step, times, {}});
            }
        };
        put(Axis::Repetition, repetitions.images, repetitions.groups);
        put(Axis::Repetition, 1, repetitions.images);
        m_outer = plan.loops.size();
        for (const Loop loop : blocking.order[0]) {
            const auto& factors = blocking.factors[loop];
            put(axisOf(loop), factors[1] * factors[2], factors[0]);
        }
        m_inner = plan.loops.size();
        const PerLoop<Count>& inserted = m_request.sharing.insertedFactors;
        for (const Loop loop : m_request.sharing.insertedOrder) {
            put(axisOf(loop), blocking.factors[loop][1] / inserted[loop] * blocking.factors[loop][2], inserted[loop]);
        }
        for (const Loop loop : blocking.order[1]) {
            put(axisOf(loop), blocking.factors[loop][2], blocking.factors[loop][1] / inserted[loop]);
        }
    }

    void addUnits(Tensor tensor)
    {
        plan.changes[tensor][Axis::Repetition] = true;
        for (const Loop loop : allLoops) {
            const bool varies = m_nest.variesWith(tensor, loop);
            const auto& factors = m_request.blocking.factors[loop];
            plan.changes[tensor][axisOf(loop)] = varies;
            plan.inRegisters[tensor][axisOf(loop)] = varies ? factors[2] : 1;
            plan.held[tensor][axisOf(loop)] = !varies                  ? 1
                                              : m_request.kept[tensor] ? factors[1] * factors[2]
                                                                       : factors[2];
        }
        plan.held[tensor][Axis::Repetition] = plan.inRegisters[tensor][Axis::Repetition] = 1;
    }

    /// The first loop inside the buffer that changes the tensor; the number of loops if none does.
    [[nodiscard]] std::size_t firstLoop(Tensor tensor) const
    {
        std::size_t loop = m_inner;
        while (loop < plan.loops.size() && !plan.varies(tensor, loop)) {
            ++loop;
        }
        return loop;
    }

    /// The loop after those that change the tensor from `first` on.
    [[nodiscard]] std::size_t runEnd(Tensor tensor, std::size_t first) const
    {
        while (first < plan.loops.size() && plan.varies(tensor, first)) {
            ++first;
        }
        return first;
    }

    /// Whether a tile needs more at a time than its part.
    [[nodiscard]] bool isWide(Tensor tensor) const
    {
        Count units = 1;
        const std::size_t first = firstLoop(tensor);
        for (std::size_t loop = first; loop < runEnd(tensor, first); ++loop) {
            units *= plan.loops[loop].times;
        }
        return units < m_request.sharing.subgroup[tensor];
    }

    /// Sums that rotate for one round only would be gone before others take them.
    [[nodiscard]] bool isHeldToHandOn(Tensor tensor) const
    {
        return tensor == Tensor::Output && m_request.handsOn && m_request.rounds[tensor] == 0;
    }

    /// Cuts the block along the axis whose parts are the smallest.
    void spread(Tensor tensor)
    {
        const Count parts = m_request.sharing.subgroup[tensor];
        const PerAxis<Count>& held = plan.held[tensor];
        const auto kept = [&](Axis axis) { // of all units
            return static_cast<double>(ceilDivide(held[axis], parts)) / static_cast<double>(held[axis]);
        };
        const Axis axis = *std::min_element(allAxes.begin(), allAxes.end(),
                                            [&](Axis a, Axis b) { return kept(a) < kept(b); });
        plan.spread[tensor] = SpreadPlan{parts, axis};
    }

    /// Cuts the first loop that changes the tensor into steps of rotation, and what is left of it. Without whole steps, or if
    /// another tensor rotates along that loop, the tensor stays where it lies.
    void cutLoop(Tensor tensor)
    {
        const Count parts = m_request.sharing.subgroup[tensor];
        const std::size_t first = firstLoop(tensor);
        PlannedLoop& loop = plan.loops[first];
        if (loop.ring || loop.times % parts != 0) {
            spread(tensor);
            return;
        }
        const PlannedLoop rest{loop.axis, loop.step, loop.times / parts, {}};
        loop = {rest.axis, rest.step * rest.times, parts, tensor};
        plan.rotation[tensor] = Rotation{parts, first, rest.axis, {}, 1};
        plan.held[tensor][rest.axis] /= parts;
        if (rest.times > 1) {
            plan.loops.insert(plan.loops.begin() + static_cast<std::ptrdiff_t>(first) + 1, rest);
        }
        for (const Tensor other : allTensors) {
            if (other != tensor && plan.rotation[other] && plan.rotation[other]->loop > first && rest.times > 1) {
                ++plan.rotation[other]->loop;
            }
        }
    }

    [[nodiscard]] std::size_t depthWithin(Tensor tensor, std::size_t loops) const
    {
        std::size_t depth = loops;
        while (depth > m_outer && !plan.varies(tensor, depth - 1)) {
            --depth;
        }
        return depth;
    }

    void findDepths(Tensor tensor)
    {
        plan.arrayDepth[tensor] = depthWithin(tensor, plan.loops.size());
        plan.memoryDepth[tensor] = m_request.kept[tensor] ? depthWithin(tensor, m_inner) : plan.arrayDepth[tensor];
        if (plan.rotation[tensor]) {
            plan.countRounds(tensor);
        } else if (isShared(tensor) && !plan.spread[tensor]) {
            streamPast(tensor);
        }
    }

    /// What is used for one round only streams past: the range has room for one iteration of the loops that change it.
    void streamPast(Tensor tensor)
    {
        const std::size_t first = firstLoop(tensor);
        const std::size_t end = runEnd(tensor, first);
        for (std::size_t loop = first; loop < end; ++loop) {
            plan.held[tensor][plan.loops[loop].axis] /= plan.loops[loop].times;
        }
        plan.memoryDepth[tensor] = end;
    }

    const dataflow::LoopNest& m_nest;
    const PlanRequest& m_request;
    std::size_t m_outer = 0; ///< loops over repetitions
    std::size_t m_inner = 0; ///< the first loop inside those at DRAM level
};

} // namespace

LoopPlan planLoops(const dataflow::LoopNest& nest, const PlanRequest& request, const Repetitions& repetitions)
{
    return std::move(Planner(nest, request, repetitions).plan);
}

} // namespace tilescape::program
