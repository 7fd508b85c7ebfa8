#pragma once

#include "core/program/places.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <map>
#include <optional>
#include <vector>

namespace tilescape::program {

/// How one tensor reaches a tile, or leaves it (cost-model.md 3).
struct Route {
    /// The tile that hands the words on to this one; of outputs: to which this one hands its partial sums. None: the tile
    /// itself fetches and stores.
    std::optional<Tile> parent;
    std::vector<Tile> children; ///< the tiles whose parent this one is
};

/// The places of tiles in the rings around which a tensor rotates, or over which it is spread.
struct RingPlace {
    Count position = 0;
    Tile before; ///< to which the tile hands on
    friend bool operator==(const RingPlace&, const RingPlace&) = default;
    friend auto operator<=>(const RingPlace&, const RingPlace&) = default;
};
using RingPlaces = std::map<Tile, RingPlace>;

/// The tiles that need the same piece of a tensor, and the route of each. Of a tensor that rotates or is spread: those that hold
/// the same part of it at a time, one of every ring.
struct RouteGroup {
    Count position = 0; ///< in the rings
    std::vector<Tile> tiles;
    std::vector<Route> routes;         ///< by tile
    [[nodiscard]] Count roots() const; ///< tiles without a parent
};

/// The route groups of a layer's tensors, in each group of its channels (which differ where their maps lie elsewhere).
/// With `spreads` a piece is fetched by one tile and handed on along a nearest-first tree, weights from every memory channel
/// that is nearest; otherwise each tile fetches for itself. Partial sums of outputs are gathered along the tree backwards, or
/// without `spreads` each by itself at the middle tile. Idle tiles are in no group. `rings`: of tensors that do not rotate,
/// none.
std::vector<PerTensor<std::vector<RouteGroup>>> routesOf(const Program& program, const Places& places,
                                                         const LayerCode& code, bool spreads,
                                                         const PerTensor<RingPlaces>& rings);

} // namespace tilescape::program
