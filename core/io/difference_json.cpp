#include "core/io/difference_json.h"

#include "core/explore/difference_text.h"
#include "core/io/cell_text.h"
#include "core/io/json_reader.h"
#include "core/io/library.h"
#include "core/io/scheme_json.h"
#include "core/support/quantity_text.h"

#include <fmt/format.h>

#include <cmath>

namespace tilescape::io {

using explore::Aspect;
using explore::ChangedPart;
using explore::LayerDifference;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

Json changedJson(const explore::PerAspect<bool>& changed)
{
    Json list = Json::array();
    for (const Aspect aspect : explore::allAspects) {
        if (changed[aspect]) {
            list.push_back(explore::nameOf(aspect));
        }
    }
    return list;
}

template <typename Row, typename Terms>
Json termsJson(std::span<const Row> rows, const Terms& terms)
{
    Json json = {{"total", terms.total()}};
    for (const Row& row : rows) {
        json[std::string(row.key)] = terms.*row.value;
    }
    return json;
}

Json amountsJson(const explore::Amounts& amounts)
{
    return {{"energy_pj", termsJson(explore::energyTerms(), amounts.energy)},
            {"cycles", termsJson(explore::cycleTerms(), amounts.cycles)}};
}

Json scheduleJson(const std::string& name, const Schedule& schedule)
{
    const schedule::Problem& problem = *schedule.problem;
    return {{"name", name},
            {"network", problem.network.name},
            {"hardware", problem.hardware.name},
            {"batch", problem.batch},
            {"goal", nameOf(problem.goal)},
            {"energy_pj", termsJson(explore::energyTerms(), schedule.totals.energy)},
            {"cycles", schedule.totals.cycles},
            {"seconds", schedule.totals.seconds},
            {"gops_per_watt", schedule.totals.gopsPerWatt}};
}

Json layerJson(const ComparedSchedules& compared, const LayerDifference& layer)
{
    const auto costJson = [](const Schedule& schedule, std::optional<std::size_t> place) {
        if (!place) {
            return Json();
        }
        const ScheduledLayer& own = schedule.layers[*place];
        return Json{{"segment", own.slot.segment},
                    {"energy_pj", termsJson(explore::energyTerms(), own.cost.energy)},
                    {"cycles", own.cost.cycles}};
    };
    return {{"name", layer.name},
            {"changed", changedJson(layer.changed)},
            {"before", costJson(compared.before, layer.before)},
            {"after", costJson(compared.after, layer.after)}};
}

/// Lines of one scope: a name, and for each term what it was and is.
class CsvLines {
public:
    explicit CsvLines(std::string& text) : m_text(text) {}

    template <typename Row, typename Terms>
    void add(const std::string& place, std::string_view measure, std::string_view unit, std::span<const Row> rows,
             const Terms& before, const Terms& after)
    {
        addLine(place, measure, "total", unit, before.total(), after.total());
        for (const Row& row : rows) {
            addLine(place, measure, row.key, unit, before.*row.value, after.*row.value);
        }
    }
    void addLine(const std::string& place, std::string_view measure, std::string_view term, std::string_view unit,
                 double before, double after)
    {
        m_text += fmt::format("{},{},{},{},{},{},{}\n", place, measure, term, unit, before, after, after - before);
    }

private:
    std::string& m_text;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ";") + name;
    }
    return csvField(text);
}

std::string joined(const explore::PerAspect<bool>& changed)
{
    std::vector<std::string> names;
    for (const Aspect aspect : explore::allAspects) {
        if (changed[aspect]) {
            names.emplace_back(explore::nameOf(aspect));
        }
    }
    return joined(names);
}

explore::CycleTerms sumOf(const ComparedSchedules& compared, explore::Amounts ChangedPart::*side)
{
    explore::CycleTerms sum;
    for (const ChangedPart& part : compared.difference.parts) {
        sum += (part.*side).cycles;
    }
    return sum;
}

std::string changeText(double before, double after)
{
    return before > 0 ? fmt::format("{:+.2f} %", 100 * (after / before - 1)) : std::string("from nothing");
}

std::string headLine(char mark, const std::string& name, const Schedule& schedule)
{
    const schedule::Problem& problem = *schedule.problem;
    return fmt::format("{}  {}: {} on {}, batch {}, goal {}\n", mark, name, problem.network.name,
                       titleOf(problem.hardware), problem.batch, nameOf(problem.goal));
}

std::string layerLine(const ComparedSchedules& compared, const LayerDifference& layer)
{
    const auto energyOf = [](const Schedule& schedule, std::optional<std::size_t> place) {
        return place ? schedule.layers[*place].cost.energy.total() : 0.0;
    };
    const double before = energyOf(compared.before, layer.before);
    const double after = energyOf(compared.after, layer.after);
    return fmt::format("{:<24} {:>12.6g} {:>12.6g} {:>14}  {}\n", layer.name, before * 1e-9, after * 1e-9,
                       explore::signedEnergy(after - before),
                       !layer.before  ? "new"
                       : !layer.after ? "gone"
                                      : explore::changesText(layer.changed));
}

} // namespace

std::string writeDifferenceJson(const ComparedSchedules& compared)
{
    const explore::ScheduleDifference& difference = compared.difference;
    Json parts = Json::array();
    for (const ChangedPart& part : difference.parts) {
        parts.push_back({{"layers", part.layers},
                         {"sentence", explore::describe(part, difference)},
                         {"segments_before", part.segmentsBefore},
                         {"segments_after", part.segmentsAfter},
                         {"changed", changedJson(part.changed)},
                         {"before", amountsJson(part.before)},
                         {"after", amountsJson(part.after)}});
    }
    Json layers = Json::array();
    for (const LayerDifference& layer : difference.layers) {
        layers.push_back(layerJson(compared, layer));
    }
    const Json file = {{"format", "tilescape-difference"},
                       {"version", 1},
                       {"before", scheduleJson(compared.beforeName, compared.before)},
                       {"after", scheduleJson(compared.afterName, compared.after)},
                       {"parts", std::move(parts)},
                       {"layers", std::move(layers)}};
    return indentedText(file);
}

std::string writeDifferenceCsv(const ComparedSchedules& compared)
{
    const explore::ScheduleDifference& difference = compared.difference;
    std::string text = "scope,name,changed,measure,term,unit,before,after,difference\n";
    CsvLines lines(text);
    lines.add("network,,", "energy", "pJ", explore::energyTerms(), difference.before.energy, difference.after.energy);
    lines.add("network,,", "cycles", "cycles", explore::cycleTerms(), sumOf(compared, &ChangedPart::before),
              sumOf(compared, &ChangedPart::after));
    for (const ChangedPart& part : difference.parts) {
        const std::string place = fmt::format("part,{},{}", joined(part.layers), joined(part.changed));
        lines.add(place, "energy", "pJ", explore::energyTerms(), part.before.energy, part.after.energy);
        lines.add(place, "cycles", "cycles", explore::cycleTerms(), part.before.cycles, part.after.cycles);
    }
    for (const LayerDifference& layer : difference.layers) {
        const std::string place = fmt::format("layer,{},{}", csvField(layer.name), joined(layer.changed));
        const cost::LayerCost none;
        const cost::LayerCost& before = layer.before ? compared.before.layers[*layer.before].cost : none;
        const cost::LayerCost& after = layer.after ? compared.after.layers[*layer.after].cost : none;
        lines.add(place, "energy", "pJ", explore::energyTerms(), before.energy, after.energy);
        lines.addLine(place, "cycles", "total", "cycles", before.cycles, after.cycles);
    }
    return text;
}

std::string writeDifferenceText(const ComparedSchedules& compared)
{
    const explore::ScheduleDifference& difference = compared.difference;
    const schedule::Totals& before = difference.before;
    const schedule::Totals& after = difference.after;
    std::string text =
        headLine('A', compared.beforeName, compared.before) + headLine('B', compared.afterName, compared.after);
    text += fmt::format("energy {} -> {} mJ ({}, {})\n", support::sixDigits(before.energy.total() * 1e-9),
                        support::sixDigits(after.energy.total() * 1e-9),
                        explore::signedEnergy(after.energy.total() - before.energy.total()),
                        changeText(before.energy.total(), after.energy.total()));
    text += fmt::format("time   {:.0f} -> {:.0f} cycles ({}, {}); {} -> {} ms ({})\n", before.cycles, after.cycles,
                        explore::signedCycles(after.cycles - before.cycles), changeText(before.cycles, after.cycles),
                        support::sixDigits(before.seconds * 1e3), support::sixDigits(after.seconds * 1e3),
                        changeText(before.seconds, after.seconds));
    text += fmt::format("GOPS/W {:.4g} -> {:.4g} ({})\n", before.gopsPerWatt, after.gopsPerWatt,
                        changeText(before.gopsPerWatt, after.gopsPerWatt));
    if (difference.hasOtherBatch()) {
        const double energyBefore = difference.perItemBefore(before.energy.total());
        const double energyAfter = difference.perItemAfter(after.energy.total());
        const double cyclesBefore = difference.perItemBefore(before.cycles);
        const double cyclesAfter = difference.perItemAfter(after.cycles);
        text += fmt::format("batch  {} -> {}: per item {} -> {} mJ ({}), {:.0f} -> {:.0f} cycles ({})\n",
                            difference.batchBefore, difference.batchAfter, support::sixDigits(energyBefore * 1e-9),
                            support::sixDigits(energyAfter * 1e-9), changeText(energyBefore, energyAfter), cyclesBefore,
                            cyclesAfter, changeText(cyclesBefore, cyclesAfter));
    }
    text += "\nWhat changed and why, the largest first; the parts add up to the whole difference:\n";
    for (const ChangedPart& part : difference.parts) {
        text += "  " + explore::describe(part, difference) + "\n";
    }
    text += fmt::format("\n{:<24} {:>12} {:>12} {:>14}  {}\n", "layer", "A mJ", "B mJ", "difference", "what changed");
    for (const LayerDifference& layer : difference.layers) {
        text += layerLine(compared, layer);
    }
    return text;
}

} // namespace tilescape::io
