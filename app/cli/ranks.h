#pragma once

#include "core/explore/sweep_run.h"

#include <string>

namespace tilescape::cli {

/// The processes that share one run of many points, in a build with MPI (-DTILESCAPE_MPI=ON) started by mpirun or srun; else one, which
/// leads. The leader hands out points as processes fall free, solves some itself, and alone reads and writes files beside those that
/// describe the run. At most one object in a program.
class Ranks {
public:
    Ranks();
    ~Ranks(); ///< the leader dismisses the others
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    [[nodiscard]] bool leads() const;
    /// To be called by all: whether all are to run the same thing. An empty identity says that there is something wrong, and who says so has told
    /// what. The fault that the leader is to tell, if any other process reads something else.
    [[nodiscard]] bool agree(const std::string& identity, support::Diagnostics& faults) const;
    /// Solves what the leader hands out, each point on so many threads (0: one), until it dismisses this process.
    void serve(const explore::Base& base, const explore::PointOptions& options, int threads) const;
    /// What solves points on all processes; `RunControl::threads` is ignored by others than the leader. To be called by the leader.
    [[nodiscard]] explore::SolvePoints solver();
    /// "4 ranks solved 12, 11, 13 and 12 points"; empty of one process.
    [[nodiscard]] std::string account() const;

private:
    void solve(const explore::Base& base, std::span<const std::vector<explore::Setting>> points, const explore::PointOptions& options,
               const explore::RunControl& control);

    std::vector<std::size_t> m_solved; ///< points, by rank
};

} // namespace tilescape::cli
