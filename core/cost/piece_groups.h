#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::cost {

/// The tiles that need each piece, in the order of the pieces. Tiles of one group stand in the order in which the
/// splits number them, parts of the input channels fastest, so that tiles that share an output stand in the order of
/// these parts.
template <typename Piece>
using TileGroups = std::map<Piece, std::vector<Tile>>;

/// The input channels and the output channels of a piece of the weights.
using WeightPiece = std::pair<dataflow::Span, dataflow::Span>;

/// The tiles of a region by the pieces of each tensor that they need (cost-model.md 3). Empty pieces are left out.
struct PieceGroups {
    TileGroups<dataflow::MapRange> inputs;
    TileGroups<dataflow::MapRange> outputs;
    TileGroups<dataflow::MapRange> operands; ///< of a second operand, which takes the place of weights
    TileGroups<WeightPiece> weights;
};
/// The groups of a layer under `partition` over `region`. Counts::Reference reads pooling and element-wise inputs one
/// channel too far (cost-model.md 3).
PieceGroups pieceGroups(const network::Layer& layer, Count batch, const dataflow::Region& region,
                        const dataflow::Partition& partition, Counts counts);

/// Words of a piece of the layer's weights: filter area x pairs of an input and an output channel.
Count wordsOf(const WeightPiece& piece, const network::Layer& layer);

} // namespace tilescape::cost
