#pragma once

#include "core/program/tensor_data.h"
#include "core/program/unit_boxes.h"

#include <map>
#include <optional>
#include <vector>

namespace tilescape::program {

/// A piece of a shared range: it has one unit for a group of tiles from the first transfer of that unit to the last.
struct SharedPiece {
    std::size_t group = 0;
    Unit unit;
    Count transfers = 0;              ///< of the unit, still to happen; at 0 the piece is free
    std::vector<Box> boxes;           ///< the unit's words
    std::vector<Word> words;          ///< none where nothing is computed
    double ready = 0;                 ///< cycle at which the words are there
    double free = 0;                  ///< cycle of the last transfer
    std::vector<std::size_t> waiting; ///< streams to wake when it becomes free
};

/// What a shared buffer has of one tensor of a layer (cost-model.md 2, Shared buffers).
class SharedPieces {
public:
    SharedPieces() = default;
    explicit SharedPieces(const SharedRange& range);

    /// One more transfer of the unit by this tile. False if the tile is in no group.
    bool expect(Tile tile, const Unit& unit);
    [[nodiscard]] std::optional<std::size_t> groupOf(Tile tile) const;
    [[nodiscard]] SharedPiece& pieceOf(std::size_t group, const Unit& unit);
    /// Makes a free piece that of the unit.
    void begin(SharedPiece& piece, std::size_t group, const Unit& unit, const std::vector<Box>& boxes) const;

private:
    PerAxis<Count> m_pieces{{1, 1, 1, 1}};
    std::map<Tile, std::size_t> m_groups;
    std::vector<std::map<Unit, Count>> m_transfers; ///< of each unit, by group
    std::vector<SharedPiece> m_all;
    std::size_t m_piecesOfGroup = 0;
};

} // namespace tilescape::program
