#pragma once

#include "core/support/dimensions.h"

#include <algorithm>

namespace tilescape::dataflow {

/// Indices [begin, end).
struct Span {
    Count begin = 0;
    Count end = 0;

    [[nodiscard]] constexpr Count size() const { return end - begin; }
    friend constexpr bool operator==(const Span&, const Span&) = default;
    friend constexpr auto operator<=>(const Span&, const Span&) = default;
};

constexpr Span overlap(Span a, Span b)
{
    const Count begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

constexpr Span shifted(Span span, Count by) { return {span.begin + by, span.end + by}; }

/// Part `index` of `parts` nearly equal parts of [0, length).
constexpr Span partOf(Count length, Count index, Count parts)
{
    return {quotient(index * length, parts), quotient((index + 1) * length, parts)};
}

/// A box of a batched feature map.
struct MapRange {
    Span batch;
    Span channel;
    Span row;
    Span column;

    [[nodiscard]] constexpr Count size() const { return batch.size() * channel.size() * row.size() * column.size(); }
    friend constexpr bool operator==(const MapRange&, const MapRange&) = default;
    friend constexpr auto operator<=>(const MapRange&, const MapRange&) = default;
};

constexpr bool overlaps(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

/// Whether two boxes, neither of them empty, have a word in common.
constexpr bool overlaps(const MapRange& a, const MapRange& b)
{
    return overlaps(a.channel, b.channel) && overlaps(a.batch, b.batch) && overlaps(a.row, b.row)
        && overlaps(a.column, b.column);
}

/// Words that both boxes hold.
constexpr Count overlapSize(const MapRange& a, const MapRange& b)
{
    return overlap(a.batch, b.batch).size() * overlap(a.channel, b.channel).size() * overlap(a.row, b.row).size()
        * overlap(a.column, b.column).size();
}

} // namespace tilescape::dataflow
