#pragma once

#include "core/schedule/schedule.h"

#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::inspector {

/// One row of the table "where the energy goes": how often, what each costs, and the product. The products of all rows
/// add up to the total that the schedule states (cost-model.md 6).
struct EnergyTerm {
    QString label;
    QString unit;                             ///< of the counts: "words", "word-hops", ...
    std::optional<PerTensor<double>> byTensor; ///< where the count splits by tensor
    double count = 0;
    double eachPj = 0;
    double energyPj = 0;
};

/// Of one layer.
std::vector<EnergyTerm> energyTerms(const schedule::Problem& problem, const cost::LayerCost& cost);

/// Of all layers together.
std::vector<EnergyTerm> energyTerms(const schedule::Schedule& schedule);

/// The table as CSV, units in the heading, full precision.
QString csvText(const std::vector<EnergyTerm>& terms);

} // namespace tilescape::ui::inspector
