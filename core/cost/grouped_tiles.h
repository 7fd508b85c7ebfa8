#pragma once

#include "core/cost/tile_place.h"
#include "core/dataflow/map_range.h"
#include "core/support/hash_mixer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace tilescape::cost {

/// Numbers different spans in the order in which they come.
class SpanNumbers {
public:
    /// The number of this one, below 65,536. Neighbouring tiles mostly ask for the same as before.
    std::uint16_t of(dataflow::Span span)
    {
        if (m_spans.empty() || m_spans[m_last] != span) {
            m_last = find(span);
        }
        return static_cast<std::uint16_t>(m_last);
    }
    [[nodiscard]] const std::vector<dataflow::Span>& spans() const { return m_spans; }

private:
    std::size_t find(dataflow::Span span)
    {
        if (2 * m_spans.size() >= m_slots.size()) {
            m_slots.assign(std::max<std::size_t>(16, 4 * m_slots.size()), none);
            for (std::uint32_t number = 0; number < m_spans.size(); ++number) {
                slotOf(m_spans[number]) = number;
            }
        }
        std::uint32_t& slot = slotOf(span);
        if (slot == none) {
            slot = static_cast<std::uint32_t>(m_spans.size());
            m_spans.push_back(span);
        }
        return slot;
    }
    /// That of the span, or the free one where it belongs.
    std::uint32_t& slotOf(dataflow::Span span)
    {
        support::HashMixer mixer;
        mixer.add(static_cast<std::uint64_t>(span.begin));
        mixer.add(static_cast<std::uint64_t>(span.end));
        std::size_t at = mixer.hash() & (m_slots.size() - 1);
        while (m_slots[at] != none && m_spans[m_slots[at]] != span) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        return m_slots[at];
    }

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<dataflow::Span> m_spans;
    std::vector<std::uint32_t> m_slots; ///< a power of two of them, none or less than half full
    std::size_t m_last = 0;
};

/// Tiles by the piece that they need, in the order of the pieces; those of a piece stay in the order in which they were added. A piece is
/// a span along each of up to four sides. Pieces by the ten thousand have few different spans along each side: these are compared by
/// their numbers.
template <std::size_t sides>
class GroupedTiles {
public:
    using Piece = std::array<dataflow::Span, sides>;

    void add(const Piece& piece, Tile tile)
    {
        Entry& entry = m_entries.emplace_back();
        for (std::size_t side = 0; side < sides; ++side) {
            entry.spans[side] = m_numbers[side].of(piece[side]);
        }
        entry.tile = placeOf(tile);
    }

    struct Group {
        std::array<std::uint16_t, sides> spans{}; ///< indices in `Groups::spans`
        std::uint32_t end = 0; ///< in `Groups::tiles`, where that of the group before it was its begin
    };
    struct Groups {
        std::array<std::vector<dataflow::Span>, sides> spans; ///< the different ones of each side, ascending
        std::vector<Group> groups;
        std::vector<TilePlace> tiles;
    };
    /// What was added is gone afterwards.
    [[nodiscard]] Groups groups() &&
    {
        Groups found;
        std::array<std::vector<std::uint16_t>, sides> rank; // of each number
        for (std::size_t side = 0; side < sides; ++side) {
            found.spans[side] = m_numbers[side].spans();
            std::sort(found.spans[side].begin(), found.spans[side].end());
            for (const dataflow::Span span : m_numbers[side].spans()) {
                rank[side].push_back(static_cast<std::uint16_t>(
                    std::lower_bound(found.spans[side].begin(), found.spans[side].end(), span)
                    - found.spans[side].begin()));
            }
        }
        for (Entry& entry : m_entries) {
            for (std::size_t side = 0; side < sides; ++side) {
                entry.spans[side] = rank[side][entry.spans[side]];
            }
        }
        for (std::size_t side = sides; side-- > 0;) {
            sortAlong(side, found.spans[side].size());
        }
        const auto begins = [this](std::size_t entry) {
            return entry == 0 || m_entries[entry].spans != m_entries[entry - 1].spans;
        };
        std::size_t pieces = 0;
        for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
            pieces += begins(entry) ? 1 : 0;
        }
        found.groups.reserve(pieces);
        found.tiles.reserve(m_entries.size());
        for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
            if (begins(entry)) {
                found.groups.push_back({m_entries[entry].spans, 0});
            }
            found.tiles.push_back(m_entries[entry].tile);
            found.groups.back().end = static_cast<std::uint32_t>(found.tiles.size());
        }
        return found;
    }

private:
    struct Entry {
        std::array<std::uint16_t, sides> spans{}; ///< numbers, and in the end places among the spans of the side
        TilePlace tile;
    };

    /// By the place of their span along this side; entries of equal places stay as they stand.
    void sortAlong(std::size_t side, std::size_t spans)
    {
        if (std::ranges::is_sorted(m_entries, {}, [side](const Entry& entry) { return entry.spans[side]; })) {
            return;
        }
        std::vector<std::size_t> next(spans + 1);
        for (const Entry& entry : m_entries) {
            ++next[entry.spans[side] + std::size_t{1}];
        }
        std::partial_sum(next.begin(), next.end(), next.begin());
        std::vector<Entry> sorted(m_entries.size());
        for (const Entry& entry : m_entries) {
            sorted[next[entry.spans[side]]++] = entry;
        }
        m_entries = std::move(sorted);
    }

    std::array<SpanNumbers, sides> m_numbers;
    std::vector<Entry> m_entries;
};

} // namespace tilescape::cost
