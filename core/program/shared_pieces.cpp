#include "core/program/shared_pieces.h"

namespace tilescape::program {

SharedPieces::SharedPieces(const SharedRange& range)
    : m_pieces(range.pieces),
      m_transfers(range.groups.size()),
      m_piecesOfGroup(static_cast<std::size_t>(productOf(range.pieces)))
{
    for (std::size_t group = 0; group < range.groups.size(); ++group) {
        for (const Tile tile : range.groups[group]) {
            m_groups[tile] = group;
        }
    }
    m_all.resize(range.groups.size() * m_piecesOfGroup);
}

std::optional<std::size_t> SharedPieces::groupOf(Tile tile) const
{
    const auto found = m_groups.find(tile);
    return found == m_groups.end() ? std::nullopt : std::optional(found->second);
}

bool SharedPieces::expect(Tile tile, const Unit& unit)
{
    const auto group = groupOf(tile);
    if (group) {
        ++m_transfers[*group][unit];
    }
    return group.has_value();
}

SharedPiece& SharedPieces::pieceOf(std::size_t group, const Unit& unit)
{
    return m_all[group * m_piecesOfGroup + placeWithin(m_pieces, unit)];
}

void SharedPieces::begin(SharedPiece& piece, std::size_t group, const Unit& unit, const std::vector<Box>& boxes) const
{
    piece.group = group;
    piece.unit = unit;
    piece.transfers = m_transfers[group].at(unit);
    piece.boxes = boxes;
    piece.words.clear();
}

} // namespace tilescape::program
