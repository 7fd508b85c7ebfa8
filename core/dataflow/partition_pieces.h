#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/partition.h"
#include "core/network/layer.h"

namespace tilescape::dataflow {

/// Which part of each split the tile at (`row`, `column`) of the region's grid computes: the splits nest, outermost
/// first, along the height and along the width alike (cost-model.md 3).
PerSplit<Extent> partIndices(const Partition& partition, Count row, Count column);

/// Position in the region's grid of the tile with these indices: the inverse of `partIndices`.
Extent gridPosition(const Partition& partition, const PerSplit<Extent>& indices);

/// Number of the part among all parts of its split, row-major.
constexpr Count partNumber(Extent index, Extent share) { return index.height * share.width + index.width; }

/// The piece of a batched map of this size that the indices name: batch and channels are cut by number, the map by
/// row and column. Splits of input channels do not cut a map.
MapRange mapPiece(const Partition& partition, const PerSplit<Extent>& indices, Count batch, Count channels, Extent size);

/// What one tile works on: for a gradient of weights, `output` is the piece of the forward layer's output, whose error is
/// the second operand.
struct TilePiece {
    MapRange output;
    MapRange input;            ///< padded rows and columns
    Span weightInputChannels;  ///< both empty for layers without weights; of a gradient: of what it sums up
    Span weightOutputChannels;
    MapRange operand;          ///< of the second operand's map; empty where there is none
    Count addends = 1;         ///< of an element-wise layer: `input` is needed as often, each time so many channels on
    Count addendChannels = 0;
};

/// The piece of `layer` (one group of it: its channels are those of the group) with these indices. As the reference counts,
/// layers without weights read a window of channels that reaches one too far, and an element-wise layer one such window.
TilePiece tilePiece(const network::Layer& layer, Count batch, const Partition& partition,
                    const PerSplit<Extent>& indices, Counts counts);

} // namespace tilescape::dataflow
