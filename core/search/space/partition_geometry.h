#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/search/space/layer_task.h"

#include <cstdint>
#include <vector>

namespace tilescape::search {

/// How many tiles need the same piece of each tensor, whether or not the splits nest in an order in which they can share
/// it (`dataflow::sharersOf`).
PerTensor<Count> mostSharers(const network::Layer& layer, const dataflow::PerSplit<Extent>& shares);

/// Hops of the shortest tree that joins the tiles that differ in `splits` only, in a region that is one unfolded grid.
double treeHops(const dataflow::Partition& partition, const dataflow::Splits& splits);

/// Hops from all tiles that differ in `splits` only, in such a region, to the one that stands in the middle of them as the
/// splits number them: it gathers their partial sums where nothing is forwarded (cost-model.md 3).
double hopsToMiddle(const dataflow::Partition& partition, const dataflow::Splits& splits);

/// The number of the part of some splits that each tile works on: the sum of one number for its row and one for its
/// column.
struct SideParts {
    std::vector<std::int32_t> ofRow;
    std::vector<std::int32_t> ofColumn;
    Extent parts; ///< number of different parts along each side
};
/// The parts of `splits` in a region of the partition's tiles.
SideParts sideParts(const dataflow::Partition& partition, const dataflow::Splits& splits);

/// Words of the different pieces of each tensor, summed over the pieces; rows that two input pieces have in common
/// count in both, and padding is included.
PerTensor<double> distinctWords(const LayerTask& task, const dataflow::TileLayer& tile,
                                const dataflow::PerSplit<Extent>& shares);

/// The tiles of the grid of `stored` that outputs go to if they are computed under `partition`: parts of a split go by
/// their number, those of the map by row and column (dataflow::mapPiece). Where a part goes to several tiles, only the
/// first of them is told, or with `last` the last.
class OutputPlaces {
public:
    /// `stored` is the partition by which the outputs are stored, over a grid of any extent.
    OutputPlaces(const dataflow::Partition& partition, const dataflow::Partition& stored, bool last);

    /// Whether every part goes to one tile only, but for parts of the map.
    static bool areSingle(const dataflow::Partition& partition, const dataflow::Partition& stored);

    /// Whether the place is the sum of what the tile's row and its column contribute.
    [[nodiscard]] bool addUp() const { return m_parts.empty(); }
    /// Rows and columns of the stored grid that a row of tiles contributes, where these `addUp`.
    [[nodiscard]] Extent ofRow(std::size_t row) const { return extentOf(m_ofRow[row]); }
    /// The same of a column of tiles.
    [[nodiscard]] Extent ofColumn(std::size_t column) const { return extentOf(m_ofColumn[column]); }

    /// Index, row by row, of the tile of the stored grid that the outputs of the tile at this row and column go to.
    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const
    {
        std::size_t place = m_ofRow[row] + m_ofColumn[column];
        for (const Part& part : m_parts) {
            place += part.places[part.ofRow[row] + part.ofColumn[column]];
        }
        return place;
    }

private:
    /// A split of both sides but the map's: its places by the part's number.
    struct Part {
        std::vector<std::size_t> ofRow; ///< of the first part in this row
        std::vector<std::size_t> ofColumn;
        std::vector<std::size_t> places;
    };
    [[nodiscard]] Extent extentOf(std::size_t index) const
    {
        return {quotient(static_cast<Count>(index), m_width), residue(static_cast<Count>(index), m_width)};
    }

    Count m_width = 1; ///< of the stored grid
    /// What splits of one side, and those of the map, contribute.
    std::vector<std::size_t> m_ofRow;
    std::vector<std::size_t> m_ofColumn;
    std::vector<Part> m_parts;
};

} // namespace tilescape::search
