#include "core/program/loop_plan.h"

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
    for (std::size_t loop = memoryDepth[tensor]; loop < arrayDepth[tensor]; ++loop) {
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

UnitBox LoopPlan::box(Tensor tensor, std::size_t depth, const PerAxis<Count>& count) const
{
    UnitBox box;
    box.count = count;
    for (std::size_t loop = 0; loop < depth; ++loop) {
        if (varies(tensor, loop)) {
            box.begin[loops[loop].axis].terms.push_back({loop, loops[loop].step});
        }
    }
    return box;
}

UnitBox LoopPlan::passBox() const
{
    UnitBox box;
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        box.begin[loops[loop].axis].terms.push_back({loop, loops[loop].step});
    }
    for (const Tensor tensor : allTensors) {
        for (const Axis axis : allAxes) {
            box.count[axis] = std::max(box.count[axis], inRegisters[tensor][axis]);
        }
    }
    return box;
}

LoopPlan planLoops(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, const PerTensor<bool>& kept,
                   const Repetitions& repetitions)
{
    LoopPlan plan;
    if (repetitions.groups > 1) {
        plan.loops.push_back({Axis::Repetition, repetitions.images, repetitions.groups});
    }
    if (repetitions.images > 1) {
        plan.loops.push_back({Axis::Repetition, 1, repetitions.images});
    }
    const std::size_t outer = plan.loops.size();
    std::size_t inner = outer; // the first loop inside those at DRAM level
    for (std::size_t level = 0; level < 2; ++level) {
        for (const Loop loop : blocking.order[level]) {
            const auto& factors = blocking.factors[loop];
            if (factors[level] > 1) {
                plan.loops.push_back({axisOf(loop), level == 0 ? factors[1] * factors[2] : factors[2], factors[level]});
            }
        }
        inner = level == 0 ? plan.loops.size() : inner;
    }
    for (const Tensor tensor : allTensors) {
        plan.changes[tensor][Axis::Repetition] = true;
        for (const Loop loop : allLoops) {
            const bool varies = nest.variesWith(tensor, loop);
            const auto& factors = blocking.factors[loop];
            plan.changes[tensor][axisOf(loop)] = varies;
            plan.inRegisters[tensor][axisOf(loop)] = varies ? factors[2] : 1;
            plan.held[tensor][axisOf(loop)] = !varies ? 1 : kept[tensor] ? factors[1] * factors[2] : factors[2];
        }
        plan.held[tensor][Axis::Repetition] = plan.inRegisters[tensor][Axis::Repetition] = 1;
        const auto depthWithin = [&](std::size_t loops) {
            std::size_t depth = loops;
            while (depth > outer && !plan.varies(tensor, depth - 1)) {
                --depth;
            }
            return depth;
        };
        plan.arrayDepth[tensor] = depthWithin(plan.loops.size());
        plan.memoryDepth[tensor] = kept[tensor] ? depthWithin(inner) : plan.arrayDepth[tensor];
    }
    return plan;
}

} // namespace tilescape::program
