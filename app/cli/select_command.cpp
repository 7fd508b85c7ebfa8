#include "app/cli/select_command.h"

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "core/io/selection_json.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>

namespace tilescape::cli {
namespace {

using namespace training::adaptflow;
using support::Diagnostics;

struct SelectOptions {
    std::string project;
    std::string network;
    Count batch = 0;
    Count bufferBytes = 0;
    std::string bits;
    std::string tiles;
    std::vector<std::string> literal;
    std::vector<std::string> settings;
    std::string jsonFile;
    std::string csvFile;
    int threads = 0;
};

/// Whole numbers above zero, with commas between them; empty if the text is anything else.
std::vector<Count> countsOf(std::string_view text)
{
    std::vector<Count> counts;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        Count count = 0;
        const auto [after, error] = std::from_chars(at, end, count);
        if (error != std::errc{} || count < 1 || (after != end && *after != ',')) {
            return {};
        }
        counts.push_back(count);
        if (after == end) {
            return counts;
        }
        at = after + 1;
    }
}

/// `--bits B` for weights and inputs (sums keep their 32), or `--bits W,I,P`.
Diagnostics setBits(const std::string& text, training::adaptflow::Settings& settings)
{
    const std::vector<Count> bits = countsOf(text);
    const bool small = std::all_of(bits.begin(), bits.end(), [](Count count) { return count <= 64; });
    if ((bits.size() != 1 && bits.size() != 3) || !small) {
        return {optionFault("--bits " + text + " is no precision",
                            "write --bits B for weights and inputs, or --bits W,I,P with that of sums, each between 1 and 64")};
    }
    settings.weightBits = bits.front();
    settings.inputBits = bits.size() == 3 ? bits[1] : bits.front();
    settings.sumBits = bits.size() == 3 ? bits[2] : settings.sumBits;
    return {};
}

/// `--tile ws=K,C,S,R,X,Y`; without a dataflow, of all three.
Diagnostics setTile(const std::string& text, training::adaptflow::Settings& settings)
{
    const std::size_t sign = text.find('=');
    const std::string name = sign == std::string::npos ? "" : text.substr(0, sign);
    const std::vector<Count> sides = countsOf(std::string_view(text).substr(sign == std::string::npos ? 0 : sign + 1));
    bool known = false;
    for (const Dataflow dataflow : allDataflows) {
        if (sides.size() == 6 && (name.empty() || name == nameOf(dataflow))) {
            settings.literal[dataflow] = {sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]};
            known = true;
        }
    }
    if (known) {
        return {};
    }
    return {optionFault("--tile " + text + " is no tile", "write --tile K,C,S,R,X,Y, or ws=, is= or os= before it")};
}

Diagnostics applySelectOptions(const SelectOptions& options, io::SelectionReport& report)
{
    Diagnostics faults;
    training::adaptflow::Settings& settings = report.settings;
    report.batch = options.batch == 0 ? report.batch : options.batch;
    settings.bufferBytes = options.bufferBytes == 0 ? settings.bufferBytes : options.bufferBytes;
    if (options.tiles == "literal") {
        takeLiterally(settings);
    } else if (!options.tiles.empty()) {
        append(faults, setFromText(settings, "tiles", options.tiles));
    }
    if (!options.bits.empty()) {
        append(faults, setBits(options.bits, settings));
    }
    for (const std::string& tile : options.literal) {
        append(faults, setTile(tile, settings));
    }
    append(faults, applySettings(options.settings, [&](const std::string& key, const std::string& value) {
        return setFromText(settings, key, value);
    }));
    if (faults.empty() && !options.literal.empty() && settings.tiles != training::adaptflow::Tiles::Literal) {
        faults.push_back(optionFault("--tile gives tiles, and these are searched", "add --tiles literal"));
    }
    return faults;
}

Diagnostics readInput(const SelectOptions& options, io::SelectionReport& report, network::Network& network)
{
    schedule::Problem problem;
    problem.batch = report.batch;
    problem.training.adaptflow = report.settings;
    const Diagnostics faults = readProjectOrNetwork(options.project, options.network, problem);
    report.network = problem.network.name;
    report.batch = problem.batch;
    report.settings = problem.training.adaptflow;
    network = std::move(problem.network);
    return faults;
}

std::vector<Output> outputsOf(const SelectOptions& options, const io::SelectionReport& report)
{
    return {{"--json", options.jsonFile, [&report] { return io::writeSelectionJson(report); }},
            {"--csv", options.csvFile, [&report] { return io::writeSelectionCsv(report); }}};
}

Diagnostics layersWithoutChoice(const io::SelectionReport& report)
{
    Diagnostics unfit;
    for (const LayerChoice& layer : report.selection) {
        if (!layer.choice) {
            unfit.push_back({support::Severity::Error, "", "", layer.name,
                             "no tile of any dataflow fits the buffer of " + std::to_string(report.settings.bufferBytes) + " B",
                             "give a larger buffer or fewer bits"});
        }
    }
    return unfit;
}

int run(const SelectOptions& options)
{
    io::SelectionReport report;
    network::Network network;
    const std::vector<Output> outputs = outputsOf(options, report);
    Diagnostics faults = readInput(options, report, network);
    append(faults, applySelectOptions(options, report));
    append(faults, checkOutputs(outputs, {options.project, options.network}));
    if (!faults.empty()) {
        return complain(faults);
    }
    report.selection = selectDataflows(network, report.batch, report.settings, options.threads);
    if (report.selection.empty()) {
        return complain({hasNoWeights(network)});
    }
    report.machines = compareMachines(report.selection, report.settings, options.threads);
    faults = writeOutputs(outputs);
    if (!faults.empty()) {
        return complain(faults);
    }
    const Diagnostics unfit = layersWithoutChoice(report);
    if (unfit.size() < report.selection.size()) {
        std::cout << io::writeSelectionSummary(report);
    }
    if (!unfit.empty()) {
        complain(unfit);
        return ExitCode::NoSchedule;
    }
    return ExitCode::Solved;
}

} // namespace

void addSelectCommand(CLI::App& app, int& exitCode)
{
    CLI::App* command = app.add_subcommand("select", "Choose weight, input or output stationary for each layer (Adapt-Flow)");
    auto options = std::make_shared<SelectOptions>();
    CLI::Option* project = command->add_option("project", options->project, "Project file (.tilescape)");
    command->add_option("--network", options->network, "Network: a name of 'networks', or a file; alexnet without it")
        ->excludes(project);
    command->add_option("--batch", options->batch, "Batch size; 1, or the project's")
        ->check(wholeNumber(1, schedule::largestBatch));
    command->add_option("--buffer-bytes", options->bufferBytes, "Capacity of the global buffer; 20 MB without it")
        ->check(wholeNumber(1, Count{1} << 40));
    command->add_option("--bits", options->bits, "Precision: B of weights and inputs, or W,I,P with that of partial sums");
    command->add_option("--tiles", options->tiles, "search, or literal: tiles as given, equations as printed");
    addRepeated(*command, "--tile", options->literal, "A given tile, [ws=|is=|os=]K,C,S,R,X,Y; any number of times");
    addRepeated(*command, "--set", options->settings, "Change a setting: key=value, any number of times (keys in the manual)");
    command->add_option("--json", options->jsonFile, "Write the result as JSON to this file");
    command->add_option("--csv", options->csvFile, "Write one line a layer and dataflow to this file");
    command->add_option("--threads", options->threads, "Threads; 0 for all cores. The answer does not depend on it")
        ->check(wholeNumber(0, mostThreads));
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace tilescape::cli
