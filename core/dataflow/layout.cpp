#include "core/dataflow/layout.h"

#include "core/dataflow/partition_pieces.h"

#include <algorithm>

namespace tilescape::dataflow {

namespace {

/// Fits the shares along one dimension (`side` picks it) into `available`.
void fit(Partition& partition, Count Extent::*side, Count available)
{
    const Count used = partition.tiles().*side;
    if (available > used) {
        partition.shares[Split::Batch].*side *= available / used;
        return;
    }
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        Count& share = partition.shares[*split].*side;
        if (share <= available) {
            available /= share;
        } else {
            share = available;
            available = 1;
        }
    }
}

} // namespace

Partition project(const Partition& partition, Extent extent)
{
    Partition projected = partition;
    projected.shares[Split::InputChannel] = {};
    fit(projected, &Extent::height, extent.height);
    fit(projected, &Extent::width, extent.width);
    return projected;
}

Layout layOut(const Partition& partition, const Region& region, Count batch, Count channels, Extent size, Count groups)
{
    const Extent used = partition.tiles();
    const Count groupChannels = channels / groups;
    Layout layout;
    layout.pieces.reserve(static_cast<std::size_t>(used.size() * groups));
    for (Count group = 0; group < groups; ++group) {
        for (Count row = 0; row < used.height; ++row) {
            for (Count column = 0; column < used.width; ++column) {
                MapRange range =
                    mapPiece(partition, partIndices(partition, row, column), batch, groupChannels, size);
                range.channel.begin += group * groupChannels;
                range.channel.end += group * groupChannels;
                if (range.size() > 0) {
                    layout.pieces.push_back({range, region.at(row, column)});
                }
            }
        }
    }
    std::sort(layout.pieces.begin(), layout.pieces.end());
    return layout;
}

Layout concatenate(const std::vector<const Layout*>& layouts, const std::vector<Count>& channels)
{
    Layout joined;
    Count offset = 0;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        for (Layout::Piece piece : layouts[i]->pieces) {
            piece.range.channel.begin += offset;
            piece.range.channel.end += offset;
            joined.pieces.push_back(piece);
        }
        offset += channels[i];
    }
    std::sort(joined.pieces.begin(), joined.pieces.end());
    return joined;
}

} // namespace tilescape::dataflow
