#include "core/schedule/kapla.h"

#include "core/interlayer/kapla_search.h"
#include "core/schedule/chain_solve.h"
#include "core/schedule/exhaustive.h"
#include "core/schedule/memory.h"

namespace tilescape::schedule {

Schedule solveKapla(std::shared_ptr<const Problem> problem, const SolveControl& control)
{
    // Bounds and quick prices know one buffer a tile: what lies between it and memory is searched exhaustively.
    if (!hardware::machineOf(problem->hardware).sharedBuffers.empty()) {
        return solveExhaustive(std::move(problem), control);
    }
    Memory own;
    interlayer::KaplaMemory& memory = (control.memory ? *control.memory : own).segments();
    return solveByChains(std::move(problem), control,
                         [&memory](const auto& task, const auto& objective, const auto& chainControl) {
                             return interlayer::searchKapla(task, objective, memory, chainControl);
                         });
}

} // namespace tilescape::schedule
