#include "core/io/schedule_json.h"

#include "core/io/cell_text.h"
#include "core/io/json_reader.h"
#include "core/io/library.h"
#include "core/io/problem_parts.h"
#include "core/io/scheme_json.h"
#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "core/support/ceiling.h"
#include "core/support/quantity_text.h"
#include "core/support/tensor_sum.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

using support::wholeWhereMeant;

constexpr std::array<std::string_view, 4> boundNames{"compute", "bus", "dram", "shared_buffer"};

std::string_view boundName(cost::BoundBy bound) { return boundNames[static_cast<std::size_t>(bound)]; }

double countOf(const PerTensor<double>& counts) { return wholeWhereMeant(sumOfTensors(counts)); }

Json energyJson(const cost::Energy& energy)
{
    Json json = {{"total", energy.total()}, {"mac", energy.mac},   {"dram", energy.dram},
                 {"noc", energy.noc},       {"buffer", energy.buffer}, {"bus", energy.bus},
                 {"registers", energy.registers}, {"static", energy.staticPower}};
    if (energy.sharedBuffers > 0) {
        json["shared_buffers"] = energy.sharedBuffers;
    }
    return json;
}

Json layerJson(const schedule::Schedule& schedule, const schedule::ScheduledLayer& scheduled)
{
    const cost::LayerCost& cost = scheduled.cost;
    const dataflow::ArrayMapping& mapping = scheduled.mapping;
    Json fetches = Json::object();
    Json held = Json::object();
    for (const Storage storage : allStorages) {
        fetches[std::string(nameOf(storage))] = tensorsJson(cost.fetches[storage]);
        held[std::string(nameOf(storage))] = tensorsJson(cost.wordsHeld[storage]);
    }
    const network::Layer& layer = schedule.problem->network.layers[scheduled.layer];
    Json json = {
        {"name", layer.name},
        {"kind", network::kindName(layer.kind)},
        {"position",
         {{"segment", scheduled.slot.segment}, {"region", scheduled.slot.region}, {"slot", scheduled.slot.index}}},
        {"scheme", schemeJson(scheduled.scheme)},
        {"pe_mapping",
         {{"logical_set", extentJson(mapping.logicalSet)},
          {"fold", extentJson(mapping.fold)},
          {"replication", extentJson(mapping.replication)},
          {"utilization", dataflow::mappedShare(mapping, scheduled.scheme.replication)}}},
        {"energy_pj", energyJson(cost.energy)},
        {"pe_utilization", scheduled.peUtilization},
        {"cycles", cost.cycles},
        {"compute_cycles", cost.computeCycles},
        {"bus_cycles", cost.busCycles},
        {"dram_cycles", cost.dramCycles},
        {"bound_by", boundName(cost.boundBy())},
        {"mac_operations", wholeWhereMeant(cost.operations)},
        {"accesses_words", accessesJson(cost)},
        {"noc_word_hops", countsJson(cost.nocHops)},
        {"fetches", std::move(fetches)},
        {"words_held", std::move(held)}};
    if (Json shared = sharedBuffersJson(cost); !shared.empty()) {
        json["shared_buffers"] = std::move(shared);
        json["shared_buffer_cycles"] = cost.sharedCycles;
    }
    if (cost.redundantOperations > 0) {
        json["redundant_mac_operations"] = wholeWhereMeant(cost.redundantOperations); // counts are rounded up
    }
    return json;
}

Json segmentCountsJson(const search::SegmentCounts& counts)
{
    Json json = {{"segments_considered", counts.considered()}, {"segments_planned", counts.planned()}};
    for (const search::SegmentOutcomeRow& row : search::segmentOutcomes()) {
        json["segments_" + std::string(row.key)] = counts.of[row.outcome];
    }
    return json;
}

Json blockingCountsJson(const search::SearchCounts& counts)
{
    return {{"blockings_considered", counts.considered},
            {"blockings_priced", counts.priced},
            {"blockings_too_big", counts.tooBig},
            {"blockings_bounded", counts.bounded}};
}

Json searchJson(const schedule::Schedule& schedule)
{
    Json json = blockingCountsJson(schedule.counts);
    json.update(segmentCountsJson(schedule.segmentCounts));
    json["chains_tried"] = schedule.chains.tried;
    json["chains_dominated"] = schedule.chains.dominated;
    json["chains_beyond_the_best_kept"] = schedule.chains.beyond;
    if (!schedule.segmentCountsByLayer.empty()) {
        Json layers = Json::array();
        for (std::size_t layer = 0; layer < schedule.segmentCountsByLayer.size(); ++layer) {
            Json own = segmentCountsJson(schedule.segmentCountsByLayer[layer]);
            own["first_layer"] = schedule.problem->network.layers[layer].name;
            layers.push_back(std::move(own));
        }
        json["segments_by_first_layer"] = std::move(layers);
    }
    return json;
}

/// The segments of the schedule: their layers, their cycles, and how they were found.
Json segmentsJson(const schedule::Schedule& schedule)
{
    Json segments = Json::array();
    for (const pipeline::SegmentTiming& timing : schedule.segments) {
        segments.push_back({{"cycles", timing.cycles()}, {"layers", Json::array()}});
    }
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        segments[static_cast<std::size_t>(scheduled.slot.segment)]["layers"].push_back(
            schedule.problem->network.layers[scheduled.layer].name);
    }
    for (std::size_t number = 0; number < schedule.segmentSearches.size(); ++number) {
        const schedule::SegmentSearch& search = schedule.segmentSearches[number];
        Json own = blockingCountsJson(search.blockings);
        if (!schedule.segmentCountsByLayer.empty()) {
            own["overlapping_segments"] = segmentCountsJson(search.overlapping);
        }
        segments[number]["search"] = std::move(own);
    }
    for (std::size_t number = 0; number < schedule.segmentBounds.size(); ++number) {
        const search::SegmentBound& bound = schedule.segmentBounds[number];
        segments[number]["lower_bound"] = {{"energy_pj", bound.energy.energyPj},
                                           {"cycles", bound.cycles},
                                           {"energy_pj_by_layer", bound.energy.layersPj}};
    }
    return segments;
}

Json diagnosticsJson(const support::Diagnostics& diagnostics)
{
    Json list = Json::array();
    for (const support::Diagnostic& diagnostic : diagnostics) {
        list.push_back({{"layer", diagnostic.layer}, {"problem", diagnostic.problem}, {"remedy", diagnostic.remedy}});
    }
    return list;
}

Json adviceJson(const std::vector<schedule::Advice>& all)
{
    Json list = Json::array();
    for (const schedule::Advice& advice : all) {
        list.push_back({{"option", advice.option->key},
                        {"goal", nameOf(advice.goal)},
                        {"without", advice.without},
                        {"with", advice.with},
                        {"gain", advice.gain()}});
    }
    return list;
}

/// What is saved is counted for each item of the batch.
Json findingsJson(const std::vector<explore::Finding>& all)
{
    Json list = Json::array();
    for (const explore::Finding& finding : all) {
        list.push_back({{"rule", finding.rule->key},
                        {"layers", finding.layers},
                        {"measure", finding.measure},
                        {"action", finding.action},
                        {"goal", nameOf(finding.about)},
                        {"without", finding.without},
                        {"with", finding.with},
                        {"gain", finding.gain()}});
    }
    return list;
}

/// What the answer depends on beside the network, the batch, the goal and the solver.
Json problemJson(const schedule::Problem& problem)
{
    Json json;
    putSearch(json, problem);
    putHardware(json["hardware"], problem.hardware);
    return json;
}

Json fileOf(const schedule::Schedule& schedule)
{
    const schedule::Problem& problem = *schedule.problem;
    const schedule::Totals& totals = schedule.totals;
    Json accesses = Json::object();
    for (const Level level : allLevels) {
        accesses[std::string(nameOf(level))] = wholeWhereMeant(totals.accesses[level]);
    }
    double neighbours = 0;
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        neighbours += sumOfTensors(scheduled.cost.remoteBufferAccesses);
    }
    accesses[std::string(nameOf(Level::Buffer))] = wholeWhereMeant(totals.accesses[Level::Buffer] - neighbours);
    accesses["neighbour_buffers"] = wholeWhereMeant(neighbours);
    Json layers = Json::array();
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        layers.push_back(layerJson(schedule, scheduled));
    }
    Json file = {{"format", "tilescape-schedule"},
                 {"version", 1},
                 {"network", problem.network.name},
                 {"hardware", titleOf(problem.hardware)},
                 {"batch", problem.batch},
                 {"goal", nameOf(problem.goal)},
                 {"solver", problem.solver},
                 {"problem", problemJson(problem)},
                 {"status", nameOf(schedule.status)},
                 {"total",
                  {{"energy_pj", energyJson(totals.energy)},
                   {"cycles", totals.cycles},
                   {"seconds", totals.seconds},
                   {"mac_operations", wholeWhereMeant(totals.operations)},
                   {"accesses_words", std::move(accesses)},
                   {"noc_word_hops", wholeWhereMeant(totals.nocHops)},
                   {"pe_utilization", totals.peUtilization},
                   {"gops", totals.gops},
                   {"gops_per_watt", totals.gopsPerWatt}}},
                 {"search", searchJson(schedule)},
                 {"lower_bound",
                  {{"energy_pj", schedule.bound.energyPj},
                   {"cycles", schedule.bound.cycles},
                   {"energy_pj_cycles", schedule.bound.energyDelay},
                   {"dram_words", schedule.bound.dramWords}}},
                 {"gap", schedule.hasResult() ? Json(schedule::gapOf(schedule)) : Json()},
                 {"diagnostics", diagnosticsJson(schedule.diagnostics)},
                 {"input_partition", partitionJson(schedule.inputPartition)},
                 {"segments", segmentsJson(schedule)},
                 {"layers", std::move(layers)}};
    if (!schedule.hasResult()) { // what is not there is no zero, which would be the least of all
        file["total"] = nullptr;
        file["lower_bound"] = nullptr;
    }
    if (schedule.closerBound > 0) {
        file["closer_bound"] = {{nameOf(problem.goal), schedule.closerBound}, {"range", schedule::proofRange}};
    }
    if (schedule.isKept) {
        file["kept"] = true;
    }
    if (schedule.hasResult() && totals.redundantOperations > 0) {
        file["total"]["redundant_mac_operations"] = wholeWhereMeant(totals.redundantOperations);
    }
    return file;
}

} // namespace

std::string writeScheduleJson(const schedule::Schedule& schedule) { return indentedText(fileOf(schedule)); }

std::string writeScheduleJson(const schedule::Schedule& schedule, const std::optional<std::vector<schedule::Advice>>& advice,
                              const std::optional<std::vector<explore::Finding>>& findings)
{
    Json file = fileOf(schedule);
    if (advice) {
        file["advice"] = adviceJson(*advice);
    }
    if (findings) {
        file["findings"] = findingsJson(*findings);
    }
    return indentedText(file);
}

std::string writeScheduleJson(const schedule::Proof& proof)
{
    Json file = fileOf(proof.schedule);
    file["proof"] = {{"gap", proof.gap()},
                     {"lower_bound", proof.bound},
                     {"end", schedule::nameOf(proof.end)},
                     {"range", schedule::proofRange}};
    return indentedText(file);
}

std::string writeScheduleCsv(const schedule::Schedule& schedule)
{
    std::string text =
        "layer,kind,segment,region,slot,tiles,energy_pj,mac_pj,dram_pj,noc_pj,buffer_pj,bus_pj,registers_pj,"
        "static_pj,cycles,compute_cycles,bus_cycles,dram_cycles,bound_by,pe_utilization,mac_operations,"
        "dram_words,buffer_words,neighbour_buffer_words,bus_words,register_words,noc_word_hops";
    const bool shared = !hardware::machineOf(schedule.problem->hardware).sharedBuffers.empty();
    text += shared ? ",shared_buffers_pj,shared_buffer_cycles,shared_buffer_words\n" : "\n";
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        const network::Layer& layer = schedule.problem->network.layers[scheduled.layer];
        const cost::LayerCost& cost = scheduled.cost;
        const cost::Energy& energy = cost.energy;
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", csvField(layer.name),
            network::kindName(layer.kind), scheduled.slot.segment, scheduled.slot.region, scheduled.slot.index,
            scheduled.scheme.region.extent.size(), energy.total(), energy.mac, energy.dram, energy.noc, energy.buffer,
            energy.bus, energy.registers, energy.staticPower, cost.cycles, cost.computeCycles, cost.busCycles,
            cost.dramCycles, boundName(cost.boundBy()), scheduled.peUtilization, wholeWhereMeant(cost.operations),
            countOf(cost.accesses[Level::Dram]), countOf(cost.accesses[Level::Buffer]),
            countOf(cost.remoteBufferAccesses), countOf(cost.accesses[Level::Bus]),
            countOf(cost.accesses[Level::Register]), countOf(cost.nocHops));
        text += shared
                    ? fmt::format(",{},{},{}\n", energy.sharedBuffers, cost.sharedCycles, countOf(cost.sharedAccesses))
                    : "\n";
    }
    return text;
}

namespace {

std::string_view phraseOf(search::Goal goal)
{
    return goal == search::Goal::Energy  ? "energy"
           : goal == search::Goal::Delay ? "delay"
                                         : "energy x delay";
}

/// Of what the goal makes small, with its unit.
std::string amountOf(double measure, search::Goal goal)
{
    return goal == search::Goal::Energy  ? fmt::format("{} mJ", support::sixDigits(measure * 1e-9))
           : goal == search::Goal::Delay ? fmt::format("{:.0f} cycles", measure)
                                         : fmt::format("{} mJ x cycles", support::sixDigits(measure * 1e-9));
}

} // namespace

std::string writeSummary(const schedule::Schedule& schedule, std::optional<double> gap)
{
    const schedule::Problem& problem = *schedule.problem;
    std::string text = fmt::format("{} on {}, batch {}, goal {}: {}\n", problem.network.name, titleOf(problem.hardware),
                                   problem.batch, nameOf(problem.goal), nameOf(schedule.status));
    if (!schedule.diagnostics.empty()) {
        text += support::describe(schedule.diagnostics) + "\n";
    }
    if (!schedule.hasResult()) {
        return text;
    }
    const schedule::Totals& totals = schedule.totals;
    text += fmt::format("energy {} mJ, {:.0f} cycles ({} ms), {} GOPS, {} GOPS/W, {:.3g} % of all PEs busy",
                        support::sixDigits(totals.energy.total() * 1e-9), totals.cycles,
                        support::sixDigits(totals.seconds * 1e3), support::sixDigits(totals.gops),
                        support::sixDigits(totals.gopsPerWatt), totals.peUtilization * 100);
    text +=
        problem.goal == search::Goal::EnergyDelay
            ? fmt::format(", energy x delay {}\n", amountOf(schedule::measureOf(totals, problem.goal), problem.goal))
            : "\n";
    const double over = gap.value_or(schedule::gapOf(schedule));
    text += over >= 1
                ? fmt::format("within {:.3g} % of the best possible {}", (over - 1) * 100, phraseOf(problem.goal))
                : fmt::format("{:.3g} % below the best possible {} of the search space, which this schedule is not in",
                              (1 - over) * 100, phraseOf(problem.goal));
    // A closer bound ranges over fewer regions than the others, which are lower.
    if (gap || schedule.closerBound > 0) {
        text += fmt::format(": in regions that solvers choose from none takes less than {}\nwhatever the regions, ",
                            amountOf(schedule::measureOf(totals, problem.goal) / over, problem.goal));
    } else {
        text += '\n';
    }
    text += fmt::format(
        "no schedule of the search space takes less than {} mJ, {:.0f} cycles, {:.0f} DRAM words; this one {:.3g}, "
        "{:.3g} and {:.3g} times as much\n",
        support::sixDigits(schedule.bound.energyPj * 1e-9), schedule.bound.cycles, schedule.bound.dramWords,
        totals.energy.total() / schedule.bound.energyPj, totals.cycles / schedule.bound.cycles,
        totals.accesses[Level::Dram] / schedule.bound.dramWords);
    if (totals.redundantOperations > 0) {
        text += fmt::format("{:.3g} % of the operations are redundant: counts are rounded up\n",
                            100 * totals.redundantOperations / totals.operations);
    }
    text += schedule.isKept ? std::string("kept in the project: none was searched\n")
                            : fmt::format("blockings: {} considered, {} priced, {} too big, {} ruled out by bounds\n",
                                          schedule.counts.considered, schedule.counts.priced, schedule.counts.tooBig,
                                          schedule.counts.bounded);
    if (schedule.segmentCounts.considered() > 0) {
        text += fmt::format("segments: {} considered", schedule.segmentCounts.considered());
        for (const search::SegmentOutcomeRow& row : search::segmentOutcomes()) {
            const Count count = schedule.segmentCounts.of[row.outcome];
            text += count > 0 ? fmt::format("; {} {}", count, row.text) : "";
        }
        text += fmt::format("\nchains of segments: {} tried; {} dominated, {} beyond the best that are kept\n",
                            schedule.chains.tried, schedule.chains.dominated, schedule.chains.beyond);
    }
    text += fmt::format("{:<24} {:>14} {:>14} {:>8} {:>6} {:>14}\n", "layer", "energy mJ", "cycles", "bound by", "PEs %",
                        "DRAM words");
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        const auto& dram = scheduled.cost.accesses[Level::Dram];
        text += fmt::format("{:<24} {:>14.6g} {:>14.0f} {:>8} {:>6.1f} {:>14.0f}\n",
                            problem.network.layers[scheduled.layer].name, scheduled.cost.energy.total() * 1e-9,
                            scheduled.cost.cycles, boundName(scheduled.cost.boundBy()),
                            scheduled.peUtilization * 100,
                            dram[Tensor::Weight] + dram[Tensor::Input] + dram[Tensor::Output]);
    }
    return text;
}

} // namespace tilescape::io
