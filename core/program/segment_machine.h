#pragma once

#include "core/program/machine.h"
#include "core/program/places.h"
#include "core/program/shared_pieces.h"
#include "core/program/stream_cursor.h"
#include "core/program/tile_state.h"
#include "core/support/dice.h"

#include <deque>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace tilescape::program {

/// Executes the layers of one segment on the tiles of their regions.
class SegmentMachine {
public:
    /// `codes` are those of the segment, from the first on, and `counts` theirs, which are added to. All references must
    /// outlive this.
    SegmentMachine(const Program& program, std::span<const LayerCode> codes, const Places& places, NetworkData& data,
                 const ExecutionOptions& options, std::span<PerTensor<TensorCount>> counts);

    /// Runs all streams to their ends. A fault if one cannot go on, or if something tracked is left over.
    std::optional<Fault> run();
    /// The units of the output of the layer at `place` in the segment whose multiply-accumulates were done, where only a
    /// sample is.
    [[nodiscard]] const std::set<Box>& sampled(std::size_t place) const { return m_layers[place].sampled; }
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
        bool forTurn = false; ///< for the tile's controller instead
        SharedPiece* shared = nullptr; ///< for a piece of a shared buffer instead
    };
    /// The piece in a shared buffer for a transfer.
    struct SharedUse {
        SharedPiece* piece = nullptr;
        bool begun = false; ///< the transfer is the unit's first
    };
    using Outcome = std::variant<std::monostate, Wait, Fault>;
    /// What an instruction works on now: its next unit, and the piece in which that lies.
    struct Access {
        Tensor tensor;
        Unit unit;
        TileState& state;
        RangeState& range;
        std::size_t number; ///< of the piece
        Piece& piece;
    };

    Outcome step(Worker& worker);
    Outcome arm(Worker& worker);
    Outcome fetch(Worker& worker);
    /// Of a tensor that a shared buffer has: between that and the tile.
    Outcome fetchShared(Worker& worker);
    Outcome storeShared(Worker& worker);
    /// Finds the piece of the worker's unit; a wait until it is free, or a fault.
    Outcome find(const Worker& worker, const std::vector<Box>& boxes, SharedUse& use);
    /// One of the counted transfers of a piece has happened; wakes those that wait for it to be free.
    void transferOnce(SharedPiece& piece);
    void countSharedTransfers();
    [[nodiscard]] bool isInShared(const TileState& state, Tensor tensor) const;
    Outcome take(Worker& worker);
    Outcome store(Worker& worker);
    Outcome offer(Worker& worker);
    Outcome turn(Worker& worker);
    /// Whether a controller has to wait until other layers have had their turns.
    [[nodiscard]] bool isOthersTurn(std::size_t worker) const;
    /// A piece of another layer on the tile that lies over this one and is in use; makes those that are not in use unusable.
    std::optional<Wait> overlapInUse(const Access& access);
    Outcome send(Worker& worker);
    Outcome keep(Worker& worker);
    Outcome rotate(Worker& worker);
    /// Brings what another tile has handed on to `tile` into its piece, if that is armed for it.
    void deliver(std::size_t tile, Tensor tensor);
    Outcome clear(Worker& worker);
    [[nodiscard]] static bool isArmedFor(const Worker& worker, const Piece& piece);
    Outcome load(Worker& worker);
    Outcome unload(Worker& worker);
    Outcome pass(Worker& worker);

    Access accessOf(const Worker& worker) { return accessOf(worker, m_tiles[worker.tile]); }
    /// In the range of this tile.
    Access accessOf(const Worker& worker, TileState& state);
    /// Of what the array reads or adds to, in the range of the tile that holds it.
    Access heldOf(const Worker& worker);
    /// The number of the tile in whose range the array finds a unit: its own, unless the tensor is spread over tiles.
    [[nodiscard]] std::size_t holderOf(const TileState& state, Tensor tensor, const Unit& unit) const;
    /// Why the array cannot read what another tile holds, or add to it; else its hops are counted.
    std::optional<Fault> fetchWide(const Worker& worker, const TileState& holder);
    [[nodiscard]] Fault fault(const Worker& worker, std::string problem) const;
    /// Why a piece cannot be read now: a wait or a fault; nothing if it can.
    [[nodiscard]] Outcome readable(const Worker& worker, std::size_t tile, Tensor tensor, std::size_t piece,
                                   const Unit& unit) const;
    void changed(Piece& piece);
    /// Tells the observer what the stream has just done; whether to go on.
    [[nodiscard]] bool tell(const Worker& worker);
    [[nodiscard]] StreamName streamOf(const Worker& worker) const;
    /// Whether the multiply-accumulates of a unit are done. All tiles that add to one unit of the output answer alike.
    bool isComputed(const TileState& state, const Unit& unit);
    /// A stream that may go on: any, or if timed the one that is due first.
    std::size_t takeReady();
    [[nodiscard]] bool goesBefore(const Worker& worker, const Worker& other) const;
    /// The round of a layer that comes after those that are there.
    [[nodiscard]] Count roundOf(const LayerCode& code, const network::Layer& layer) const;
    /// The cycle at which the next instruction finds what it needs, if it is there.
    [[nodiscard]] double dueOf(const Worker& worker) const;
    /// The cycle at which the words have been moved between memory and the tile, so many times.
    double timeOfTransfer(double start, const TileState& state, Tensor tensor, const std::vector<Box>& boxes);
    /// What of these boxes of the unit is brought from outside the tile's buffer: where it bypasses the buffer, once a fold of the array.
    [[nodiscard]] std::vector<Box> crossing(const TileState& state, Tensor tensor, const Unit& unit,
                                            const std::vector<Box>& boxes) const;
    template <typename Visit>
    void overStored(const TileState& state, Tensor tensor, const std::vector<Box>& boxes, const Visit& visit) const;
    /// Words of the unit that lie in memory at all (padding does not), times their hops to `tile`.
    [[nodiscard]] Count hopsToMemory(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const;
    [[nodiscard]] Count storedWords(const TileState& state, Tensor tensor, const std::vector<Box>& boxes) const;
    /// Whether the tensor is a feature map, whose places are known, and no weights.
    [[nodiscard]] bool liesInMaps(const TileState& state, Tensor tensor) const;
    [[nodiscard]] Fault deadlock() const;
    [[nodiscard]] std::string describe(const Worker& worker) const;
    [[nodiscard]] std::string describe(const Wait& wait) const;
    /// Of the layer that a tile, by its number, works on.
    [[nodiscard]] const std::string& layerName(std::size_t tile) const { return layerOf(m_tiles[tile]).layer.name; }
    [[nodiscard]] std::size_t awaited(std::size_t worker) const;
    [[nodiscard]] std::optional<Fault> leftOver() const;

    /// A unit that is on its way from one tile to another.
    struct Flight {
        std::size_t to = 0;
        Unit unit;
        std::vector<Word> words;
        double cycle = 0; ///< at which it was handed on
    };
    /// One layer of the segment.
    struct RunningLayer {
        const LayerCode& code;
        const network::Layer& layer;
        PerTensor<TensorCount>& counts;
        PerTensor<Joined> memory;
        PerTensor<PerAxis<bool>> changes;
        std::map<Tile, std::size_t> tiles; ///< their numbers
        PerTensor<std::map<std::size_t, Flight>> flights; ///< by the tile that hands on; one at a time
        PerTensor<SharedPieces> shared;
        Count round = 0; ///< of its region within a batch group; layers that alternate group by group have one
        std::uint64_t oneIn = 1;                          ///< units of the output that are sampled
        std::set<Box> sampled;
    };
    /// Words of a unit of an input that one piece of another layer has.
    struct Want {
        std::size_t tile = 0; ///< number of the tile that has them
        MadeMap::Part part;
        Box box;                ///< of the unit, in the other layer's map
        std::size_t offset = 0; ///< of the box among the unit's words
        Count firstChannel = 0; ///< of the other layer's map among all inputs
    };
    /// A unit that is being taken.
    struct Pull {
        std::size_t tile = 0;
        std::size_t piece = 0;
        Count missing = 0; ///< wants that are not yet offered
        double begun = 0;
    };
    /// A box of a unit that lies in memory, and its place among the unit's words.
    struct Stored {
        Box box;
        std::size_t offset = 0;
    };

    /// What a layer hands on at a time if it does not hand on units: those of one group of the batch and of the output channels.
    struct HandedGroup {
        Count toOffer = 0; ///< units that are not yet made
        Count toTake = 0;  ///< times that units have yet to be taken
        double cycle = 0;  ///< at which the last unit was made so far
        double takenAt = 0;
        std::vector<std::pair<std::size_t, Unit>> offered;      ///< by tile
        std::vector<std::pair<std::size_t, std::size_t>> taken; ///< piece by tile
    };
    using GroupName = std::tuple<std::size_t, Count, Count>; ///< layer, groups of the batch and of the output channels

    void countGroups();
    [[nodiscard]] static Count groupAlong(const RunningLayer& layer, Axis axis, const Unit& unit);
    [[nodiscard]] GroupName groupNameOf(std::size_t tile, const Unit& unit) const;
    [[nodiscard]] HandedGroup* groupOf(std::size_t tile, const Unit& unit);
    void noteOffered(std::size_t tile, const Unit& unit, double cycle);
    void makeAvailable(std::size_t tile, const Unit& unit, double cycle);
    void noteTaken(std::size_t tile, std::size_t piece, const Unit& unit, bool staysInPlace);
    void addLayer(const LayerCode& code, NetworkData& data, PerTensor<TensorCount>& counts);
    void countTakes();
    [[nodiscard]] RunningLayer& layerOf(const TileState& state) { return m_layers[state.layer]; }
    [[nodiscard]] const RunningLayer& layerOf(const TileState& state) const { return m_layers[state.layer]; }
    [[nodiscard]] bool reloadsWeights(const RunningLayer& layer) const;
    [[nodiscard]] std::vector<Want> wantsOf(const TileState& state, const std::vector<Box>& boxes) const;
    [[nodiscard]] Count handedWords(const TileState& state, const Unit& unit) const;
    [[nodiscard]] std::vector<Stored> storedPartsOf(const TileState& state, Tensor tensor, const Unit& unit) const;
    /// Brings what is wanted into the unit's piece, which is complete when nothing is missing.
    void hand(std::size_t pull, const Want& want);
    /// Adds the words that are wanted, out of what the maker's piece has, to those of the taker's piece from the box on.
    void copyHanded(const Want& want, std::span<const Word> made, const RunningLayer& taker, std::span<Word> into) const;
    /// One of the counted reads of a piece has happened.
    void readOnce(Piece& piece);

    const Program& m_program;
    const Places& m_places;
    const ExecutionOptions& m_options;
    bool m_hasWords = false; ///< else only what moves is counted and tracked
    std::deque<RunningLayer> m_layers;
    std::vector<TileState> m_tiles; ///< of all layers
    std::vector<std::map<Unit, Count>> m_takes; ///< by tile: how often each unit is taken that it offers
    std::map<GroupName, HandedGroup> m_groups;  ///< of layers that hand on groups
    std::vector<Pull> m_pulls;
    std::map<std::pair<std::size_t, Unit>, std::vector<std::pair<std::size_t, Want>>> m_awaited; ///< by who will offer
    /// Layers that take turns on one tile: their controllers' workers, in order, and whose turn it is.
    struct Turns {
        std::vector<std::size_t> controllers;
        std::size_t now = 0;
    };
    std::map<std::size_t, Turns> m_turns; ///< by the tile's number on the chip
    std::vector<Worker> m_workers;
    std::vector<std::optional<Wait>> m_waits; ///< by worker
    std::vector<std::size_t> m_ready;         ///< workers that may go on
    support::Dice m_dice;
    Clock m_clock;
    std::vector<const Piece*> m_touched; ///< since the observer was told last; none without it
    std::vector<ObservedHandover> m_handed; ///< the same
    bool m_stopped = false;
};

} // namespace tilescape::program
