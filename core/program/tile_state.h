#pragma once

#include "core/program/tensor_data.h"
#include "core/program/unit_boxes.h"

#include <span>
#include <vector>

namespace tilescape::program {

/// What is tracked of one piece of a range (MEMTRACK, Tangram 4.1): it may be read when all updates have arrived, and armed
/// again when all reads have happened.
struct Piece {
    bool armed = false;
    bool offered = false;             ///< other layers of the segment may take its words
    Unit unit;                        ///< that it was armed for
    Count updates = 0;                ///< still to arrive
    Count reads = 0;                  ///< still to happen
    double ready = 0;                 ///< cycle of the last update
    double free = 0;                  ///< cycle of the last read
    std::vector<std::size_t> waiting; ///< streams to wake when any of this changes
    /// A piece of a tile, by its number, whose words are read here where they lie.
    struct Lender {
        std::size_t tile = 0;
        std::size_t piece = 0;
    };
    std::vector<Lender> lenders; ///< each is read when this one is free
    std::vector<Count> armedAt;  ///< counters of the loops around the arming, where several tiles read what one holds

    [[nodiscard]] bool isFree() const { return !armed || (updates == 0 && reads == 0); }
    [[nodiscard]] bool holds(const Unit& wanted) const { return armed && unit == wanted; }
};

/// The pieces of one range with their words, if these are computed at all.
struct RangeState {
    Range range;
    std::vector<Piece> pieces;
    std::vector<Word> words; ///< none where nothing is computed

    RangeState(const Range& laidOut, bool hasWords);
    RangeState() = default;
    [[nodiscard]] std::size_t pieceOf(const Unit& unit) const;
    /// `count` words of a piece from `offset` on; none where nothing is computed.
    [[nodiscard]] std::span<Word> wordsOf(std::size_t piece, Count count, std::size_t offset = 0);
    /// All words of a piece become 0.
    void clear(std::size_t piece);
    /// Adds to the words of a piece from `offset` on.
    void add(std::size_t piece, std::span<const Word> addends, std::size_t offset = 0);
};

/// What the registers of a tile's array hold of one tensor.
struct RegisterBlock {
    struct Entry {
        bool valid = false;
        Unit unit;
        Count size = 0;          ///< words of the unit
        std::vector<Word> words; ///< none where nothing is computed
    };
    PerAxis<Count> count{{1, 1, 1, 1}};
    std::vector<Entry> entries;

    /// The entry of `unit` in a block of `units`.
    Entry& of(const Unit& unit, const PerAxis<Count>& units);
    /// The entry that holds `unit`; null if none does.
    Entry* find(const Unit& unit);
};

/// One tile as it executes one layer.
struct TileState {
    Tile tile;
    std::size_t layer = 0;  ///< number among those of the segment
    std::size_t number = 0; ///< among all tiles of the segment's layers
    std::size_t onChip = 0; ///< number of the tile on the chip
    UnitBoxes boxes;
    PerTensor<RangeState> ranges;
    PerTensor<std::vector<std::size_t>> rings; ///< numbers of the tiles over which the tensor is spread; else none
    PerTensor<RegisterBlock> registers;
    PerTensor<double> loaded{{0, 0, 0}}; ///< cycle at which the registers have what they hold
};

} // namespace tilescape::program
