#pragma once

#include "core/dataflow/scheme.h"
#include "core/dataflow/tap_blocks.h"
#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/pipeline/slot.h"
#include "core/support/dimensions.h"

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

/// Schedules as static instruction streams for every tile, and the machine that executes them (Tangram 4).
namespace tilescape::program {

/// The coordinates of a unit: what one pass of the PE array works on. A tile's part of a layer is cut into repetitions
/// (groups of channels, and items of a batch of matrix products), units of input channels, units of output channels, and
/// pieces of the batch: one stripe of rows of one item each.
enum class Axis { Repetition, InputChannel, OutputChannel, Batch };
inline constexpr std::array<Axis, 4> allAxes{Axis::Repetition, Axis::InputChannel, Axis::OutputChannel, Axis::Batch};
template <typename T>
using PerAxis = support::EnumArray<Axis, T, 4>;

/// The product along all axes.
Count productOf(const PerAxis<Count>& counts);

/// A sum of loop counters: base + step x counter of each term + step x (place in the ring) of each ring.
struct Index {
    struct Term {
        std::size_t loop = 0; ///< depth of the loop in its stream, 0 the outermost
        Count step = 1;
        friend bool operator==(const Term&, const Term&) = default;
    };
    /// Skewed data (Tangram 3.1, Eq. 2): (base + sum of the terms) modulo the size of the ring.
    struct Ring {
        Count step = 1;
        Count size = 1;
        Count base = 0;
        std::vector<Term> terms;
        friend bool operator==(const Ring&, const Ring&) = default;
    };
    Count base = 0;
    std::vector<Term> terms;
    std::vector<Ring> rings;
    friend bool operator==(const Index&, const Index&) = default;
};

/// A box of units of one tensor, moving with the loops.
struct UnitBox {
    PerAxis<Index> begin;
    PerAxis<Count> count{{1, 1, 1, 1}};
    friend bool operator==(const UnitBox&, const UnitBox&) = default;
};

/// What an instruction does, unit by unit. The buffer controller executes those up to Rotate, the PE array the others.
enum class Operation {
    Arm,   ///< frees a piece for the next round and says how many updates and reads that round has
    Fetch, ///< from DRAM into a piece; sums are added to those that the piece holds
    Take,  ///< from the pieces of the segment's layers that make the words into a piece, as they are offered
    Store, ///< from a piece to DRAM
    Offer, ///< lets the other layers of the segment take a piece's words, as often as they need them
    Send,  ///< from a piece into the piece of the same unit of another tile; sums are added there
    Keep, ///< when all updates and reads of a piece have happened, says how many more it has, with the words that it holds
    Rotate, ///< hands the unit that a piece holds on to another tile's piece when all has happened to it, and arms the piece
    Turn,   ///< the tile's controller goes on with the stream of the next layer of the region
    Clear,  ///< registers of sums begin at zero
    Load,   ///< from a piece into registers; sums are taken out of the piece
    Unload, ///< sums from registers are added to a piece
    Pass,   ///< multiply-accumulates of all units in the box
};
inline constexpr std::size_t operationCount = 13;
std::string_view
nameOf(Operation operation); ///< "arm", "fetch", "take", "store", "offer", "send", "keep", "rotate", "clear", "load"...
bool hasTensor(Operation operation); ///< all but pass and turn
bool isOfArray(Operation operation); ///< executed by the PE array, not by the buffer controller

/// When an instruction in a loop takes place: the first time that all of these loops stand at 0, or all other times.
struct Guard {
    enum class When { Always, First, Again };
    When when = When::Always;
    std::vector<std::size_t> loops; ///< depths in the stream
    friend bool operator==(const Guard&, const Guard&) = default;
};

struct Instruction {
    Operation operation = Operation::Pass;
    Tensor tensor = Tensor::Weight; ///< of a pass or a turn: without meaning
    UnitBox units;
    Count updates = 0; ///< of arm, keep and rotate: that must arrive before the piece may be read
    Count reads = 0;   ///< of arm, keep and rotate: that must happen before the piece may be armed again
    Tile to;           ///< of send and rotate: the displacement of the receiving tile
    Guard guard;
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct Step;
using Steps = std::vector<Step>;

/// `steps`, `times` times.
struct Repeat {
    Count times = 1;
    Steps steps;
    friend bool operator==(const Repeat&, const Repeat&) = default;
};

/// An instruction or a loop.
struct Step {
    std::variant<Instruction, Repeat> content;
    friend bool operator==(const Step&, const Step&) = default;
};

/// Tiles that execute the same streams.
struct Role {
    std::vector<Tile> tiles;
    Steps controller;
    Steps array;
    friend bool operator==(const Role&, const Role&) = default;
};

/// Tiles that hold a block of a tensor between them where it lies: each has the units of its part along one axis, and reads the
/// parts of the others whenever its array needs them (wide fetches; Tangram 3.1).
struct Spread {
    Axis axis = Axis::Batch;
    Count units = 1;                      ///< of a block along the axis
    std::vector<std::vector<Tile>> rings; ///< tiles that hold a copy between them, by their positions; none: nothing is spread
    [[nodiscard]] bool isSpread() const { return !rings.empty(); }
    [[nodiscard]] Count tiles() const { return isSpread() ? static_cast<Count>(rings.front().size()) : 1; }
    /// The first unit along the axis of the part at `position`, which ends where the next one begins.
    [[nodiscard]] Count beginOf(Count position) const { return position * units / tiles(); }
    /// The position of the part that has a unit, by its coordinate along the axis.
    [[nodiscard]] Count positionOf(Count unit) const { return ((unit % units + 1) * tiles() - 1) / units; }
    friend bool operator==(const Spread&, const Spread&) = default;
};

/// A piece of a tile's memory, laid out when the program is made: room for some units of one tensor. A unit lies in the
/// piece of its coordinates modulo `pieces`.
struct Range {
    bool inBuffer = true; ///< else at the edge of the PE array: the tensor passes the buffer by
    Count base = 0;       ///< first word in the buffer
    PerAxis<Count> pieces{{1, 1, 1, 1}};
    Count pieceWords = 0; ///< room of one unit; 0: the layer does not have the tensor
    bool rotates = false; ///< tiles hold a copy between them, and hand their parts around
    bool inPlace = false; ///< words stay in the same tile's pieces in which they were made; the range takes no room
    Spread spread;
    [[nodiscard]] Count pieceCount() const;
    [[nodiscard]] Count words() const { return pieceCount() * pieceWords; }
    /// Whether its words take room of their own in the buffer.
    [[nodiscard]] bool takesRoom() const { return inBuffer && !inPlace && pieceWords > 0; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// Room in one of the chip's buffers between the tiles and DRAM (cost-model.md 2; KAPLA III-C): every word of the tensor
/// comes from DRAM, or goes there, once, and the buffer serves the tiles' transfers in between.
struct SharedRange {
    Count level = 0; ///< number of the shared buffer, 1 the nearest to the tiles; 0: none has the tensor
    Count base = 0;  ///< first word in that buffer
    PerAxis<Count> pieces{{1, 1, 1, 1}}; ///< of each group; a unit lies in the piece of its coordinates modulo `pieces`
    std::vector<std::vector<Tile>> groups; ///< tiles that need the same words, which lie there once
    [[nodiscard]] bool exists() const { return level > 0; }
    friend bool operator==(const SharedRange&, const SharedRange&) = default;
};

/// What the cost model claims of one tensor of a layer, over all tiles, in words and word-hops; `expected...` are the
/// numbers that the machine must count: the model's, changed by the differences on purpose (manual, programs.md).
struct TensorClaim {
    double dram = 0;
    double buffer = 0;
    double hops = 0;
    double expectedDram = 0;
    double expectedBuffer = 0;
    double expectedHops = 0;
    double handed = 0; ///< words from or to tiles' buffers: from one layer of a segment to another
    double expectedHanded = 0;
    double shared = 0; ///< words between a shared buffer and the tiles
    double expectedShared = 0;
    friend bool operator==(const TensorClaim&, const TensorClaim&) = default;
};

/// One difference on purpose between what the model counts of a layer and what the machine does.
struct Difference {
    std::string name; ///< as in the manual, "uneven_pieces"
    Tensor tensor = Tensor::Weight;
    std::string quantity; ///< "dram", "buffer", "hops", "handed" or "shared"
    double words = 0;     ///< machine less model
    friend bool operator==(const Difference&, const Difference&) = default;
};

/// How the units of a tile's part are numbered along one axis. Where layers of a segment hand maps on group by group, items and
/// channels are dealt to the groups in turn, so that all layers have the same ones at a time, however their tiles cut the map
/// (Tangram 3.2). Units of a group follow each other; with one group, all do.
struct Dealing {
    Count groups = 1;
    Count units = 1; ///< of one group
    friend bool operator==(const Dealing&, const Dealing&) = default;
};

/// How one layer is cut over tiles and into units, where its units lie, and what its tiles do.
struct LayerCode {
    std::size_t layer = 0; ///< index in the network
    pipeline::Slot slot;
    dataflow::Region region;
    dataflow::Partition partition;
    Count unitInputChannels = 1;
    Count unitOutputChannels = 1;
    Count stripes = 1;                 ///< that the rows of a map are cut into
    PerAxis<Dealing> dealing;          ///< of no meaning along repetitions, which are never dealt
    PerTensor<Count> folds{{1, 1, 1}}; ///< times that a unit crosses between memory and array where it crosses once
    /// Parts of the filter that units of the input cross for one after another, each with what its part reaches; none: all of it each time.
    std::vector<dataflow::TapBlock> inputTaps;
    PerTensor<Range> ranges;
    PerTensor<SharedRange> shared;
    bool takesTurns = false;    ///< with the other layers of its region, each of which has the tiles for itself for a while
    bool weightsPinned = false; ///< they are fetched once for all batches that follow each other, and not counted
    std::vector<Role> roles;
    PerTensor<TensorClaim> claims;
    std::vector<Difference> differences;
    double modelCycles = 0; ///< of the layer by itself
    Count passCycles = 0;   ///< of one unit
    friend bool operator==(const LayerCode&, const LayerCode&) = default;
    /// Words that the tensor takes in its shared buffer; 0 if none has it.
    [[nodiscard]] Count sharedWords(Tensor tensor) const;
};

/// A buffer between the tiles and DRAM.
struct SharedBuffer {
    Count words = 0;
    double wordsPerCycle = hardware::unlimited;
    friend bool operator==(const SharedBuffer&, const SharedBuffer&) = default;
};

/// A whole schedule. Segments run one after another.
struct Program {
    network::Network network;
    Count batch = 1;
    Extent tiles;
    hardware::MemoryPlacement memory = hardware::MemoryPlacement::Corners;
    bool transfersBetweenTiles = true; ///< false: the chip cannot send from tile to tile
    Count bufferWords = 0;             ///< of each tile
    double busWordsPerCycle = hardware::unlimited;
    double dramWordsPerCycle = hardware::unlimited;
    std::vector<SharedBuffer> sharedBuffers;    ///< the nearest to the tiles first; may be none
    dataflow::Partition inputPartition; ///< how the network's inputs lie over the memory channels
    std::vector<LayerCode> layers;      ///< in the order in which they run
    std::vector<Count> segmentCycles;   ///< of the cost model, by segment
    friend bool operator==(const Program&, const Program&) = default;
};

} // namespace tilescape::program
