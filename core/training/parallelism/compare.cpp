#include "core/training/parallelism/compare.h"

#include <array>

namespace tilescape::training::parallelism {
namespace {

StepCost costUnder(const Graph& graph, Count batch, Settings settings, Strategy strategy)
{
    settings.strategy = strategy;
    settings.forced.clear();
    return costOf(plan(graph, batch, settings).value()); // only brute force refuses
}

} // namespace

StepCost costOf(const Plan& plan) { return {plan.totalBytes, plan.stepSeconds, plan.energyJoules}; }

std::vector<StrategyCost> compareStrategies(const Graph& graph, Count batch, const Settings& settings)
{
    constexpr std::array strategies{Strategy::Model, Strategy::Data, Strategy::OneWeirdTrick, Strategy::HyPar};
    std::vector<StrategyCost> costs;
    for (const Strategy strategy : strategies) {
        costs.push_back({strategy, costUnder(graph, batch, settings, strategy)});
    }
    return costs;
}

std::vector<ScalingPoint> scaling(const Graph& graph, Count batch, Settings settings, Count mostLevels)
{
    std::vector<ScalingPoint> points;
    for (Count levels = 0; levels <= mostLevels; ++levels) {
        settings.levels = levels;
        ScalingPoint point;
        point.accelerators = Count{1} << levels;
        point.data = costUnder(graph, batch, settings, Strategy::Data);
        point.hypar = costUnder(graph, batch, settings, Strategy::HyPar);
        const ScalingPoint& one = points.empty() ? point : points.front();
        if (point.data.seconds > 0) { // a network without operations gains nothing
            point.dataGain = one.data.seconds / point.data.seconds;
            point.hyparGain = one.hypar.seconds / point.hypar.seconds;
        }
        points.push_back(point);
    }
    return points;
}

StepCost costWith(const Plan& plan, Count batch, const Settings& settings, std::span<const Cell> cells,
                  std::size_t combination)
{
    std::vector<Choices> levels = plan.levels;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool model = ((combination >> i) & 1) != 0;
        levels[cells[i].level][cells[i].vertex] = model ? Choice::Model : Choice::Data;
    }
    return costOf(price(plan.graph, batch, settings, std::move(levels)));
}

StepCost costSwitched(const Plan& plan, Count batch, const Settings& settings, const Cell& cell)
{
    const bool isData = plan.levels[cell.level][cell.vertex] == Choice::Data;
    return costWith(plan, batch, settings, std::span(&cell, 1), isData ? 1 : 0);
}

} // namespace tilescape::training::parallelism
