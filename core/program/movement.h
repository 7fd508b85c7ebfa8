#pragma once

#include "core/program/claims.h"

#include <map>
#include <vector>

namespace tilescape::program {

/// Words that come from one place, or go there, each time that all of a tensor is brought to the tiles, or away.
struct OnceWords {
    double allTiles = 0; ///< each tile for itself
    double modelled = 0; ///< as the model divides them: by the tiles that share a transfer
    double reads = 0;    ///< that the place delivers or takes: to or from every tile without a parent
};

/// What is moved of one tensor each time that all of it is brought to the tiles, or away.
struct OnceMoved {
    OnceWords memory;
    OnceWords tiles;      ///< of other layers of the segment
    double directIn = 0;  ///< word-hops from memory to the tiles that fetch
    double directOut = 0; ///< word-hops from the tiles that store to memory
    double between = 0;   ///< word-hops between tiles
};

/// Whether the words of a unit are meant, or what crosses of them between memory and array in all folds of the array.
enum class Words { OfUnits, Crossing };

/// What the tiles of one layer move, summed up from its units, routes and rings.
class Movement {
public:
    /// All must outlive this; ranges and routes of `code` are there.
    Movement(const Program& program, const Places& places, const LayerCode& code);

    /// `sharers`: tiles that the model takes to need the same piece.
    [[nodiscard]] OnceMoved of(Tensor tensor, Count sharers, const ClaimContext& context, Words meant) const;
    /// Words between DRAM and a shared buffer that has the tensor: those of each group of tiles that need the same, once.
    [[nodiscard]] double throughShared(Tensor tensor, const ClaimContext& context) const;
    /// Word-hops around the rings, in all rounds: in each of them every part takes all links of its ring but one.
    [[nodiscard]] double rotated(Tensor tensor, const ClaimContext& context) const;
    /// Word-hops between the tiles that hold parts of a spread tensor and those that read them, each time that the arrays need
    /// all of it, in all folds.
    [[nodiscard]] double readWide(Tensor tensor, const ClaimContext& context) const;

private:
    /// Of one unit, in a group.
    struct Moved {
        double words = 0;   ///< from or to memory
        double handed = 0;  ///< from or to other layers of the segment
        double direct = 0;  ///< word-hops between memory and the group's tiles without a parent
        double between = 0; ///< word-hops along the group's routes
    };
    /// Hops of each word along all routes of a group.
    struct GroupHops {
        Count between = 0;    ///< from the tiles to their parents
        Count toChannels = 0; ///< from the tiles without a parent to the nearest memory channels
    };

    static void add(OnceWords& once, double words, double fetchers, const RouteGroup& group);
    /// Words of the box that other layers of the segment have, or get.
    [[nodiscard]] Count handedOf(Tensor tensor, const Box& box) const;
    /// Parts that a block of the tensor is cut into, each in another tile.
    static Count partsOf(Tensor tensor, const LoopPlan& plan);
    /// The part of its block that the unit is in; 0 if there is one only.
    [[nodiscard]] Count partOf(Tensor tensor, const Unit& unit, const LoopPlan& plan) const;
    [[nodiscard]] std::vector<double> wordsOfParts(Tensor tensor, Tile tile, const ClaimContext& context) const;
    [[nodiscard]] GroupHops hopsOf(const RouteGroup& group) const;
    [[nodiscard]] Moved movedOf(Tensor tensor, const RouteGroup& group, const GroupHops& hops, const Unit& unit,
                                Words meant) const;

    const Program& m_program;
    const Places& m_places;
    const LayerCode& m_code;
    std::map<Tile, UnitBoxes> m_boxes;
};

} // namespace tilescape::program
