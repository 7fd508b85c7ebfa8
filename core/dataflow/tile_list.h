#pragma once

#include "core/support/dimensions.h"
#include "core/support/hash_mixer.h"

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace tilescape::dataflow {

/// The tiles of a region, in an order that matters. Copies share them, since hundreds of tasks name the same region of
/// a large chip; a list does not change once it is built.
class TileList {
public:
    TileList() : TileList(std::vector<Tile>{}) {}
    /// The conversions are implicit because a list is a vector that its copies share.
    TileList(std::vector<Tile> tiles) : m_list(std::make_shared<const List>(std::move(tiles))) {}
    TileList(std::initializer_list<Tile> tiles) : TileList(std::vector<Tile>(tiles)) {}
    operator const std::vector<Tile>&() const { return m_list->tiles; }

    [[nodiscard]] std::size_t size() const { return m_list->tiles.size(); }
    [[nodiscard]] bool empty() const { return m_list->tiles.empty(); }
    [[nodiscard]] const Tile& operator[](std::size_t index) const { return m_list->tiles[index]; }
    [[nodiscard]] const Tile& front() const { return m_list->tiles.front(); }
    [[nodiscard]] const Tile& back() const { return m_list->tiles.back(); }
    [[nodiscard]] auto begin() const { return m_list->tiles.begin(); }
    [[nodiscard]] auto end() const { return m_list->tiles.end(); }
    /// Equal lists have equal ones. Computed once: lists of large chips are looked up by the thousand.
    [[nodiscard]] std::size_t hash() const { return m_list->hash; }

    friend bool operator==(const TileList& a, const TileList& b)
    {
        return a.m_list == b.m_list || (a.m_list->hash == b.m_list->hash && a.m_list->tiles == b.m_list->tiles);
    }
    friend std::strong_ordering operator<=>(const TileList& a, const TileList& b)
    {
        return a.m_list == b.m_list ? std::strong_ordering::equal : a.m_list->tiles <=> b.m_list->tiles;
    }

private:
    struct List {
        explicit List(std::vector<Tile> own) : tiles(std::move(own))
        {
            support::HashMixer mixer;
            for (const Tile tile : tiles) {
                mixer.add(tile.row);
                mixer.add(tile.column);
            }
            hash = mixer.hash();
        }
        std::vector<Tile> tiles;
        std::size_t hash = 0;
    };
    std::shared_ptr<const List> m_list; ///< not null
};

} // namespace tilescape::dataflow
