#include "app/cli/gradient_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/run_progress.h"
#include "app/reproduce/gradient_evaluation.h"
#include "core/io/files.h"
#include "core/io/gradient_result.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"
#include "core/training/gradient/partition_choice.h"
#include "core/training/gradient/workloads.h"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <memory>

namespace tilescape::cli {
namespace {

using namespace training::gradient;
using support::Diagnostics;
using support::Result;

constexpr double soonDone = 2; // seconds

struct GradientOptions {
    std::string project;
    std::string npu;
    std::string network;
    std::string gemm;
    std::string tile;
    std::string order = "all";
    std::string partition = "best";
    Count cores = 0;
    Count parts = 0;
    Count batch = 0;
    std::vector<std::string> settings;
    std::string jsonFile;
    std::string csvFile;
    int threads = 0;
};

/// Hyphens and capitals are as good as what files say.
std::string normal(std::string word)
{
    for (char& letter : word) {
        letter = letter == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return word;
}

/// Which of `names` it is; notes what would be right.
std::optional<std::size_t> choose(const std::string& option, const std::string& given,
                                  std::span<const std::string_view> names, Diagnostics& faults)
{
    const std::string word = normal(given);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == word) {
            return i;
        }
    }
    faults.push_back(optionFault(fmt::format("{} '{}' is unknown", option, given), support::suggestName(word, names)));
    return std::nullopt;
}

/// "M,K,N": three whole numbers above zero.
std::optional<std::array<Count, 3>> threeCounts(const std::string& option, const std::string& text, Diagnostics& faults)
{
    std::array<Count, 3> counts{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto [after, error] = std::from_chars(at, end, counts[i]);
        const bool separated = i + 1 == counts.size() ? after == end : after != end && *after == ',';
        if (error != std::errc{} || counts[i] < 1 || counts[i] > (Count{1} << 31) || !separated) {
            faults.push_back(optionFault(fmt::format("{} {} is not three sizes", option, text),
                                         fmt::format("write {} M,K,N, each between 1 and 2^31", option)));
            return std::nullopt;
        }
        at = after + 1;
    }
    return counts;
}

void applySetting(const std::string& text, Settings& settings, Diagnostics& faults)
{
    const std::size_t sign = text.find('=');
    const std::string key = normal(text.substr(0, sign));
    const std::string value = sign == std::string::npos ? "" : text.substr(sign + 1);
    std::vector<std::string_view> keys;
    for (const NumberRow& row : numberRows()) {
        keys.push_back(row.key);
        if (row.key == key) {
            const std::optional<Count> number = support::readCount(value, row.unit, row.smallest, row.largest);
            if (!number) {
                faults.push_back(optionFault(fmt::format("--set {}: '{}' is no value of it", key, value),
                                             fmt::format("it is a whole number between {} and {}", row.smallest, row.largest)));
            } else {
                row.value(settings) = *number;
            }
            return;
        }
    }
    for (const ChoiceRow& row : choiceRows()) {
        keys.push_back(row.key);
        if (row.key == key) {
            if (const auto index = choose("--set " + key, value, row.names, faults)) {
                row.set(settings, static_cast<int>(*index));
            }
            return;
        }
    }
    faults.push_back(optionFault(fmt::format("--set {}: there is no such setting", text), support::suggestName(key, keys)));
}

/// Everything that is asked, checked.
struct GradientTask {
    Settings settings;
    AnalysisControl control;
    io::GradientReport report;
    network::Network network;
    Count batch = 1;
    std::vector<LayerGemm> products;
    std::optional<Partition> partition; ///< of all layers; without one, the best of each
    bool byNeighbours = false;
};

const NpuPreset* presetOf(const GradientOptions& options, GradientTask& task, Diagnostics& faults)
{
    std::vector<std::string_view> names;
    for (const NpuPreset& preset : npuPresets()) {
        names.push_back(preset.name);
    }
    const std::string wanted = options.npu.empty() ? task.settings.npu.name : options.npu;
    const bool isOwn = options.npu.empty() && wanted == ownNpu;
    const auto index = isOwn ? std::optional<std::size_t>(0) : choose("--npu", wanted, names, faults);
    const NpuPreset* const preset = index ? &npuPresets()[*index] : nullptr;
    if (preset != nullptr && !options.npu.empty()) {
        task.settings.npu = preset->npu;
    }
    if (options.cores > 0) {
        task.settings.cores = options.cores;
    }
    for (const std::string& setting : options.settings) {
        applySetting(setting, task.settings, faults);
    }
    return preset;
}

/// Returns whether there is a task to go on with.
bool readProject(const GradientOptions& options, GradientTask& task, Diagnostics& faults)
{
    if (options.project.empty()) {
        return true;
    }
    const auto text = io::readFile(options.project);
    const auto project = text ? io::readProject(text.value(), options.project) : Result<schedule::Problem>(text.faults());
    if (!project) {
        append(faults, project.faults());
        return false;
    }
    task.network = project.value().network;
    task.batch = project.value().batch;
    task.settings = project.value().training.gradient;
    return true;
}

void readOrder(const GradientOptions& options, GradientTask& task, Diagnostics& faults)
{
    std::vector<std::string_view> names{"all", "algorithm"};
    for (const Order order : allOrders) {
        names.push_back(nameOf(order));
    }
    const auto index = choose("--order", options.order, names, faults);
    if (index && *index >= 2) {
        task.report.orders = {allOrders[*index - 2]};
        task.control.partOrder = allOrders[*index - 2];
    }
}

void readPartition(const GradientOptions& options, GradientTask& task, Diagnostics& faults)
{
    std::vector<std::string_view> names{"best", "knn", nameOf(Partition::None)};
    for (const Partition partition : allPartitions) {
        names.push_back(nameOf(partition));
    }
    const auto index = choose("--partition", options.partition, names, faults);
    if (!index) {
        return;
    }
    task.byNeighbours = *index == 1;
    task.report.partitions = *index != 2;
    if (*index > 2) {
        task.partition = allPartitions[*index - 3];
    }
    if (options.parts > 0) {
        if (!task.report.partitions) {
            faults.push_back(optionFault("--parts changes nothing with --partition none", "leave out one of the two"));
        }
        if (task.settings.cores > 1) {
            faults.push_back(optionFault(fmt::format("--parts is for one core: each of {} takes a part", task.settings.cores),
                                         "leave it out, or ask for one core with --cores 1"));
        }
        task.control.parts = {options.parts};
    }
}

void readProducts(const GradientOptions& options, const NpuPreset& preset, GradientTask& task, Diagnostics& faults)
{
    const int asked = (options.project.empty() ? 0 : 1) + (options.network.empty() ? 0 : 1) + (options.gemm.empty() ? 0 : 1);
    if (asked != 1) {
        faults.push_back(optionFault(asked == 0 ? "there is nothing to simulate" : "there is more than one thing to simulate",
                                     "give a project, or --network, or --gemm"));
        return;
    }
    if (!options.gemm.empty()) {
        if (options.batch > 0) {
            faults.push_back(optionFault("--batch changes no product of --gemm", "put the batch into its first size"));
        }
        if (const auto sizes = threeCounts("--gemm", options.gemm, faults)) {
            const auto [m, k, n] = *sizes;
            task.report.network = fmt::format("GEMM {} x {} x {}", m, k, n);
            task.products = {{"gemm", 0, {m, k, n}, 1}};
        }
        return;
    }
    if (!options.network.empty()) {
        const auto loaded = io::loadNetwork(options.network);
        if (!loaded) {
            append(faults, loaded.faults());
            return;
        }
        task.network = loaded.value();
        task.batch = usualBatch(options.network, preset, task.settings.cores);
    }
    task.batch = options.batch > 0 ? options.batch : task.batch;
    task.report.network = task.network.name;
    task.products = gemmsOf(task.network, task.batch, task.settings);
    if (task.products.empty()) {
        faults.push_back(hasNoWeights(task.network));
    }
}

/// Before there is a result to write, the texts are not asked for.
std::vector<Output> outputsOf(const GradientOptions& options, const NetworkResult* result = nullptr,
                              const io::GradientReport* report = nullptr)
{
    return {{"--json", options.jsonFile, [result, report] { return io::writeGradientJson(*result, *report); }},
            {"--csv", options.csvFile, [result, report] { return io::writeGradientCsv(*result, *report); }}};
}

Result<GradientTask> taskOf(const GradientOptions& options)
{
    GradientTask task;
    Diagnostics faults;
    const bool isRead = readProject(options, task, faults);
    const NpuPreset* const preset = presetOf(options, task, faults);
    readOrder(options, task, faults);
    readPartition(options, task, faults);
    if (!options.tile.empty()) {
        if (const auto sides = threeCounts("--tile", options.tile, faults)) {
            task.control.tile = TileShape{*sides};
        }
    }
    if (isRead) {
        readProducts(options, preset != nullptr ? *preset : npuPresets().front(), task, faults);
    }
    append(faults, checkOutputs(outputsOf(options), {options.project, options.network}));
    task.control.threads = options.threads;
    return faults.empty() ? Result<GradientTask>(std::move(task)) : Result<GradientTask>(std::move(faults));
}

/// What the neighbours among the networks of Table 4 know, for the same machine.
Result<std::vector<PartitionSample>> learn(const GradientTask& task, const NpuPreset& preset)
{
    std::vector<std::vector<LayerGemm>> lists;
    for (const reproduce::WorkloadProducts& workload : reproduce::workloadProducts(preset, task.settings)) {
        lists.push_back(workload.products);
    }
    AnalysisControl control;
    control.threads = task.control.threads;
    const auto results = analyse(lists, task.settings, control);
    return results ? Result(samplesOf(results.value())) : Result<std::vector<PartitionSample>>(results.faults());
}

/// Makes the partition asked for the one that counts, at its best number of parts.
void usePartition(LayerResult& layer, Partition partition)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < layer.partitions.size(); ++i) {
        const bool faster = !best || layer.partitions[i].measure.ticks < layer.partitions[*best].measure.ticks;
        if (layer.partitions[i].partition == partition && faster) {
            best = i;
        }
    }
    layer.bestPartition = best.value_or(layer.bestPartition);
}

int deliver(const GradientOptions& options, const NetworkResult& result, const io::GradientReport& report)
{
    const Diagnostics faults = writeOutputs(outputsOf(options, &result, &report));
    if (!faults.empty()) {
        return complain(faults);
    }
    std::cout << io::writeGradientSummary(result, report);
    return ExitCode::Solved;
}

/// Says how far it is where that takes longer than anyone likes to wait.
Result<std::vector<std::vector<LayerResult>>> simulated(const GradientTask& task)
{
    ProgressLine line;
    AnalysisControl control = task.control;
    control.onProgress = [&line](std::size_t done, std::size_t total) {
        if (line.seconds() > soonDone) {
            line.say(fmt::format("{} of {} different products simulated", done, total));
        }
    };
    return analyse({task.products}, task.settings, control);
}

int runGradient(const GradientOptions& options)
{
    const auto checked = taskOf(options);
    if (!checked) {
        return complain(checked.faults());
    }
    const GradientTask& task = checked.value();
    auto layers = simulated(task);
    if (!layers) {
        complain(layers.faults());
        return options.tile.empty() ? ExitCode::NoSchedule : ExitCode::BadInput;
    }
    NetworkResult result{task.settings, task.batch, std::move(layers.value().front())};
    std::vector<PartitionSample> samples;
    if (task.byNeighbours) {
        auto learned = learn(task, task.settings.npu.name == npuPresets().back().name ? npuPresets().back() : npuPresets().front());
        if (!learned) {
            return complain(learned.faults());
        }
        samples = std::move(learned.value());
    }
    for (LayerResult& layer : result.layers) {
        if (task.partition) {
            usePartition(layer, *task.partition);
        } else if (!samples.empty()) {
            usePartition(layer, nearestPartition(samples, layer.product.gemm));
        }
    }
    return deliver(options, result, task.report);
}

void describeOptions(CLI::App& command, GradientOptions& options)
{
    command.add_option("project", options.project, "Project file (.tilescape): its network, batch and settings");
    command.add_option("--npu", options.npu, "Machine: small or large (Table 3 of the paper); otherwise small, or the project's");
    command.add_option("--network", options.network, "Network: a name of 'networks', or a file");
    command.add_option("--gemm", options.gemm, "One product instead: M,K,N");
    command.add_option("--tile", options.tile, "Sides of a tile, m,k,n, instead of the search");
    command.add_option("--order", options.order,
                       "all, algorithm, sequential, interleaved, dx_major or dw_major; one of the last four also in parts")
        ->capture_default_str();
    command.add_option("--partition", options.partition,
                       "best, knn, none, weight_sharing, dy_sharing or ifmap_sharing")
        ->capture_default_str();
    command.add_option("--parts", options.parts, "Into how many parts one core cuts; otherwise the better of 2 and 4")
        ->check(wholeNumber(1, 64));
    command.add_option("--cores", options.cores, "Cores; otherwise 1, or the project's")->check(wholeNumber(1, 8));
    command.add_option("--batch", options.batch, "Batch of all cores together; otherwise the paper's for the machine")
        ->check(wholeNumber(1, schedule::largestBatch));
    addRepeated(command, "--set", options.settings, "Change a setting: key=value, any number of times (keys in the manual)");
    command.add_option("--json", options.jsonFile, "Write the result as JSON to this file");
    command.add_option("--csv", options.csvFile, "Write one line a layer and order to this file");
    command.add_option("--threads", options.threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
}

} // namespace

void addGradientCommand(CLI::App& app, int& exitCode)
{
    const auto options = std::make_shared<GradientOptions>();
    CLI::App* const command =
        app.add_subcommand("gradient", "Simulate the backward pass tile by tile, in each order of its gradients");
    describeOptions(*command, *options);
    command->callback([options, &exitCode] { exitCode = runGradient(*options); });
}

} // namespace tilescape::cli
