#pragma once

#include "core/network/network.h"
#include "core/search/bounds/memory_distances.h"
#include "core/search/bounds/tile_floors.h"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace tilescape::search {

/// Where a layer's input comes from and its output goes in its segment, as far as that decides its cost.
struct LayerSetting {
    bool inputFromTiles = false;     ///< the whole input lies in tiles' buffers (cost::TileContext)
    bool inputIsLocal = false;       ///< in those of the layer's own region
    bool outputStays = false;        ///< the output does not go to memory
    /// Layers of the segment take it from the tiles' buffers (`pipeline::isTakenFromTiles`).
    bool outputIsTaken = false;
    bool mayPinWeights = false;      ///< weights may stay for all batches
    double inputPartInTiles = 0;     ///< fraction of an input from memory that lies in tiles' buffers
    double inputPartFromMemory = 1;  ///< fraction of the input that is brought from memory channels, not from tiles
    bool inputFromNeighbour = false; ///< the rest comes from tiles of another region, at least one hop away
    friend auto operator<=>(const LayerSetting&, const LayerSetting&) = default;
};

/// Word-hops of one fetch, at least.
struct LeastHops {
    double weight = 0;
    double input = 0;
    double output = 0; ///< between the tile that adds up and where the output goes
    double gather = 0; ///< of partial sums, for each write
};

/// Lower bounds of one layer under one partition that cost little to compute and do not depend on its setting: each word is
/// moved once.
struct PartitionFloor {
    Parts parts;
    TileFloor tile;
    PerTensor<double> dramWords; ///< if it comes from memory or goes there; 0 where nothing is proven
    /// Word-hops from memory channels to the nearest tile that needs a word (of outputs, from the tile that adds up), and
    /// from there to all other tiles that need it; the latter of outputs for each write.
    PerTensor<double> memoryHops;
    PerTensor<double> spreadHops;
    double inputCopies = 0; ///< words that tiles have to get from other tiles, if the input lies in those of another region
    /// Words of which `memoryHops` are a bound, the most that one tile takes of them, and of the input those that no two parts have in
    /// common.
    PerTensor<double> memoryWords;
    PerTensor<double> mostOfTile;
    double ownInputWords = 0;
};

/// The layer as far as its cost depends on it: its own name and those of its inputs are empty.
network::Layer withoutNames(network::Layer layer);

/// The floors of all partitions of one layer (`partChoices`).
class LayerFloors {
public:
    /// `task` must outlive this.
    LayerFloors(const SearchTask& task, const MemoryDistances& distances, std::size_t layer);

    /// The layer without its names.
    [[nodiscard]] const network::Layer& layer() const { return m_layer; }
    [[nodiscard]] const std::vector<PartitionFloor>& partitions() const { return m_partitions; }
    /// Energy in pJ of operations and registers, which all partitions have in common.
    [[nodiscard]] double fixedPj() const { return m_fixedPj; }
    /// The least tiles x cycles of all partitions.
    [[nodiscard]] double leastTileCycles() const { return m_leastTileCycles; }
    /// Words over DRAM with each word moved once.
    [[nodiscard]] double dramWords(const PartitionFloor& floor, const LayerSetting& setting) const;
    [[nodiscard]] LeastHops leastHops(const PartitionFloor& floor, const LayerSetting& setting) const;
    /// Of the chip's tiles.
    [[nodiscard]] const MemoryDistances& distances() const { return m_distances; }
    /// Rows and columns of the input that are stored.
    [[nodiscard]] Extent stored() const { return m_stored; }
    /// The indices of the partitions of which one with these shares is one: as many parts of each length, or fewer that are as
    /// long.
    [[nodiscard]] std::vector<std::size_t> find(const dataflow::PerSplit<Extent>& shares) const;

private:
    /// Rows, or columns, of the input under one number of parts of the output's.
    struct Reach {
        double stored = 0; ///< that lie somewhere, over all parts
        double most = 0;   ///< of these, of one part
    };
    static std::vector<Reach> reachesOf(Count output, Count filter, Count stride, Count stored, Count mostParts);
    void setMemoryHops(PartitionFloor& floor, Tensor tensor, double words, double mostOfTile) const;
    void addWeights(PartitionFloor& floor) const;
    void addInput(PartitionFloor& floor) const;
    void addOutput(PartitionFloor& floor) const;

    const SearchTask& m_task;
    const MemoryDistances& m_distances;
    network::Layer m_layer;
    Splittable m_lengths;
    Extent m_stored;
    bool m_channelwise = false; ///< output channels are computed from those of the same number
    double m_operands = 1;      ///< maps that an element-wise layer reads
    double m_operations = 0;    ///< for the whole batch
    double m_fixedPj = 0;
    double m_leastTileCycles = 0;
    std::vector<Reach> m_rows; ///< by number of parts
    std::vector<Reach> m_columns;
    std::vector<PartitionFloor> m_partitions;
    std::multimap<std::array<Count, 5>, std::size_t> m_byParts; ///< by numbers of parts: indices of partitions
};

} // namespace tilescape::search
