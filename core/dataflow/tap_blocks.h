#pragma once

#include "core/dataflow/map_range.h"
#include "core/dataflow/pe_mapping.h"

#include <vector>

namespace tilescape::dataflow {

/// The part of the input that one position of the filter reads; transposed: that one output gathers at most.
Extent windowOf(const network::Layer& layer);

/// Rows and columns of the window that those taps of the filter read which a fold over the array's rows works on.
struct TapBlock {
    Span row;
    Span column;
    friend bool operator==(const TapBlock&, const TapBlock&) = default;
};

/// The parts of the filter that go through the map one after another where it is folded over the array's rows, of which each
/// reads what it reaches (cost-model.md 1). `layer` is a tile's part. Where a systolic array begins within a row of the filter, a
/// fold has the whole rows that it touches, or, of a map with one position, up to three blocks.
std::vector<TapBlock> tapBlocks(const network::Layer& layer, const ArrayMapping& mapping);

/// The rows, or columns, of a part of the input map that are read for these of the `window`.
constexpr Span reachedBy(Span taps, Span map, Count window)
{
    return {map.begin + taps.begin, map.end - (window - taps.end)};
}

} // namespace tilescape::dataflow
