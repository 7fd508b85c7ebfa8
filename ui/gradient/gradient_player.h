#pragma once

#include "core/training/gradient/analysis.h"

#include <memory>
#include <vector>

namespace tilescape::ui::gradient {

/// One order of one layer with everything that it does, as the simulator recorded it.
struct GradientRun {
    training::gradient::Order order = training::gradient::Order::Sequential;
    training::gradient::Tiling tiling;
    training::gradient::Machine machine;
    training::gradient::Measure measure;
    training::gradient::Trace trace;
    [[nodiscard]] Count lastTick() const;
};

/// Simulates `order` of `gemm` with this tile again, recording. Requires a tile that fits.
std::shared_ptr<const GradientRun> recordRun(const training::gradient::Gemm& gemm, training::gradient::Order order,
                                             const training::gradient::TileShape& tile, const training::gradient::Settings& settings);

enum class TileState : std::uint8_t { Untouched, Resident, Dropped, Spilled, Finished };

/// Bytes moved so far, by why.
struct GradientTally {
    Count fetched = 0;      ///< operands, for the first time
    Count fetchedAgain = 0; ///< operands that had been dropped
    Count spilled = 0;      ///< unfinished sums, out and in
    Count written = 0;      ///< results
    Count reused = 0;       ///< operands that were there: what the order saved
    Count dyRead = 0;
    [[nodiscard]] Count moved() const { return fetched + fetchedAgain + spilled + written; }
};

/// Plays a run: the state of every tile after any number of steps.
class GradientPlayer {
public:
    explicit GradientPlayer(std::shared_ptr<const GradientRun> run);

    [[nodiscard]] const GradientRun& run() const { return *m_run; }
    [[nodiscard]] std::size_t steps() const { return m_run->trace.steps.size(); }
    [[nodiscard]] std::size_t position() const { return m_position; } ///< steps done
    void seek(std::size_t position);
    void seekTime(Count ticks); ///< to the step at work then
    [[nodiscard]] Count timeAt(std::size_t position) const; ///< when that many steps are done

    [[nodiscard]] TileState state(training::gradient::Matrix matrix, Count row, Count column) const;
    [[nodiscard]] const GradientTally& tally() const { return m_tally; }
    /// What the last step did; empty before the first.
    [[nodiscard]] std::span<const training::gradient::TileEvent> lastEvents() const;
    [[nodiscard]] const training::gradient::TraceStep* lastStep() const;

private:
    void reset();
    void apply(const training::gradient::TileEvent& event);
    [[nodiscard]] std::span<const training::gradient::TileEvent> eventsOf(std::size_t step) const;

    std::shared_ptr<const GradientRun> m_run;
    std::size_t m_position = 0;
    training::gradient::PerMatrix<std::vector<TileState>> m_states;
    GradientTally m_tally;
};

} // namespace tilescape::ui::gradient
