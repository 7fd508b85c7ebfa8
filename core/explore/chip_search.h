#pragma once

#include "core/explore/nsga2.h"
#include "core/explore/sweep_run.h"

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::explore {

/// A network that the chip is for.
struct Workload {
    std::string network;  ///< a name of `Base::networks`
    double weight = 1;    ///< how often its batch is run, beside the others'; above 0
    friend bool operator==(const Workload&, const Workload&) = default;
};

/// What a chip must keep.
struct Limit {
    std::string measure; ///< a key of `measures()`
    std::string network; ///< of that workload alone, once; empty: of all together
    double atLeast = -std::numeric_limits<double>::infinity();
    double atMost = std::numeric_limits<double>::infinity();
    friend bool operator==(const Limit&, const Limit&) = default;
};

/// The question which chip is best for one or more networks.
struct ChipSearch {
    std::string name;
    Base base;
    std::vector<Workload> workloads; ///< at least one
    std::vector<Axis> variables;     ///< a range or a list of values each
    std::vector<std::string> objectives;
    std::vector<Limit> limits;
    EvolutionSettings evolution;
    PointOptions options;
    friend bool operator==(const ChipSearch&, const ChipSearch&) = default;
};

/// What is wrong with the search, all at once, each with a JSON pointer below the search's file.
support::Diagnostics check(const ChipSearch& search);

/// One chip.
struct Design {
    std::vector<Setting> settings; ///< of all variables; none for the base itself
    /// Of all workloads together: energy, delay, cycles and DRAM words are sums, each workload's times its weight; the largest
    /// gap. Without a schedule for one of them there is none, and the reason says whose.
    PointResult total;
    std::vector<PointResult> parts; ///< of each workload, once; none where only the area was needed
    std::string violation;          ///< the first limit that is broken, as a phrase; empty if it keeps all
    [[nodiscard]] bool allowed() const { return total.hasSchedule() && violation.empty(); }
    friend bool operator==(const Design&, const Design&) = default;
};

/// What a search found.
struct SearchResult {
    Design base;                 ///< the chip that the search began with
    std::vector<Design> designs; ///< that were looked at, each once, in the order of the search
    std::vector<std::size_t> front; ///< indices of the allowed designs that no allowed one dominates, ascending
    bool finished = false;          ///< all generations were evaluated
};

/// Results of single workloads on single chips, by the text that `evaluationKey` gives.
using Evaluations = std::map<std::string, PointResult>;
std::string evaluationKey(const std::vector<Setting>& settings);

/// How a search is watched and stopped; its thread count changes no result.
struct SearchControl {
    std::stop_token stop;
    int threads = 0;
    std::function<void()> beforePoint; ///< as of `RunControl`
    /// Called for each evaluation as it is known, in any order but never concurrently, with its key; may be empty.
    std::function<void(const std::string& key, const PointResult&)> onEvaluation;
    /// Called after each generation with what was found so far; may be empty.
    std::function<void(std::size_t generation, const SearchResult&)> onGeneration;
};

/// Searches among the values of all variables, from the chip nearest to the base and chips spread over the space: by NSGA-II, and
/// every second generation by a step from the front's chips to their neighbours. What is `known` is not solved again and changes
/// no result; neither do threads and `solve`. Without an implementation of `evolve` nothing is found.
SearchResult searchChips(const ChipSearch& search, Evaluations known, const SearchControl& control,
                         const SolvePoints& solve = solvePoints);

/// The designs of the front, as indices, that are in no objective worse than the base and in one better; none where the base
/// has no schedule.
std::vector<std::size_t> betterThanBase(const ChipSearch& search, const SearchResult& result);

} // namespace tilescape::explore
