#include "core/explore/check_parts.h"
#include "core/explore/chip_search.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace tilescape::explore {

using support::Diagnostics;

namespace {

void checkLimits(Diagnostics& faults, const ChipSearch& search)
{
    std::vector<std::string_view> networks;
    for (const Workload& workload : search.workloads) {
        networks.push_back(workload.network);
    }
    // Of workloads that could not be read the limit's network may be one.
    const bool allKnown = !networks.empty() && std::find(networks.begin(), networks.end(), "") == networks.end();
    for (std::size_t i = 0; i < search.limits.size(); ++i) {
        const Limit& limit = search.limits[i];
        const std::string pointer = fmt::format("/limits/{}", i);
        checkMeasure(faults, pointer + "/measure", limit.measure);
        if (!std::isfinite(limit.atLeast) && !std::isfinite(limit.atMost)) {
            addFault(faults, pointer, "the limit has no number", "give at_most or at_least");
        }
        if (allKnown && !limit.network.empty()
            && std::find(networks.begin(), networks.end(), limit.network) == networks.end()) {
            addFault(faults, pointer + "/network", fmt::format("there is no network '{}'", limit.network),
                     support::suggestName(limit.network, networks));
        }
        if (!limit.network.empty() && limit.measure == "area_mm2") {
            addFault(faults, pointer + "/network", "the area is not that of a network", "leave the network out");
        }
    }
}

void checkVariables(Diagnostics& faults, const ChipSearch& search)
{
    std::set<std::string> seen{std::string(networkKey)};
    for (std::size_t v = 0; v < search.variables.size(); ++v) {
        const std::string pointer = fmt::format("/variables/{}", v);
        const Axis& variable = search.variables[v];
        const Diagnostics own = check(variable, search.base, pointer);
        faults.insert(faults.end(), own.begin(), own.end());
        const std::set<std::vector<std::string>> values(variable.values.begin(), variable.values.end());
        if (!variable.range && values.size() == 1) {
            addFault(faults, pointer, "there is one value only", "put it into what is set");
        }
        for (const std::string& key : variable.keys) {
            if (key == networkKey) {
                addFault(faults, pointer, "the network is no variable", "list all networks as networks");
            } else if (key == "batch") { // of fewer items everything is less, which makes no better chip
                addFault(faults, pointer, "the batch is no variable of a chip",
                         "put it into what is set, or take a sweep");
            } else if (!seen.insert(key).second) {
                addFault(faults, pointer, fmt::format("{} is turned by another variable as well", key),
                         "each key has one variable");
            }
        }
    }
    if (search.variables.empty()) {
        addFault(faults, "/variables", "there is none", "a search varies one key or more");
    }
}

} // namespace

Diagnostics check(const ChipSearch& search)
{
    Diagnostics faults;
    checkVariables(faults, search);
    std::set<std::string> seen;
    for (std::size_t w = 0; w < search.workloads.size(); ++w) {
        const Workload& workload = search.workloads[w];
        if (!(workload.weight > 0) || !std::isfinite(workload.weight)) {
            addFault(faults, fmt::format("/networks/{}/weight", w), fmt::format("the weight is {}", workload.weight),
                     "it must be above 0");
        }
        if (!seen.insert(workload.network).second) {
            addFault(faults, fmt::format("/networks/{}", w), fmt::format("'{}' is there already", workload.network),
                     "give it a larger weight");
        }
    }
    checkObjectives(faults, search.objectives);
    checkLimits(faults, search);
    const EvolutionSettings& evolution = search.evolution;
    if (evolution.population < 8 || evolution.population % 4 != 0 || evolution.population > 10'000) {
        addFault(faults, "/population", fmt::format("the population is {}", evolution.population),
                 "it is a multiple of 4 from 8 to 10000");
    }
    if (evolution.generations < 1 || evolution.generations > 10'000) {
        addFault(faults, "/generations", fmt::format("there are {} generations", evolution.generations), "there are 1 to 10000");
    }
    return faults;
}

} // namespace tilescape::explore
