#pragma once

#include "core/support/dimensions.h"

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <vector>

namespace tilescape::dataflow {

/// The tiles of a region, in an order that matters. Copies share them, since hundreds of tasks name the same region of
/// a large chip; a list does not change once it is built.
class TileList {
public:
    TileList() : TileList(std::vector<Tile>{}) {}
    /// The conversions are implicit because a list is a vector that its copies share.
    TileList(std::vector<Tile> tiles) : m_tiles(std::make_shared<const std::vector<Tile>>(std::move(tiles))) {}
    TileList(std::initializer_list<Tile> tiles) : TileList(std::vector<Tile>(tiles)) {}
    operator const std::vector<Tile>&() const { return *m_tiles; }

    [[nodiscard]] std::size_t size() const { return m_tiles->size(); }
    [[nodiscard]] bool empty() const { return m_tiles->empty(); }
    [[nodiscard]] const Tile& operator[](std::size_t index) const { return (*m_tiles)[index]; }
    [[nodiscard]] const Tile& front() const { return m_tiles->front(); }
    [[nodiscard]] const Tile& back() const { return m_tiles->back(); }
    [[nodiscard]] auto begin() const { return m_tiles->begin(); }
    [[nodiscard]] auto end() const { return m_tiles->end(); }

    friend bool operator==(const TileList& a, const TileList& b)
    {
        return a.m_tiles == b.m_tiles || *a.m_tiles == *b.m_tiles;
    }
    friend std::strong_ordering operator<=>(const TileList& a, const TileList& b)
    {
        return a.m_tiles == b.m_tiles ? std::strong_ordering::equal : *a.m_tiles <=> *b.m_tiles;
    }

private:
    std::shared_ptr<const std::vector<Tile>> m_tiles; ///< not null
};

} // namespace tilescape::dataflow
