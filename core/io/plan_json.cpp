#include "core/io/plan_json.h"

#include "core/io/json_reader.h"
#include "core/io/training_parts.h"

#include <fmt/format.h>

namespace tilescape::io {

using nlohmann::ordered_json;
using namespace training::parallelism;

namespace {

ordered_json choicesJson(const Plan& plan, std::size_t level, bool joins)
{
    ordered_json row = ordered_json::array();
    for (std::size_t v = 0; v < plan.graph.vertices.size(); ++v) {
        if (plan.graph.vertices[v].join == joins) {
            row.push_back(nameOf(plan.levels[level][v]));
        }
    }
    return row;
}

ordered_json kindsJson(const PerKind& bytes)
{
    ordered_json json;
    for (const Kind kind : allKinds) {
        json[std::string(nameOf(kind))] = bytes[kind];
    }
    return json;
}

PerKind bytesOfVertex(const Plan& plan, std::size_t vertex)
{
    PerKind sums;
    for (const std::vector<PerKind>& level : plan.bytes) {
        for (const Kind kind : allKinds) {
            sums[kind] += level[vertex][kind];
        }
    }
    return sums;
}

ordered_json bytesJson(const Plan& plan)
{
    ordered_json json{{"total", plan.totalBytes}, {"by_kind", kindsJson(plan.bytesByKind)}};
    json["by_level"] = plan.bytesByLevel;
    ordered_json& layers = json["by_layer"] = ordered_json::array();
    for (std::size_t v = 0; v < plan.graph.vertices.size(); ++v) {
        const PerKind bytes = bytesOfVertex(plan, v);
        ordered_json row{{"name", plan.graph.vertices[v].name}, {"total", total(bytes)}};
        row["by_kind"] = kindsJson(bytes);
        layers.push_back(std::move(row));
    }
    return json;
}

} // namespace

std::string writePlanJson(const Plan& plan, const network::Network& network, Count batch, const Settings& settings)
{
    ordered_json json{{"format", "tilescape-parallelism"}, {"version", 1}};
    json["network"] = network.name;
    json["batch"] = batch;
    json["accelerators"] = Count{1} << settings.levels;
    json["strategy"] = nameOf(settings.strategy);
    const ordered_json changed = parallelismJson(settings); // from the defaults
    json["settings"] = changed.is_null() ? ordered_json::object() : changed;
    json["layers"] = ordered_json::array();
    json["joins"] = ordered_json::array();
    for (const Vertex& vertex : plan.graph.vertices) {
        json[vertex.join ? "joins" : "layers"].push_back(vertex.name);
    }
    json["levels"] = ordered_json::array();
    json["join_levels"] = ordered_json::array();
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        json["levels"].push_back(choicesJson(plan, level, false));
        json["join_levels"].push_back(choicesJson(plan, level, true));
    }
    json["exact"] = plan.exact;
    json["communication_bytes"] = bytesJson(plan);
    json["compute_seconds"] = plan.computeSeconds;
    json["communication_seconds"] = plan.communicationSeconds;
    json["step_seconds"] = plan.stepSeconds;
    json["compute_joules"] = plan.computeJoules;
    json["memory_joules"] = plan.memoryJoules;
    json["communication_joules"] = plan.communicationJoules;
    json["energy_joules"] = plan.energyJoules;
    return prettyText(json);
}

std::string forcedText(const std::vector<Forced>& all)
{
    std::string text;
    for (const Forced& forced : all) {
        text += fmt::format("forced: {} at H{}, {} parallelism\n", forced.layer, forced.level, nameOf(forced.choice));
    }
    return text;
}

std::string writePlanSummary(const Plan& plan, const network::Network& network, Count batch, const Settings& settings)
{
    const Count accelerators = Count{1} << settings.levels;
    std::string text = fmt::format("{}, batch {}, {} accelerator{}, strategy {}\n", network.name, batch, accelerators,
                                   accelerators == 1 ? "" : "s", nameOf(settings.strategy));
    text += forcedText(plan.forced) + '\n';
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        text += fmt::format("H{:<3}", level + 1);
        for (std::size_t v = 0; v < plan.graph.vertices.size(); ++v) {
            if (!plan.graph.vertices[v].join) {
                text += plan.levels[level][v] == Choice::Data ? 'd' : 'm';
            }
        }
        text += fmt::format("  {:.6g} GB\n", plan.bytesByLevel[level] / 1e9);
    }
    text += "    d: data parallelism, m: model parallelism; layers with weights from left to right\n\n";
    for (const Kind kind : allKinds) {
        text += fmt::format("{:<16} {:>12.6g} GB\n", nameOf(kind), plan.bytesByKind[kind] / 1e9);
    }
    text += fmt::format("\n{:<16} {:>15} {:>12} {:>12}\n", "", "communication", "step", "energy");
    const auto row = [&](std::string_view name, const StepCost& cost) {
        text += fmt::format("{:<16} {:>12.6g} GB {:>10.6g} s {:>10.6g} J\n", name, cost.bytes / 1e9, cost.seconds, cost.joules);
    };
    row("this plan", costOf(plan));
    for (const StrategyCost& other : compareStrategies(plan.graph, batch, settings)) {
        row(nameOf(other.strategy), other.cost);
    }
    if (!plan.exact) {
        text += "\nSo many branches lie open at once that the search settled some early: the plan may not be the best.\n";
    }
    return text + (plan.notes.empty() ? "" : "\n" + support::describe(plan.notes) + "\n");
}

} // namespace tilescape::io
