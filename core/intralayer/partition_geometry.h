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
/// (dataflow::mapPiece). What one index of a split contributes is looked up; where one part goes to several places, it is
/// the first of them, or the last.
class OutputPlaces {
public:
    OutputPlaces(const dataflow::Partition& partition, const dataflow::Partition& stored, bool last);
    [[nodiscard]] Extent at(Count row, Count column) const;

private:
    struct Part {
        Extent share;
        Extent stride;
        std::vector<Extent> places;
    };
    std::vector<Part> m_parts;
};

} // namespace tilescape::intralayer
