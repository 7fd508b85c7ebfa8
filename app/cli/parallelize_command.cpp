#include "app/cli/parallelize_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/plan_json.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>

namespace tilescape::cli {
namespace {

using namespace training::parallelism;
using support::Diagnostics;

struct ParallelizeOptions {
    std::string project;
    std::string network;
    Count batch = 0;
    Count levels = -1;
    std::string strategy;
    std::string topology;
    std::vector<std::string> settings;
    std::vector<std::string> forced;
    std::string jsonFile;
};

/// What is to be parallelized.
struct ParallelizeTask {
    network::Network network;
    Count batch = 256; ///< HyPar, Section 6.1
    Settings settings;
};

/// Whether some layer with weights has this name; joins and poolings take no choice.
bool isChosen(const network::Network& network, const std::string& name)
{
    const auto fits = [&](const network::Layer& layer) {
        return layer.name == name && network::hasWeights(layer) && !network::hasOperand(layer);
    };
    return std::any_of(network.layers.begin(), network.layers.end(), fits);
}

/// `layer@level=data|model`.
Diagnostics force(const std::string& text, ParallelizeTask& task)
{
    const std::size_t sign = text.rfind('=');
    const std::size_t at = text.rfind('@', sign);
    const std::string choice = sign == std::string::npos ? "" : text.substr(sign + 1);
    std::optional<Count> named;
    if (at != std::string::npos && at < sign) {
        const char* const end = text.data() + sign;
        Count level = 0;
        const auto read = std::from_chars(text.data() + at + 1, end, level);
        named = read.ec == std::errc() && read.ptr == end ? std::optional(level) : std::nullopt;
    }
    if (!named || (choice != "data" && choice != "model")) {
        return {optionFault("--force " + text + " names no layer, level and choice", "write --force layer@level=data or =model")};
    }
    const Count level = *named;
    const std::string layer = text.substr(0, at);
    if (!isChosen(task.network, layer)) {
        return {optionFault("--force " + text + ": the network has no layer '" + layer + "' with weights",
                            "the JSON output lists them under layers")};
    }
    if (level < 1 || level > task.settings.levels) {
        return {optionFault("--force " + text + ": the level is " + std::to_string(level),
                            "it lies between 1 and " + std::to_string(task.settings.levels))};
    }
    const auto isSame = [&](const auto& other) { return other.level == level && other.layer == layer; };
    if (std::any_of(task.settings.forced.begin(), task.settings.forced.end(), isSame)) {
        return {optionFault("--force " + text + ": there is a choice for this layer and level already", "give one")};
    }
    task.settings.forced.push_back({level, layer, choice == "data" ? Choice::Data : Choice::Model});
    return {};
}

Diagnostics readInput(const ParallelizeOptions& options, ParallelizeTask& task)
{
    schedule::Problem problem;
    problem.batch = task.batch;
    problem.training.parallelism = task.settings;
    const Diagnostics faults = readProjectOrNetwork(options.project, options.network, problem);
    task = {std::move(problem.network), problem.batch, problem.training.parallelism};
    return faults;
}

Diagnostics applyParallelizeOptions(const ParallelizeOptions& options, ParallelizeTask& task)
{
    Diagnostics faults;
    task.batch = options.batch == 0 ? task.batch : options.batch;
    task.settings.levels = options.levels < 0 ? task.settings.levels : options.levels;
    if (!options.strategy.empty()) {
        append(faults, setFromText(task.settings, "strategy", options.strategy));
    }
    if (!options.topology.empty()) {
        append(faults, setFromText(task.settings, "topology", options.topology));
    }
    append(faults, applySettings(options.settings, [&](const std::string& key, const std::string& value) {
        return setFromText(task.settings, key, value);
    }));
    for (const std::string& forced : options.forced) {
        append(faults, force(forced, task));
    }
    return faults;
}

int parallelize(const ParallelizeOptions& options)
{
    ParallelizeTask task;
    std::optional<Plan> found;
    const Output json{"--json", options.jsonFile,
                      [&] { return io::writePlanJson(*found, task.network, task.batch, task.settings); }};
    Diagnostics faults = readInput(options, task);
    append(faults, applyParallelizeOptions(options, task));
    append(faults, checkOutputs({&json, 1}, {options.project, options.network}));
    if (!faults.empty()) {
        return complain(faults);
    }
    auto made = plan(task.network, task.batch, task.settings);
    if (!made) {
        return complain(made.faults());
    }
    if (std::none_of(task.network.layers.begin(), task.network.layers.end(),
                     [&task](const network::Layer& layer) { return isChosen(task.network, layer.name); })) {
        return complain({hasNoWeights(task.network)});
    }
    found = std::move(made.value());
    faults = writeOutputs({&json, 1});
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writePlanSummary(*found, task.network, task.batch, task.settings);
    return ExitCode::Solved;
}

std::string namesOf(std::string_view key)
{
    std::string text;
    for (const Option& row : options()) {
        for (std::size_t i = 0; row.key == key && i < row.values.size(); ++i) {
            text += (i == 0 ? "" : i + 1 == row.values.size() ? " or " : ", ") + std::string(row.values[i]);
        }
    }
    return text;
}

/// What `--set` may change, for the help.
std::string settingsText()
{
    std::string text = "Settings (--set key=value; the first value is the default):\n";
    for (const Option& row : options()) {
        text += "  " + std::string(row.key) + ": " + namesOf(row.key) + ". " + std::string(row.help) + "\n";
    }
    for (const Number& row : numbers()) {
        text += "  " + std::string(row.key) + (row.unit.empty() ? "" : ", in " + std::string(row.unit)) + ". "
            + std::string(row.help) + "\n";
    }
    return text;
}

} // namespace

void addParallelizeCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("parallelize", "Choose data or model parallelism for each layer (HyPar)");
    auto options = std::make_shared<ParallelizeOptions>();
    CLI::Option* project = command->add_option("project", options->project, "Project file (.tilescape)");
    command->add_option("--network", options->network, "Network: a name of 'networks', or a file; alexnet without it")
        ->excludes(project);
    command->add_option("--batch", options->batch, "Batch size; 256 without a project")
        ->check(wholeNumber(1, schedule::largestBatch));
    command->add_option("--levels", options->levels, "Times that the array is halved: 2^levels accelerators")
        ->check(wholeNumber(0, mostLevels));
    command->add_option("--strategy", options->strategy, namesOf("strategy"));
    command->add_option("--topology", options->topology, namesOf("topology"));
    addRepeated(*command, "--set", options->settings, "Change a setting: key=value, any number of times");
    addRepeated(*command, "--force", options->forced, "Decide for a layer: layer@level=data or =model, any number of times");
    command->add_option("--json", options->jsonFile, "Write the plan as JSON to this file");
    command->footer(settingsText());
    command->callback([options, &exitCode] { exitCode = parallelize(*options); });
}

} // namespace tilescape::cli
