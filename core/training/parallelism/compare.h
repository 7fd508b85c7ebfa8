#pragma once

#include "core/training/parallelism/plan.h"

namespace tilescape::training::parallelism {

/// The cost of a training step.
struct StepCost {
    double bytes = 0;
    double seconds = 0;
    double joules = 0;
};
StepCost costOf(const Plan& plan);

/// The same network under one strategy without forced choices (HyPar, Figures 6 to 8).
struct StrategyCost {
    Strategy strategy = Strategy::HyPar;
    StepCost cost;
};
/// All model, all data, one weird trick and HyPar.
std::vector<StrategyCost> compareStrategies(const Graph& graph, Count batch, const Settings& settings);

/// HyPar and all data on 2^levels accelerators (Figure 11), with gains over one accelerator.
struct ScalingPoint {
    Count accelerators = 1;
    StepCost data;
    StepCost hypar;
    double dataGain = 1;
    double hyparGain = 1;
};
std::vector<ScalingPoint> scaling(const Graph& graph, Count batch, Settings settings, Count mostLevels = 6);

/// One choice of a plan: level and vertex, both from 0.
struct Cell {
    std::size_t level = 0;
    std::size_t vertex = 0;
};

/// The plan with other choices for some cells: bit i of `combination` is that of `cells[i]`, 1 for model (Figures 9 and 10).
StepCost costWith(const Plan& plan, Count batch, const Settings& settings, std::span<const Cell> cells,
                  std::size_t combination);

/// What the step would cost if this cell alone were the other way.
StepCost costSwitched(const Plan& plan, Count batch, const Settings& settings, const Cell& cell);

} // namespace tilescape::training::parallelism
