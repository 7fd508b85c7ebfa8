#include "core/schedule/training_step.h"

#include "core/schedule/solver_cache.h"

#include <algorithm>

namespace tilescape::schedule {
namespace {

using training::parallelism::Choice;
using training::parallelism::Plan;

/// The layer with its share of the input channels, as a network of its own.
network::Layer partOf(network::Layer layer, Count parts)
{
    const Count groups = network::groupsOf(layer);
    layer.inputChannels = groups * ceilDivide(layer.inputChannels / groups, parts);
    layer.inputs = {std::string(network::inputName)};
    layer.firstInputChannel.reset();
    return layer;
}

network::Network aloneOf(const LayerShare& share)
{
    network::Network network;
    network.name = share.part.name;
    network.input = {std::string(network::inputName), share.part.inputChannels, share.inputSize};
    network.layers = {share.part};
    return network;
}

std::vector<LayerShare> sharesOf(const Plan& plan, const Problem& problem)
{
    const network::Topology topology = network::topologyOf(problem.network);
    std::vector<LayerShare> shares;
    for (std::size_t vertex = 0; vertex < plan.graph.vertices.size(); ++vertex) {
        if (plan.graph.vertices[vertex].join) {
            continue;
        }
        Count batchParts = 1;
        Count channelParts = 1;
        for (const auto& level : plan.levels) {
            (level[vertex] == Choice::Data ? batchParts : channelParts) *= 2;
        }
        const std::size_t layer = plan.graph.vertices[vertex].layer;
        shares.push_back({layer, plan.graph.vertices[vertex].name, ceilDivide(problem.batch, batchParts),
                          partOf(problem.network.layers[layer], channelParts),
                          network::sizeOf(problem.network, topology.sources[layer].front())});
    }
    return shares;
}

/// Each share on the problem's chip. Equal ones are solved once: the cache sees to it.
support::Diagnostics scheduleForward(const Problem& problem, const SolveControl& control, std::vector<LayerShare>& shares)
{
    Problem alone = problem;
    alone.space.training = false;
    SolverCache cache; // of this step, where the caller has none
    SolveControl own = control;
    own.cache = control.cache != nullptr ? control.cache : &cache;
    for (LayerShare& share : shares) {
        alone.network = aloneOf(share);
        alone.batch = share.batch;
        const Schedule schedule = solve(alone, own);
        if (!schedule.hasResult()) {
            support::Diagnostics faults = schedule.diagnostics;
            if (faults.empty()) {
                faults.push_back({support::Severity::Error, "", "", share.name, "its share has no schedule", "change the chip"});
            }
            return faults;
        }
        share.forwardSeconds = schedule.totals.seconds;
        share.forwardJoules = schedule.totals.energy.total() * 1e-12;
    }
    return {};
}

support::Diagnostics orderBackward(const Problem& problem, const SolveControl& control, std::vector<LayerShare>& shares)
{
    const training::gradient::Settings& settings = problem.training.gradient;
    const auto whole = gemmsOf(problem.network, problem.batch, settings);
    std::vector<training::gradient::LayerGemm> products;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        for (training::gradient::LayerGemm product : gemmsOf(aloneOf(shares[i]), shares[i].batch, settings)) {
            const auto own = std::find_if(whole.begin(), whole.end(), [&](const auto& each) { return each.index == shares[i].layer; });
            product.gemm.inputGradient = own == whole.end() || own->gemm.inputGradient;
            products.push_back(product);
            owners.push_back(i);
        }
    }
    training::gradient::AnalysisControl analysis;
    analysis.threads = control.threads;
    analysis.stop = control.stop;
    const auto results = analyse({products}, settings, analysis);
    if (!results) {
        return results.faults();
    }
    const training::gradient::Machine machine(settings);
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const training::gradient::LayerResult& result = results.value().front()[i];
        const auto seconds = [&](training::gradient::Order order) {
            return static_cast<double>(result.product.count) * machine.seconds(result.orders[order].ticks);
        };
        LayerShare& share = shares[owners[i]];
        share.order = result.chosen;
        share.sequentialSeconds += seconds(training::gradient::Order::Sequential);
        share.orderedSeconds += seconds(result.chosen);
    }
    return {};
}

} // namespace

support::Result<TrainingStep> trainingStep(Problem problem, training::parallelism::Strategy strategy,
                                           const SolveControl& control)
{
    problem.training.parallelism.strategy = strategy;
    problem.training.parallelism.forced.clear();
    return trainingStep(problem, control);
}

support::Result<TrainingStep> trainingStep(const Problem& problem, const SolveControl& control)
{
    const training::parallelism::Settings& settings = problem.training.parallelism;
    const auto plan = training::parallelism::plan(problem.network, problem.batch, settings);
    if (!plan) {
        return plan.faults();
    }
    TrainingStep step;
    step.strategy = settings.strategy;
    step.forced = plan.value().forced;
    step.communicationBytes = plan.value().totalBytes;
    step.communicationSeconds = plan.value().communicationSeconds;
    step.layers = sharesOf(plan.value(), problem);
    if (step.layers.empty()) {
        return support::Diagnostic{support::Severity::Error, "", "", "", "the network has no layers with weights",
                                   "give one with a convolution or a fully connected layer"};
    }
    support::Diagnostics faults = scheduleForward(problem, control, step.layers);
    if (faults.empty()) {
        faults = orderBackward(problem, control, step.layers);
    }
    if (!faults.empty()) {
        return faults;
    }
    for (const LayerShare& share : step.layers) {
        step.forwardSeconds += share.forwardSeconds;
        step.forwardJoules += share.forwardJoules;
        step.sequentialSeconds += share.sequentialSeconds;
        step.orderedSeconds += share.orderedSeconds;
    }
    return step;
}

} // namespace tilescape::schedule
