#include "core/io/training_step_json.h"

#include "core/io/cell_text.h"
#include "core/io/json_reader.h"
#include "core/io/library.h"
#include "core/io/plan_json.h"

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using schedule::LayerShare;
using schedule::TrainingStep;

namespace {

ordered_json layerJson(const LayerShare& share)
{
    return {{"name", share.name},
            {"batch", share.batch},
            {"input_channels", share.part.inputChannels},
            {"output_channels", share.part.outputChannels},
            {"forward_seconds", share.forwardSeconds},
            {"forward_joules", share.forwardJoules},
            {"backward_sequential_seconds", share.sequentialSeconds},
            {"backward_ordered_seconds", share.orderedSeconds},
            {"gradient_order", nameOf(share.order)}};
}

ordered_json stepJson(const TrainingStep& step)
{
    ordered_json json = {{"strategy", nameOf(step.strategy)},
                         {"forced_choices", step.forced.size()},
                         {"communication_bytes", step.communicationBytes},
                         {"communication_seconds", step.communicationSeconds},
                         {"forward_seconds", step.forwardSeconds},
                         {"forward_joules_per_accelerator", step.forwardJoules},
                         {"backward_sequential_seconds", step.sequentialSeconds},
                         {"backward_ordered_seconds", step.orderedSeconds},
                         {"step_sequential_seconds", step.seconds(false)},
                         {"step_ordered_seconds", step.seconds(true)},
                         {"layers", ordered_json::array()}};
    for (const LayerShare& share : step.layers) {
        json["layers"].push_back(layerJson(share));
    }
    return json;
}

std::string_view nameOfRow(const TrainingStep& step)
{
    return step.forced.empty() ? nameOf(step.strategy) : "this plan";
}

Count accelerators(const schedule::Problem& problem) { return Count{1} << problem.training.parallelism.levels; }

} // namespace

std::string writeTrainingStepJson(const schedule::Problem& problem, const std::vector<TrainingStep>& steps)
{
    ordered_json json = {{"format", "tilescape-training-step"}, {"version", 1},
                         {"network", problem.network.name},     {"batch", problem.batch},
                         {"accelerators", accelerators(problem)}, {"chip", problem.hardware.name},
                         {"npu", problem.training.gradient.npu.name}, {"steps", ordered_json::array()}};
    for (const TrainingStep& step : steps) {
        json["steps"].push_back(stepJson(step));
    }
    return prettyText(json);
}

std::string writeTrainingStepSummary(const schedule::Problem& problem, const std::vector<TrainingStep>& steps)
{
    std::string text =
        fmt::format("{}, batch {}, {} accelerator{}; forward on {}, backward on the {} NPU; milliseconds\n{}\n"
                    "{:<18} {:>14} {:>10} {:>10} {:>10} {:>10} {:>8}\n",
                    problem.network.name, problem.batch, accelerators(problem), accelerators(problem) == 1 ? "" : "s",
                    titleOf(problem.hardware), problem.training.gradient.npu.name, forcedText(steps.back().forced),
                    "maps and gradients", "communication", "forward", "backward", "ordered", "step", "change");
    const double base = steps.front().seconds(false);
    for (const TrainingStep& step : steps) {
        for (const bool ordered : {false, true}) {
            text +=
                fmt::format("{:<18} {:>14.3f} {:>10.3f} {:>10.3f} {:>10} {:>10.3f} {:>8}\n",
                            ordered ? "" : nameOfRow(step), 1e3 * step.communicationSeconds, 1e3 * step.forwardSeconds,
                            1e3 * (ordered ? step.orderedSeconds : step.sequentialSeconds), ordered ? "yes" : "no",
                            1e3 * step.seconds(ordered), percentText(step.seconds(ordered) / base - 1));
        }
    }
    return text;
}

} // namespace tilescape::io
