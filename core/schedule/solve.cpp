#include "core/schedule/solve.h"

#include "core/hardware/parameters.h"
#include "core/schedule/baselines.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/exhaustive.h"
#include "core/schedule/kapla.h"

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

namespace tilescape::schedule {

std::span<const Solver> solvers()
{
    static constexpr std::array<Solver, 5> table{{
        {"kapla", "KAPLA", "Fast: bounds choose what is looked at in detail. Within a few tenths of a percent of exhaustive.",
         solveKapla, true},
        {"exhaustive", "Exhaustive", "Every partition, mapping and blocking of each layer, one layer after another.",
         solveExhaustive},
        {"directives", "Directives",
         "Every size and order of each layer's directives, priced one by one, without bounds: slow; a check of the others.",
         solveDirectives},
        {"random", "Random", "Looks at each candidate with a set probability (draw_probability).", solveRandom},
        {"annealing", "Annealing",
         "Simulated annealing of each layer's scheme, guided by boosted trees that learn its cost.", solveAnnealing},
    }};
    return table;
}

namespace {

/// The schedule that the problem keeps; without a result if that is none of its schedules, whose faults are its diagnostics.
Schedule keptSchedule(std::shared_ptr<const Problem> problem)
{
    const CheckedDirectives checked = checkDirectives(*problem, problem->kept->directives);
    Schedule kept = priceDirectives(std::move(problem), checked);
    kept.isKept = kept.hasResult();
    return kept;
}

/// Where a kept schedule cannot be read as one of the problem: what was wrong with it, as a remark on what was found instead.
void noteFaults(const Schedule& kept, Schedule& found)
{
    for (const support::Diagnostic& fault : kept.diagnostics) {
        if (fault.severity == support::Severity::Error) {
            found.diagnostics.push_back(
                {support::Severity::Warning, fault.file, "/schedule", fault.layer,
                 fmt::format("the kept schedule is none of this problem ({} of its directives): {}", fault.pointer,
                             fault.problem),
                 fmt::format("another was searched; {}", fault.remedy)});
            return;
        }
    }
}

/// What is asked for in vain and is off unless it is asked for.
void noteWithoutEffect(const Problem& problem, Schedule& found)
{
    if (found.hasResult() && !found.isKept && problem.space.roundedFactors && !usableSpace(problem).roundedFactors) {
        const bool isChip = !hardware::machineOf(problem.hardware).sharedBuffers.empty();
        found.diagnostics.push_back({support::Severity::Note, "", "/search_space/rounded_factors", "",
                                     isChip
                                         ? "loop counts are not rounded up on a chip with shared buffers"
                                         : fmt::format("the solver '{}' does not round loop counts up", problem.solver),
                                     isChip ? "leave rounded_factors off" : "choose kapla for it"});
    }
}

std::string listOfSolvers()
{
    std::string list;
    for (const Solver& solver : solvers()) {
        list += fmt::format("{}'{}'", list.empty() ? "" : &solver == &solvers().back() ? " or " : ", ", solver.name);
    }
    return list;
}

} // namespace

support::Diagnostics faultsOf(const Problem& problem)
{
    support::Diagnostics faults = network::check(problem.network);
    if (faults.empty()) {
        faults = checkHops(problem); // of sizes that are sound
    }
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        const support::Diagnostics own = hardware::checkValue(parameter, parameter.get(problem.hardware));
        faults.insert(faults.end(), own.begin(), own.end());
    }
    if (problem.batch < 1 || problem.batch > largestBatch) {
        faults.push_back({support::Severity::Error, "", "/batch", "", fmt::format("the batch is {}", problem.batch),
                          fmt::format("a batch lies between 1 and {}", largestBatch)});
    }
    for (const search::SamplingOption& option : search::samplingOptions()) {
        if (!search::allows(option, problem.sampling.*option.value)) {
            faults.push_back({support::Severity::Error, "", fmt::format("/sampling/{}", option.key), "",
                              fmt::format("{} is {}", option.key, problem.sampling.*option.value),
                              search::describeRange(option)});
        }
    }
    if (problem.space.inputChannelPartition && !problem.space.hybridPartition) {
        faults.push_back({support::Severity::Error, "", "/search_space", "",
                          "input channels are to be split, but hybrid partition is off",
                          "splits of input channels need hybrid partition"});
    }
    return faults;
}

Schedule solve(const Problem& problem, const SolveControl& control)
{
    const auto start = std::chrono::steady_clock::now();
    const auto solver = std::find_if(solvers().begin(), solvers().end(),
                                     [&](const Solver& row) { return row.name == problem.solver; });
    Schedule schedule;
    schedule.problem = std::make_shared<const Problem>(problem);
    schedule.diagnostics = faultsOf(problem);
    if (solver == solvers().end()) {
        schedule.diagnostics.push_back({support::Severity::Error, "", "/solver", "",
                                        fmt::format("there is no solver '{}'", problem.solver),
                                        "use " + listOfSolvers()});
    }
    if (schedule.diagnostics.empty() && (problem.space.training || usableSpace(problem) != problem.space)) {
        auto own = settled(problem); // from here on it is an ordinary one, of what chip and solver have the means for
        if (own) {
            schedule.problem = std::make_shared<const Problem>(std::move(own.value()));
        } else {
            schedule.diagnostics = own.faults();
        }
    }
    if (schedule.diagnostics.empty()) {
        Schedule kept = keepsSchedule(problem) ? keptSchedule(schedule.problem) : Schedule{};
        if (kept.hasResult()) {
            schedule = std::move(kept);
        } else {
            schedule = solver->solve(schedule.problem, control);
            noteFaults(kept, schedule);
        }
        noteWithoutEffect(problem, schedule);
    }
    schedule.solveSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return schedule;
}

} // namespace tilescape::schedule
