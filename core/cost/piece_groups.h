#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition.h"
#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/region.h"
#include "core/network/layer.h"

#include <functional>
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
/// Calls `visit` with what each tile works on, in the order in which the splits number them: with each of a grouped convolution's groups
/// one after another. Tiles without input or output are left out, and empty pieces stand for none.
void forEachPiece(const network::Layer& layer, Count batch, const dataflow::Region& region,
                  const dataflow::Partition& partition, Counts counts,
                  const std::function<void(const dataflow::TilePiece& piece, Tile tile)>& visit);

/// The input of a piece's addend of this number, where an element-wise layer adds up several.
dataflow::MapRange inputOf(const dataflow::TilePiece& piece, Count addend);
/// The piece's part of the weights; an empty span where it has none.
WeightPiece weightsOf(const dataflow::TilePiece& piece);

/// The groups of a layer under `partition` over `region`. Counts::Reference reads pooling and element-wise inputs one
/// channel too far (cost-model.md 3).
PieceGroups pieceGroups(const network::Layer& layer, Count batch, const dataflow::Region& region,
                        const dataflow::Partition& partition, Counts counts);

/// Words of a piece of the layer's weights: filter area x pairs of an input and an output channel.
Count wordsOf(const WeightPiece& piece, const network::Layer& layer);

} // namespace tilescape::cost
