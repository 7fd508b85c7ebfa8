#include "app/reproduce/kapla_goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tilescape::reproduce {

namespace {

using search::Goal;
using io::Comparison;

struct Space {
    const char* name;
    const char* mode; ///< of `RaceCase`
};

/// One row of means: of one search space, chip and goal.
struct Group {
    Space space;
    int side;
    Goal goal;

    [[nodiscard]] std::string name() const
    {
        return fmt::format("{}, {} x {} tiles, {}", space.name, side, side,
                           goal == Goal::Energy      ? "energy"
                               : goal == Goal::Delay ? "delay"
                                                     : "energy x delay");
    }
};

/// AlexNet's hulls of energy and cycles take the exhaustive search minutes in the larger space.
bool isLong(const Group& group, const RacedNetwork& network)
{
    return group.goal == Goal::EnergyDelay && group.side > 4 && std::string_view(group.space.mode).empty()
        && std::string_view(network.library) == "alexnet";
}

void addGroup(const Group& group, const GoalRace& race, Races& races, Comparison& table)
{
    std::vector<double> ratios;
    std::vector<const char*> names;
    for (const RacedNetwork& network : race.networks) {
        if (race.shortened && isLong(group, network)) {
            continue;
        }
        RaceCase fast{Scene::Inference, network.library, 'K', group.side, group.goal};
        fast.mode = group.space.mode;
        RaceCase best = fast;
        best.racer = 'B';
        const RaceResult& own = races.run(fast);
        const RaceResult& exhaustive = races.run(best);
        ratios.push_back(valueOf(group.goal, own) / valueOf(group.goal, exhaustive));
        names.push_back(network.name);
        table.rows.push_back({fmt::format("{}, {}", group.name(), network.name), "", std::nullopt, ratios.back(),
                              fmt::format("{:.4g} mJ, {:.0f} cycles; {:.3g} s of the processor, B {:.3g} s", own.energy.total() * 1e-9,
                                          own.cycles, own.userSeconds, exhaustive.userSeconds)});
    }
    const double mean = std::accumulate(ratios.begin(), ratios.end(), 0.0) / static_cast<double>(ratios.size());
    const auto worst = std::max_element(ratios.begin(), ratios.end());
    table.rows.push_back({group.name() + ", mean", "", std::nullopt, mean, fmt::format("{} networks", ratios.size())});
    table.rows.push_back({group.name() + ", worst", "", std::nullopt, *worst,
                          names[static_cast<std::size_t>(worst - ratios.begin())]});
}

} // namespace

void addGoals(Reproduction& made, Races& races, const GoalRace& race)
{
    Comparison table{"KAPLA over the exhaustive search, each goal",
                     "Energy, cycles or their product over B's for that goal; inference, not in the paper. KAPLA's space: every "
                     "partition, shared buffers, no bypass; Tangram's: that of `--mode tangram`. Below 1 KAPLA is ahead: B is exact "
                     "within a layer, but its dynamic program over layouts keeps the best few.",
                     {}};
    for (const Space& space : {Space{"KAPLA's space", ""}, Space{"Tangram's space", "tangram"}}) {
        for (const int side : race.sides) {
            for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
                addGroup({space, side, goal}, race, races, table);
            }
        }
    }
    made.tables.push_back(std::move(table));
}

} // namespace tilescape::reproduce
