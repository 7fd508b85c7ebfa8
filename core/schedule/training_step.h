#pragma once

#include "core/schedule/solve.h"
#include "core/training/gradient/analysis.h"
#include "core/training/parallelism/plan.h"

namespace tilescape::schedule {

/// What one accelerator of the array holds of a layer with weights, and what that takes: the batch halved at each level of
/// data parallelism, the input channels of each group at each of model parallelism, both rounded up.
struct LayerShare {
    std::size_t layer = 0; ///< into the problem's network
    std::string name;
    Count batch = 1;
    network::Layer part; ///< alone: its input is the network's
    double forwardSeconds = 0;
    double forwardJoules = 0;
    double sequentialSeconds = 0; ///< backward: dX, then dW
    double orderedSeconds = 0;    ///< in the order that Algorithm 1 chooses
    training::gradient::Order order = training::gradient::Order::Sequential;
};

/// One step of training, three systems in a row: HyPar decides what an accelerator holds, the solver schedules its forward
/// pass on the problem's chip layer by layer, the gradient order its backward pass on the NPU of its settings. Layers without
/// weights are left out, and nothing overlaps.
struct TrainingStep {
    training::parallelism::Strategy strategy = training::parallelism::Strategy::HyPar;
    double communicationBytes = 0;
    double communicationSeconds = 0;
    double forwardSeconds = 0;
    double forwardJoules = 0;
    double sequentialSeconds = 0;
    double orderedSeconds = 0;
    std::vector<LayerShare> layers;

    [[nodiscard]] double seconds(bool ordered) const
    {
        return communicationSeconds + forwardSeconds + (ordered ? orderedSeconds : sequentialSeconds);
    }
};

/// The problem's training settings hold but for the strategy. Faults: of the plan, of the simulation, a layer without a
/// schedule, a network without weights, or that it was stopped.
support::Result<TrainingStep> trainingStep(const Problem& problem, training::parallelism::Strategy strategy,
                                           const SolveControl& control = {});

} // namespace tilescape::schedule
