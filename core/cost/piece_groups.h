#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::cost {

/// Groups in the order of their pieces; tiles in the order in which the splits number them, parts of the input channels
/// fastest, so that the tiles that share an output stand in the order of these parts.
template <typename Piece>
using TileGroups = std::map<Piece, std::vector<Tile>>;

/// Input and output channels of a piece of the weights.
using WeightPiece = std::pair<dataflow::Span, dataflow::Span>;

/// The tiles of a region by the pieces that they work on; empty pieces are nobody's (cost-model.md 3).
struct PieceGroups {
    TileGroups<dataflow::MapRange> inputs;
    TileGroups<dataflow::MapRange> outputs;
    TileGroups<dataflow::MapRange> operands; ///< of a second operand, which takes the place of weights
    TileGroups<WeightPiece> weights;
};
PieceGroups pieceGroups(const network::Layer& layer, Count batch, const dataflow::Region& region,
                        const dataflow::Partition& partition, Counts counts);

Count wordsOf(const WeightPiece& piece, const network::Layer& layer);

} // namespace tilescape::cost
