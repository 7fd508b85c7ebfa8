#pragma once

#include "core/schedule/solve.h"
#include "core/training/gradient/analysis.h"
#include "core/training/parallelism/plan.h"

namespace tilescape::schedule {

/// The part of a layer with weights that one accelerator of the array computes, and its time and energy. Each level of
/// data parallelism halves the batch, each level of model parallelism the input channels of a group, both rounded up
/// (HyPar).
struct LayerShare {
    std::size_t layer = 0; ///< index in the problem's network
    std::string name;
    Count batch = 1;     ///< items of the batch
    network::Layer part; ///< as a network of its own, whose input it reads
    Extent inputSize;    ///< of the map that it reads, without padding
    double forwardSeconds = 0;
    double forwardJoules = 0;
    double sequentialSeconds = 0; ///< backward pass: gradient of the input, then of the weights
    double orderedSeconds = 0;    ///< backward pass in the order that Algorithm 1 chooses (gradient order, MICRO'23)
    training::gradient::Order order = training::gradient::Order::Sequential;
};

/// The time of one step of training from three models: HyPar decides what each accelerator computes, the solver
/// schedules the forward pass on the problem's chip layer by layer, and the gradient order decides the backward pass on
/// the NPU of its settings. Layers without weights are left out, and nothing overlaps.
struct TrainingStep {
    training::parallelism::Strategy strategy = training::parallelism::Strategy::HyPar;
    std::vector<training::parallelism::Forced> forced; ///< choices that a person made, not the strategy
    double communicationBytes = 0; ///< between accelerators in one step
    double communicationSeconds = 0;
    double forwardSeconds = 0;
    double forwardJoules = 0;
    double sequentialSeconds = 0;
    double orderedSeconds = 0;
    std::vector<LayerShare> layers;

    /// Seconds of the whole step, its backward pass `ordered` or sequential.
    [[nodiscard]] double seconds(bool ordered) const
    {
        return communicationSeconds + forwardSeconds + (ordered ? orderedSeconds : sequentialSeconds);
    }
};

/// The step with the strategy and the forced choices of the problem's training settings. Faults: those of the parallelism
/// plan or the gradient simulation, a layer without a schedule, a network without weights, or that it was stopped.
support::Result<TrainingStep> trainingStep(const Problem& problem, const SolveControl& control = {});
/// The same under `strategy` alone: without forced choices.
support::Result<TrainingStep> trainingStep(Problem problem, training::parallelism::Strategy strategy,
                                           const SolveControl& control = {});

} // namespace tilescape::schedule
