#pragma once

#include "app/reproduce/kapla_race.h"
#include "app/reproduce/reproduction.h"

#include <span>

namespace tilescape::reproduce {

/// Networks of `racedNetworks` that the exhaustive search takes in seconds.
inline constexpr std::array<RacedNetwork, 3> smallNetworks{racedNetworks[0], racedNetworks[5], racedNetworks[6]};

/// Where the fast solver is raced with the exhaustive one: on chips of so many tiles along each side.
struct GoalRace {
    std::span<const RacedNetwork> networks;
    std::vector<int> sides;
    /// Leave out what takes the exhaustive search minutes: energy x delay of the largest network on the largest chips.
    bool shortened = true;
};

/// The fast solver over the exhaustive one for each goal, in KAPLA's search space and in Tangram's, with mean and worst of the
/// networks; inference.
void addGoals(Reproduction& made, Races& races, const GoalRace& race);

} // namespace tilescape::reproduce
