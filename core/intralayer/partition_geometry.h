#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/intralayer/layer_search.h"

#include <vector>

namespace tilescape::intralayer {

/// Hops of the shortest tree over the tiles that differ in `splits` only, as if the region were one plain grid.
double treeHops(const dataflow::Partition& partition, const std::vector<dataflow::Split>& splits);

/// For each place along one side of the region, which parts of `splits` it works on, as one number.
std::vector<Count> partNumbers(const dataflow::Partition& partition, Count Extent::*side,
                               const std::vector<dataflow::Split>& splits);

/// Words of each tensor that differ, over all tiles; halos counted as often as they are held.
PerTensor<double> distinctWords(const LayerTask& task, const dataflow::TileLayer& tile,
                                const dataflow::PerSplit<Extent>& shares);

/// Where in the grid of `stored` tiles' outputs go: parts of a split go by their number, those of the map by row and column
/// (dataflow::mapPiece). Where one part goes to several places, it is the first of them, or the last.
class OutputPlaces {
public:
    OutputPlaces(const dataflow::Partition& partition, const dataflow::Partition& stored, bool last);

    [[nodiscard]] Extent at(std::size_t row, std::size_t column) const
    {
        Extent place{m_ofRow[row].height + m_ofColumn[column].height, m_ofRow[row].width + m_ofColumn[column].width};
        for (const Part& part : m_parts) {
            const Extent own = part.places[part.ofRow[row] + part.ofColumn[column]];
            place = {place.height + own.height, place.width + own.width};
        }
        return place;
    }

private:
    /// A split of both sides: its places by the part's number.
    struct Part {
        std::vector<std::size_t> ofRow; ///< of the first part in this row
        std::vector<std::size_t> ofColumn;
        std::vector<Extent> places;
    };
    /// What splits of one side contribute.
    std::vector<Extent> m_ofRow;
    std::vector<Extent> m_ofColumn;
    std::vector<Part> m_parts;
};

} // namespace tilescape::intralayer
