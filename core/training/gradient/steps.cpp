#include "core/training/gradient/steps.h"

#include "core/training/gradient/order_rule.h"

#include <algorithm>
#include <cassert>

namespace tilescape::training::gradient {
namespace {

constexpr Loops mkn{Axis::M, Axis::K, Axis::N};
constexpr Loops knm{Axis::K, Axis::N, Axis::M};
constexpr Loops nkm{Axis::N, Axis::K, Axis::M};
constexpr Loops mnk{Axis::M, Axis::N, Axis::K};
constexpr Loops nmk{Axis::N, Axis::M, Axis::K};

struct OrderLoops {
    Loops inputGradient;
    Loops weightGradient;
};

OrderLoops loopsOf(Order order, MajorLoops major)
{
    const bool dyStays = major == MajorLoops::DyStationary;
    switch (order) {
    case Order::Sequential:
    case Order::Interleaved: return {mkn, knm};
    case Order::DxMajor: return dyStays ? OrderLoops{mnk, mnk} : OrderLoops{mkn, mkn};
    case Order::DwMajor: return dyStays ? OrderLoops{nmk, nmk} : OrderLoops{nkm, nkm};
    }
    return {};
}

Axis cutAxis(Partition partition)
{
    switch (partition) {
    case Partition::DySharing: return Axis::N;
    case Partition::IfmapSharing: return Axis::K;
    case Partition::None:
    case Partition::WeightSharing: break;
    }
    return Axis::M;
}

/// The product of a part, by the elements that its tiles cover.
Gemm productOf(const Tiling& tiling, const Box& box)
{
    PerAxis<Count> size;
    for (const Axis axis : allAxes) {
        const bool reachesEnd = box.to[axis] == tiling.tiles(axis);
        size[axis] = (box.to[axis] - box.from[axis] - 1) * tiling.tile()[axis] + tiling.extent(axis, reachesEnd);
    }
    Gemm part = tiling.gemm();
    part.m = size[Axis::M];
    part.k = size[Axis::K];
    part.n = size[Axis::N];
    return part;
}

std::vector<Box> cut(const Box& whole, Axis axis, Count parts)
{
    std::vector<Box> boxes(static_cast<std::size_t>(parts), whole);
    const Count tiles = whole.to[axis];
    for (Count part = 0; part < parts; ++part) {
        boxes[static_cast<std::size_t>(part)].from[axis] = part * tiles / parts;
        boxes[static_cast<std::size_t>(part)].to[axis] = (part + 1) * tiles / parts;
    }
    return boxes;
}

} // namespace

bool Box::empty() const
{
    return std::any_of(allAxes.begin(), allAxes.end(), [&](Axis axis) { return from[axis] >= to[axis]; });
}

Box wholeOf(const Tiling& tiling)
{
    return {{}, {{tiling.tiles(Axis::M), tiling.tiles(Axis::K), tiling.tiles(Axis::N)}}};
}

Pass backwardPass(const Box& box, Order order, bool inputGradient, MajorLoops major)
{
    const OrderLoops loops = loopsOf(order, major);
    if (!inputGradient) {
        return {box, {{StepKind::WeightGradient, loops.weightGradient}}, false};
    }
    return {box,
            {{StepKind::InputGradient, loops.inputGradient}, {StepKind::WeightGradient, loops.weightGradient}},
            order != Order::Sequential};
}

Pass forwardPass(const Box& box) { return {box, {{StepKind::Forward, mnk}}, false}; }

Plan planOf(const Tiling& tiling, Order order, const Settings& settings)
{
    return partitionedPlanOf(tiling, Partition::None, settings.cores, order, settings);
}

Plan forwardPlanOf(const Tiling& tiling, const Settings& settings)
{
    Plan plan;
    for (const Box& box : cut(wholeOf(tiling), Axis::M, settings.cores)) {
        plan.cores.push_back(box.empty() ? std::vector<Pass>{} : std::vector<Pass>{forwardPass(box)});
    }
    return plan;
}

Plan partitionedPlanOf(const Tiling& tiling, Partition partition, Count parts, std::optional<Order> order,
                       const Settings& settings)
{
    Plan plan;
    plan.cores.resize(static_cast<std::size_t>(settings.cores));
    std::size_t core = 0;
    for (const Box& box : cut(wholeOf(tiling), cutAxis(partition), settings.cores > 1 ? settings.cores : parts)) {
        if (!box.empty()) {
            const Order own = order ? *order : chooseOrder(productOf(tiling, box), settings.rule);
            plan.cores[core].push_back(backwardPass(box, own, tiling.gemm().inputGradient, settings.majorLoops));
        }
        core = (core + 1) % plan.cores.size();
    }
    return plan;
}

StepStream::StepStream(const std::vector<Pass>& passes) : m_passes(&passes)
{
    if (!passes.empty()) {
        begin(passes.front());
    }
}

void StepStream::begin(const Pass& pass)
{
    assert(!pass.box.empty() && !pass.nests.empty() && pass.nests.size() <= m_walks.size());
    for (std::size_t i = 0; i < m_walks.size(); ++i) {
        m_walks[i].done = i >= pass.nests.size();
        if (!m_walks[i].done) {
            m_walks[i] = {pass.nests[i].kind, pass.nests[i].loops, pass.box.from, false};
        }
    }
    m_turn = 0;
}

} // namespace tilescape::training::gradient
