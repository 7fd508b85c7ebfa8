#include "core/schedule/kapla.h"

#include "core/interlayer/kapla_search.h"
#include "core/schedule/chain_solve.h"

namespace tilescape::schedule {

Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    return solveByChains(std::move(problem), control, interlayer::searchKapla);
}

} // namespace tilescape::schedule
