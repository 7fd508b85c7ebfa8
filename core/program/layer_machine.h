#pragma once

#include "core/program/machine.h"
#include "core/program/places.h"
#include "core/program/stream_cursor.h"
#include "core/program/tile_state.h"
#include "core/support/dice.h"

#include <map>
#include <set>

namespace tilescape::program {

/// Executes one layer of a program on the tiles of its region.
class LayerMachine {
public:
    /// All references must outlive this. `counts` is added to.
    LayerMachine(const Program& program, const LayerCode& code, const Places& places, NetworkData& data,
                 const ExecutionOptions& options, PerTensor<TensorCount>& counts);

    /// Runs all streams to their ends. A fault if one cannot go on, or if something tracked is left over.
    std::optional<Fault> run();
    /// The units of the output whose multiply-accumulates were done, where only a sample is.
    [[nodiscard]] const std::set<Box>& sampled() const { return m_sampled; }
    /// Until the last stream has ended, beside the `model`'s; of no meaning unless timed.
    [[nodiscard]] SegmentCycles cycles(double model) const { return m_clock.cycles(model); }
    /// The observer has ended the run.
    [[nodiscard]] bool isStopped() const { return m_stopped; }

private:
    struct Worker {
        std::size_t tile = 0;
        bool array = false;
        StreamCursor cursor;
        double cycle = 0; ///< at which it can begin its next instruction, as far as its own order goes
        double due = 0;   ///< at which it does, as far as is known; those that come first take what is shared first
    };
    /// Why a stream cannot go on, for now: it waits for a piece.
    struct Wait {
        std::size_t tile = 0;
        Tensor tensor = Tensor::Weight;
        std::size_t piece = 0;
    };
    using Outcome = std::variant<std::monostate, Wait, Fault>;

    Outcome step(Worker& worker);
    Outcome arm(Worker& worker);
    Outcome fetch(Worker& worker);
    Outcome store(Worker& worker);
    Outcome send(Worker& worker);
    Outcome keep(Worker& worker);
    Outcome rotate(Worker& worker);
    /// Brings what another tile has handed on to `tile` into its piece, if that is armed for it.
    void deliver(std::size_t tile, Tensor tensor);
    Outcome clear(Worker& worker);
    Outcome load(Worker& worker);
    Outcome unload(Worker& worker);
    Outcome pass(Worker& worker);

    [[nodiscard]] Fault fault(const Worker& worker, std::string problem) const;
    /// Why a piece cannot be read now: a wait or a fault; nothing if it can.
    [[nodiscard]] Outcome readable(const Worker& worker, std::size_t tile, Tensor tensor, std::size_t piece,
                                   const Unit& unit) const;
    void changed(Piece& piece);
    /// Tells the observer what the stream has just done; whether to go on.
    [[nodiscard]] bool tell(const Worker& worker);
    [[nodiscard]] StreamName streamOf(const Worker& worker) const;
    /// Whether the multiply-accumulates of a unit are done. All tiles that add to one unit of the output answer alike.
    bool isComputed(const UnitBoxes& boxes, const Unit& unit);
    /// A stream that may go on: any, or if timed the one that is due first.
    std::size_t takeReady();
    /// The cycle at which the next instruction finds what it needs, if it is there.
    [[nodiscard]] double dueOf(const Worker& worker) const;
    /// The cycle at which the words have been moved between memory and the tile.
    double timeOfTransfer(double start, const TileState& state, Tensor tensor, const std::vector<Box>& boxes);
    [[nodiscard]] Count crossings(Tensor tensor) const;
    /// Words of the unit that lie in memory at all (padding does not), times their hops to `tile`.
    [[nodiscard]] Count hopsToMemory(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const;
    [[nodiscard]] Count storedWords(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const;
    [[nodiscard]] const cost::LayoutIndex* layoutOf(const TileState& state, Tensor tensor) const;
    [[nodiscard]] Fault deadlock() const;
    [[nodiscard]] std::string describe(const Worker& worker) const;
    [[nodiscard]] std::size_t awaited(std::size_t worker) const;
    [[nodiscard]] std::optional<Fault> leftOver() const;

    const Program& m_program;
    const LayerCode& m_code;
    const network::Layer& m_layer;
    const Places& m_places;
    const ExecutionOptions& m_options;
    PerTensor<TensorCount>& m_counts;
    /// A unit that is on its way from one tile to another.
    struct Flight {
        std::size_t to = 0;
        Unit unit;
        std::vector<Word> words;
        double cycle = 0; ///< at which it was handed on
    };
    PerTensor<PerAxis<bool>> m_changes;
    PerTensor<Joined> m_memory;
    std::vector<TileState> m_tiles;
    std::map<Tile, std::size_t> m_tileNumbers;
    std::vector<Worker> m_workers;
    std::vector<std::optional<Wait>> m_waits;           ///< by worker
    PerTensor<std::map<std::size_t, Flight>> m_flights; ///< by the tile that hands on; one at a time
    std::vector<std::size_t> m_ready;                   ///< workers that may go on
    support::Dice m_dice;
    std::uint64_t m_oneIn = 1; ///< units of the output that are sampled
    std::set<Box> m_sampled;
    Clock m_clock;
    std::vector<const Piece*> m_touched; ///< since the observer was told last; none without it
    bool m_stopped = false;
};

} // namespace tilescape::program
