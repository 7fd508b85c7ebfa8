#include "core/explore/nsga2.h"

#include <stdexcept>

namespace tilescape::explore {

bool canEvolve() { return false; }

void evolve(const std::vector<Gene>&, const EvolutionSettings&, const std::vector<Genome>&, const EvaluateGenomes&,
            const OfferGenomes&, const std::function<bool(std::size_t)>&)
{
    throw std::logic_error("this build has no pagmo");
}

} // namespace tilescape::explore
