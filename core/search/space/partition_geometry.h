#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/search/space/layer_task.h"

#include <cstdint>
#include <vector>

namespace tilescape::search {

/// Hops of the shortest tree over the tiles that differ in `splits` only, as if the region were one plain grid.
double treeHops(const dataflow::Partition& partition, const std::vector<dataflow::Split>& splits);

/// Which parts of some splits each place along the two sides of the region works on, as one number a side.
struct SideParts {
    std::vector<std::int32_t> ofRow;
    std::vector<std::int32_t> ofColumn;
    Extent parts; ///< how many there are
};
SideParts sideParts(const dataflow::Partition& partition, const std::vector<dataflow::Split>& splits);

/// Words of each tensor that differ, over all tiles; halos counted as often as they are held.
PerTensor<double> distinctWords(const LayerTask& task, const dataflow::TileLayer& tile,
                                const dataflow::PerSplit<Extent>& shares);

/// Where in the grid of `stored` tiles' outputs go: parts of a split go by their number, those of the map by row and column
/// (dataflow::mapPiece). Where one part goes to several places, it is the first of them, or the last.
class OutputPlaces {
public:
    OutputPlaces(const dataflow::Partition& partition, const dataflow::Partition& stored, bool last);

    /// Whether every part goes to one place only.
    static bool areSingle(const dataflow::Partition& partition, const dataflow::Partition& stored);

    /// Number of the place in the grid, row by row.
    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const
    {
        std::size_t place = m_ofRow[row] + m_ofColumn[column];
        for (const Part& part : m_parts) {
            place += part.places[part.ofRow[row] + part.ofColumn[column]];
        }
        return place;
    }

private:
    /// A split of both sides: its places by the part's number.
    struct Part {
        std::vector<std::size_t> ofRow; ///< of the first part in this row
        std::vector<std::size_t> ofColumn;
        std::vector<std::size_t> places;
    };
    /// What splits of one side contribute.
    std::vector<std::size_t> m_ofRow;
    std::vector<std::size_t> m_ofColumn;
    std::vector<Part> m_parts;
};

} // namespace tilescape::search
