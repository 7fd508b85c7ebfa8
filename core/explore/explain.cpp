#include "core/explore/explain.h"

#include "core/explore/difference_text.h"
#include "core/explore/rules.h"
#include "core/hardware/parameters.h"
#include "core/schedule/advice.h"
#include "core/support/quantity_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::explore {

using schedule::Problem;
using schedule::Schedule;

namespace {

constexpr std::string_view switchKey = "switch";

constexpr std::array<Propose, 9> proposers{proposeForDram,         proposeForBus,      proposeForIdlePes,
                                           proposeForFillAndDrain, proposeForHotLinks, proposeForUnevenPieces,
                                           proposeForFullBuffers,  proposeForWeights,  proposeSwitches};

std::string_view lessOf(search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy:
        return "less energy";
    case search::Goal::Delay:
        return "fewer cycles";
    case search::Goal::EnergyDelay:
        return "less energy x delay";
    }
    return {};
}

} // namespace

std::span<const Rule> rules()
{
    static constexpr std::array<Rule, 9> rows{{
        {"dram_bound", "DRAM-bound",
         "Cycles in which the PE arrays of the slowest region, or the whole segment, wait for DRAM."},
        {"bus_bound", "Bus-bound", "Cycles in which the PE arrays of the slowest region wait for the array bus."},
        {"idle_pes", "Idle PEs", "PEs of the working tiles that the mapping of the layers does not reach."},
        {"fill_and_drain", "Fill and drain",
         "Cycles in which pipelines fill and drain, and regions wait for each other."},
        {"hot_link", "Hot link", "Words over the busiest link of the mesh, over the mean of all links."},
        {"uneven_pieces", "Uneven pieces",
         "Work of the tiles that belongs to no layer, because pieces are rounded up."},
        {"full_buffer", "Full buffer", "Layers that fill the buffers, and fetch data more than once."},
        {"weights_nearly_fit", "Weights nearly fit",
         "Layers whose weights are fetched more than once, and would fit into buffers "
         "of at most twice the size."},
        {switchKey, "Switch", "Switches of the search space that are off, each by itself."},
    }};
    return rows;
}

const Rule& ruleOf(std::string_view key)
{
    const auto rows = rules();
    const auto found = std::find_if(rows.begin(), rows.end(), [key](const Rule& rule) { return rule.key == key; });
    assert(found != rows.end());
    return *found;
}

std::vector<Proposal> proposeParameter(const Examined& examined, std::string_view rule, std::vector<std::string> layers,
                                       std::string measure, search::Goal about, std::string_view key, double value)
{
    const hardware::Parameter& parameter = *hardware::findParameter(key);
    const double now = parameter.get(examined.problem.hardware);
    if (value == now || !hardware::checkValue(parameter, value).empty()) {
        return {};
    }
    auto changed = std::make_shared<Problem>(examined.problem);
    parameter.set(changed->hardware, value);
    const auto text = [&](double each) {
        std::string words = parameter.choices.empty() ? support::quantityText(each, parameter.unit)
                                                      : hardware::valueText(parameter, each);
        std::replace(words.begin(), words.end(), '_', ' '); // of keys of choices
        return words;
    };
    return {{&ruleOf(rule), std::move(layers), std::move(measure),
             fmt::format("{} from {} to {}", parameter.label, text(now), text(value)), about, changed}};
}

std::vector<Proposal> proposeSwitches(const Examined& examined)
{
    std::vector<Proposal> proposals;
    for (const search::SpaceOption* option : schedule::advisedOptions()) {
        auto changed = std::make_shared<Problem>(schedule::problemWith(examined.problem, *option));
        if (!(examined.problem.space.*option->value) && schedule::usableSpace(*changed).*option->value) {
            proposals.push_back({&ruleOf(switchKey),
                                 {},
                                 fmt::format("{} is off", schedule::nameOf(*option)),
                                 fmt::format("turn on {}", schedule::nameOf(*option)),
                                 examined.problem.goal,
                                 changed});
        }
    }
    return proposals;
}

std::vector<std::string> layersOfSegment(const Schedule& schedule, std::size_t number)
{
    std::vector<std::string> names;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == static_cast<Count>(number)) {
            names.push_back(schedule.problem->network.layers[layer.layer].name);
        }
    }
    return names;
}

std::string namesOf(const Schedule& schedule, const std::vector<std::string>& layers)
{
    std::vector<std::string> order;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        order.push_back(schedule.problem->network.layers[layer.layer].name);
    }
    return layersText(layers, order);
}

double measurePerItem(const schedule::Totals& totals, search::Goal goal, Count batch)
{
    const auto items = static_cast<double>(batch);
    return schedule::measureOf(totals, goal) / (goal == search::Goal::EnergyDelay ? items * items : items);
}

std::vector<Proposal> proposalsFor(const Problem& problem, const Schedule& standing)
{
    std::vector<Proposal> all;
    if (!standing.hasResult()) {
        return all;
    }
    for (const Propose propose : proposers) {
        for (Proposal& proposal : propose({problem, standing})) {
            const bool isKnown = std::any_of(all.begin(), all.end(),
                                             [&](const Proposal& each) { return *each.problem == *proposal.problem; });
            if (!isKnown) {
                all.push_back(std::move(proposal));
            }
        }
    }
    return all;
}

std::optional<Finding> verified(const Proposal& proposal, const Problem& problem, const Schedule& standing,
                                const schedule::SolveControl& control)
{
    const Schedule schedule = schedule::solve(*proposal.problem, control);
    if (!schedule.hasResult() || schedule.status == schedule::Status::Stopped) {
        return std::nullopt;
    }
    const Finding finding{proposal, measurePerItem(standing.totals, proposal.about, problem.batch),
                          measurePerItem(schedule.totals, proposal.about, proposal.problem->batch)};
    const double least = proposal.rule->key == switchKey ? schedule::leastGain : leastFindingGain;
    return finding.gain() >= least ? std::optional(finding) : std::nullopt;
}

std::vector<Finding> explain(const Problem& problem, const Schedule& standing, const schedule::SolveControl& control)
{
    std::vector<Finding> all;
    for (const Proposal& proposal : proposalsFor(problem, standing)) {
        if (auto finding = verified(proposal, problem, standing, control)) {
            all.push_back(std::move(*finding));
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return a.gain() > b.gain(); });
    return all;
}

std::string describe(const Finding& finding)
{
    std::string action = finding.action;
    action[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(action[0])));
    // Another batch is the only change of what an item is compared with.
    const std::string_view perItem = finding.rule->key == "fill_and_drain" ? " an item" : "";
    return fmt::format("{}: {}. {}: {:.1f} % {}{}", finding.rule->label, finding.measure, action,
                       std::floor(1000 * finding.gain()) / 10, lessOf(finding.about), perItem);
}

} // namespace tilescape::explore
