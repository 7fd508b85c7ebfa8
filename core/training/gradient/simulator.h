#pragma once

#include "core/training/gradient/machine.h"
#include "core/training/gradient/steps.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::training::gradient {

/// What one pass over a layer moves and takes.
struct Measure {
    TileShape tile;
    PerMatrix<Count> readBytes;      ///< of dX, dW and Y: unfinished sums that come back
    Count writeBytes = 0;            ///< results, and unfinished sums that must leave
    Count spillBytes = 0;            ///< the latter alone; as many bytes are read again
    Count computeCycles = 0;         ///< of the array alone
    Count steps = 0;                 ///< tile products; cores in lock step count one
    Count ticks = 0;                 ///< time, in the machine's ticks
    Count cycles = 0;                ///< time, rounded up
    [[nodiscard]] Count totalReadBytes() const;
    [[nodiscard]] Count totalBytes() const { return totalReadBytes() + writeBytes; }
    friend bool operator==(const Measure&, const Measure&) = default;
};

/// What happens to a tile. Order of time within a step.
enum class TileEventKind : std::uint8_t {
    Spill,      ///< an unfinished sum leaves for DRAM
    Drop,       ///< an operand's room is given to another tile
    Fetch,      ///< an operand comes for the first time
    FetchAgain, ///< it had been dropped
    SumBack,    ///< an unfinished sum comes back
    Begin,      ///< a sum begins: nothing is fetched
    Reuse,      ///< the tile is there
    Finish,     ///< a result is written and its room is free
};

struct TileEvent {
    TileEventKind kind = TileEventKind::Fetch;
    Matrix matrix = Matrix::X;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    friend bool operator==(const TileEvent&, const TileEvent&) = default;
};

/// One step as it ran; with several cores, the first core's.
struct TraceStep {
    Step step;
    std::size_t firstEvent = 0; ///< into the trace's events
    Count transferEnd = 0;      ///< ticks
    Count computeStart = 0;
    Count computeEnd = 0;
    Count bytes = 0; ///< moved so far, this step included
};

/// Everything that one pass did, step by step, for those who want to watch.
struct Trace {
    std::vector<TraceStep> steps;
    std::vector<TileEvent> events;
    std::size_t mostSteps = 200000; ///< later ones are not kept
    bool complete = true;
};

/// Bounds of one run. A run that does not end before `mostTicks` is given up, as soon as that is certain.
struct RunLimits {
    Count mostTicks = std::numeric_limits<Count>::max();
    std::stop_token stop;
};

/// Runs plans tile by tile: residency by least recent use in half of the scratchpad, the tiles of the step at work kept;
/// DMA in order, ahead of the array by up to the other half. Holds its memory from run to run; one for each thread.
class Simulator {
public:
    explicit Simulator(const Settings& settings);

    /// Nothing if given up (`limits`). `freeSecondDy`: dY costs nothing where dW reads it (section 3.3, Fig. 6).
    /// Requires tiles such that the steps of all cores fit half the scratchpad.
    std::optional<Measure> run(const Tiling& tiling, const Plan& plan, const RunLimits& limits = {},
                               bool freeSecondDy = false, Trace* trace = nullptr);

    [[nodiscard]] const Machine& machine() const { return m_machine; }

private:
    struct Node {
        std::uint32_t newer = 0;
        std::uint32_t older = 0;
        std::int32_t waitsFor = 0; ///< contributions, of a sum
        Matrix matrix = Matrix::X;
        bool resident = false;
        bool seen = false;
        Count bytes = 0;
    };
    /// What a step moves, before it may begin and after.
    struct Transfer {
        Count before = 0;
        Count fetched = 0; ///< of `before`, what comes in
        Count after = 0;
    };
    struct InFlight {
        Count bytes = 0;
        Count consumedAt = 0;
    };

    void prepare(const Tiling& tiling);
    [[nodiscard]] std::uint32_t idOf(Matrix matrix, const Step& step) const;
    void unlink(std::uint32_t id);
    void linkNewest(std::uint32_t id);
    void makeNewest(std::uint32_t id);
    void makeRoom(Count bytes, Transfer& transfer);
    void touch(std::uint32_t id, bool isSum, bool free, Transfer& transfer);
    void finish(std::uint32_t id, Transfer& transfer);
    Transfer runSlot();
    Transfer runStep(const Step& step);
    void spend(const Transfer& transfer, Count cycles);
    [[nodiscard]] bool cannotEndBefore(Count ticks) const;
    void record(TileEventKind kind, std::uint32_t id);

    Settings m_settings;
    Machine m_machine;
    const Tiling* m_tiling = nullptr;
    Trace* m_trace = nullptr;
    bool m_freeSecondDy = false;
    Measure m_measure;

    std::vector<Node> m_nodes; ///< the last is the ring's anchor: its `older` is the newest tile, its `newer` the oldest
    PerMatrix<std::uint32_t> m_firstId;
    PerMatrix<std::uint32_t> m_columns;
    std::uint32_t m_anchor = 0;
    Count m_used = 0;
    std::vector<Step> m_slot;

    Count m_transferEnd = 0;
    Count m_computeEnd = 0;
    Count m_previousComputeCycles = 0;
    std::vector<InFlight> m_inFlight;
    std::size_t m_inFlightBegin = 0;
    Count m_inFlightBytes = 0;
    Count m_bytesToCome = 0;  ///< compulsory and not yet moved
    Count m_cyclesToCome = 0; ///< of the array; one core only
};

} // namespace tilescape::training::gradient
