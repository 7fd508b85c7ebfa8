#pragma once

#include "app/cli/outputs.h"
#include "core/io/case_json.h"
#include "core/io/project_json.h"
#include "core/schedule/schedule.h"
#include "core/support/result.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tilescape::cli {

/// Exit codes of the program.
enum ExitCode { Solved = 0, NoSchedule = 1, BadInput = 2, Interrupted = 3 };

/// Of problems that are no project, which names its own.
inline constexpr const char* defaultSolver = "kapla";

/// What `solve` and `evaluate` are told.
struct SolveOptions {
    std::string project;
    std::string network = "alexnet";
    std::string hardware = "eyeriss_isca16";
    std::string goal;
    std::string solver;
    std::string mode; ///< of `search::spaceModes()`
    std::string caseFile;
    std::string jsonFile;
    std::string csvFile;
    std::string linksFile;
    std::string savedFile;             ///< a project
    bool anew = false;                 ///< a kept schedule is no answer
    std::vector<std::string> settings; ///< key=value
    Count batch = 0;                   ///< 0: the default
    int threads = 0;
    bool why = false; ///< what became of all segments, too
    std::optional<std::string> prove; ///< the gap that a proof is to reach, as it was written
    double proveSeconds = 0;  ///< the longest that it may take; 0: no limit
    bool explain = false; ///< and what limits the schedule, and what would help
    bool advise = false; ///< and what switches of the search space that are off would be worth
};

/// Of `--threads`, where 0 stands for all cores.
inline constexpr Count mostThreads = 1024;

/// Whether an option's word is a whole number between these.
CLI::Validator wholeNumber(Count least, Count most);
/// The same of any number.
CLI::Validator numberWithin(double least, double most);

/// What is wrong with an option.
support::Diagnostic optionFault(std::string problem, std::string remedy);
/// Of a network of which nothing is trained.
support::Diagnostic hasNoWeights(const network::Network& network);

/// The problem that the options describe, and what the project holds besides. Faults: unknown names, files that cannot be read, settings
/// that do not fit.
support::Result<io::Project> projectOf(const SolveOptions& options);
/// The problem alone.
support::Result<schedule::Problem> problemOf(const SolveOptions& options);

/// Applies `--goal`, `--solver`, `--mode`, `--batch` and `--set` to a problem. Returns what is wrong with them.
support::Diagnostics applyOptions(const SolveOptions& options, schedule::Problem& problem);

/// The project, or else the network of that name or file, alexnet without either; a project with another network takes that one.
/// What neither says stays as it is in `problem`. Returns what is wrong.
support::Diagnostics readProjectOrNetwork(const std::string& project, const std::string& network, schedule::Problem& problem);

/// The case in the file. Faults: it cannot be read.
support::Result<io::Case> loadCase(const std::string& file);
/// The schedule that the case in the file gives, priced anew.
support::Result<schedule::Schedule> scheduleOfCase(const std::string& file);

/// Applies each key=value of `--set`. Returns what is wrong.
template <class Set>
support::Diagnostics applySettings(const std::vector<std::string>& settings, const Set& set)
{
    support::Diagnostics faults;
    for (const std::string& setting : settings) {
        const std::size_t sign = setting.find('=');
        append(faults, sign == std::string::npos
                           ? support::Diagnostics{optionFault("--set " + setting + " has no value", "write --set key=value")}
                           : set(setting.substr(0, sign), setting.substr(sign + 1)));
    }
    return faults;
}

/// An option that takes one value each time it is given: what follows the value is none.
void addRepeated(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& help);
/// The option of that name for the project file, which is not empty.
CLI::Option* addProject(CLI::App& command, SolveOptions& options, const std::string& name);
/// `--network` and `--hardware`, each of which a project excludes.
void addNetworkAndHardware(CLI::App& command, SolveOptions& options, CLI::Option* project,
                           const std::string& hardwareHelp = "Chip: a name of 'hardware', or a file");
/// What is scheduled: the project, whose option has this name and is returned, network, chip, batch and `--set`.
CLI::Option* addProblem(CLI::App& command, SolveOptions& options, const std::string& projectName = "project");
/// How it is scheduled: mode, goal and solver.
void addSolving(CLI::App& command, SolveOptions& options);

} // namespace tilescape::cli
