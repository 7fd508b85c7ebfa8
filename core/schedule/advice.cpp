#include "core/schedule/advice.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace {

constexpr std::array<std::string_view, 8> advisedKeys{
    "hybrid_partition",     "batch_partition",    "input_channel_partition", "access_forwarding", "buffer_sharing",
    "keep_outputs_on_chip", "spatial_pipelining", "rounded_factors"};

std::string_view lessOf(search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy: return "less energy";
    case search::Goal::Delay: return "fewer cycles";
    case search::Goal::EnergyDelay: return "less energy x delay";
    }
    return {};
}

} // namespace

std::string nameOf(const search::SpaceOption& option)
{
    std::string name(option.key);
    std::replace(name.begin(), name.end(), '_', ' ');
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

std::span<const search::SpaceOption* const> advisedOptions()
{
    static const std::vector<const search::SpaceOption*> options = [] {
        std::vector<const search::SpaceOption*> found;
        for (const std::string_view key : advisedKeys) {
            for (const search::SpaceOption& option : search::spaceOptions()) {
                if (option.key == key) {
                    found.push_back(&option);
                }
            }
        }
        return found;
    }();
    return options;
}

double measureOf(const Totals& totals, search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy: return totals.energy.total();
    case search::Goal::Delay: return totals.cycles;
    case search::Goal::EnergyDelay: return totals.energy.total() * totals.cycles;
    }
    return 0;
}

double measureOf(const Schedule& schedule) { return measureOf(schedule.totals, schedule.problem->goal); }

Problem problemWith(Problem problem, const search::SpaceOption& option)
{
    problem.space.*option.value = true;
    problem.space.hybridPartition |= problem.space.inputChannelPartition; // the one needs the other
    problem.solver = "kapla";
    return problem;
}

std::optional<Advice> adviceOn(const search::SpaceOption& option, const Problem& problem, const Schedule& standing,
                               const SolveControl& control)
{
    const Problem changed = problemWith(problem, option);
    const bool hasEffect = !(problem.space.*option.value) && usableSpace(changed).*option.value;
    if (!hasEffect || !standing.hasResult()) {
        return {};
    }
    const Schedule schedule = solve(changed, control);
    if (!schedule.hasResult() || schedule.status == Status::Stopped) {
        return {};
    }
    const Advice advice{&option, problem.goal, measureOf(standing.totals, problem.goal),
                        measureOf(schedule.totals, problem.goal)};
    return advice.gain() >= leastGain ? std::optional(advice) : std::nullopt;
}

std::vector<Advice> adviceFor(const Problem& problem, const Schedule& standing, const SolveControl& control)
{
    std::vector<Advice> all;
    for (const search::SpaceOption* option : advisedOptions()) {
        if (const auto advice = adviceOn(*option, problem, standing, control)) {
            all.push_back(*advice);
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) { return a.with < b.with; });
    return all;
}

std::string describe(const Advice& advice)
{
    return fmt::format("{}: {:.0f} % {}", nameOf(*advice.option), std::floor(100 * advice.gain()), lessOf(advice.goal));
}

} // namespace tilescape::schedule
