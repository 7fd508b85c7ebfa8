#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescape::schedule {

/// One row of "where the energy goes": how often, what each costs, and the product. The products of all rows add up to the
/// total that the schedule states (cost-model.md 6).
struct EnergyTerm {
    std::string_view label;                   ///< "DRAM", "Shared buffer", "Remote buffer", "Buffer", "Bus", "Registers", "NoC", "MAC", "Static"
    std::string_view unit;                    ///< of the counts: "words", "word-hops", "operations", "cycles"
    std::optional<PerTensor<double>> byTensor; ///< where the count splits by tensor
    double count = 0;
    double eachPj = 0;
    double energyPj = 0;
};

/// Of one layer.
std::vector<EnergyTerm> energyTerms(const Problem& problem, const cost::LayerCost& cost);
/// Of all layers together.
std::vector<EnergyTerm> energyTerms(const Schedule& schedule);

} // namespace tilescape::schedule
