#pragma once

#include "core/dataflow/partition.h"
#include "core/search/kapla/nearest_hops.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/partition_geometry.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tilescape::search {

/// A layout that the input may have: cut by `partition` over `region`, which is recognized by the address of its tiles.
struct LikelyInput {
    dataflow::Partition partition;
    const dataflow::Region* region = nullptr; ///< not null
};

/// How many tiles fetch each word of a tensor: without forwarding all that need it, which share along `together`; else
/// one of them. Outputs go to memory from one tile, which gathers them.
PerTensor<double> fetchersOf(const LayerTask& task, const dataflow::Partition& partition,
                             const PerTensor<dataflow::Splits>& together);

/// Hops that gather one word's partial sums from the tiles that share along `together`.
double gatheringHops(const LayerTask& task, const dataflow::Partition& partition,
                     const dataflow::Splits& together);

/// Estimates of the word-hops of one fetch of each tensor, without the sharing groups: trees as if the region were one
/// unfolded grid, and mean distances to the nearest tile of a group. They are no bounds. No capacity, rate or price enters
/// them, but whether hops cost anything: what is asked again, after such an edit, is remembered. Threads may ask at once.
class HopEstimate {
public:
    explicit HopEstimate(LayerTask task);

    /// What the estimates of one partition have in common.
    struct Shared {
        PerTensor<dataflow::Splits> together; ///< splits whose tiles need the same piece
        PerTensor<double> fetchers; ///< tiles that fetch one word (`fetchersOf`): distances are summed over them
        PerTensor<double> words;    ///< different words of each tensor (`distinctWords`)
        PerTensor<double>
            tree; ///< hops of one word from one tile of a group to all others; half of those that gather an output
        double gatherOnce = 0; ///< word-hops of partial sums, paid once in addition to those of every fetch
    };
    /// The common part for a partition whose `distinctWords` are given.
    [[nodiscard]] Shared sharedOf(const dataflow::Partition& partition, const PerTensor<double>& words) const;

    /// Mean hops of a weight from the nearest memory channel to the nearest tile of its group.
    [[nodiscard]] double weightDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// Mean hops of an output from the nearest tile of its group to where it goes; 0 if it stays.
    [[nodiscard]] double outputDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// Mean hops of an input word from where it may lie to the nearest tile of its group. The producer's output
    /// channels are the layer's input channels.
    class InputDistance {
    public:
        /// The mean hops from one likely layout.
        [[nodiscard]] double from(const LikelyInput& input) const;
        /// The mean hops from the nearest memory channel, whatever the layout over the channels; 0 for an input in
        /// tiles' buffers.
        [[nodiscard]] double leastFromMemory() const { return m_leastFromMemory; }

    private:
        friend HopEstimate;
        const HopEstimate* m_estimate = nullptr;
        dataflow::Partition m_partition; ///< as the producer counts channels
        SideParts m_groups;              ///< of tiles that need the same, or each by itself without forwarding
        double m_fetchers = 1;
        double m_leastFromMemory = 0;
    };
    /// The distances of the input under a partition.
    [[nodiscard]] InputDistance inputDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// Mean hops to the nearest memory channel from those `tiles` of the region that are nearest to one: no word of as many
    /// groups of tiles has fewer in the mean.
    [[nodiscard]] double leastToMemory(Count tiles) const;
    /// Mean hops of an input word if nothing is known about its layout.
    [[nodiscard]] double meanInputDistance() const { return m_meanInput; }

    /// Usual layouts of an input over the memory channels, at the four corners or at every tile; empty if hops cost nothing or the input
    /// lies elsewhere.
    [[nodiscard]] std::vector<LikelyInput> usualInputs() const;

    /// About how many bytes it takes.
    [[nodiscard]] std::size_t bytes() const;

private:
    /// A partition, as far as distances depend on it, in few bytes: sides of a chip stay below 65,536.
    struct Packed {
        std::array<std::uint64_t, 2> shares{};
        std::uint64_t order = 0;
        friend bool operator==(const Packed&, const Packed&) = default;
    };
    static Packed packed(const dataflow::Partition& partition);
    /// A distance: of a tensor's words, under a partition, from or to where they are stored.
    struct Asked {
        Tensor tensor = Tensor::Weight;
        Packed partition;
        Packed stored;               ///< for an input
        const Tile* where = nullptr; ///< the first of the tiles that store an input
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    struct Hash {
        std::size_t operator()(const Asked& asked) const;
    };
    /// What `distance` gives, remembered.
    template <typename Distance>
    double remembered(const Asked& asked, const Distance& distance) const;
    /// The tiles of which the nearest fetches a word for all that share along `together`.
    [[nodiscard]] SideParts groupsOf(const dataflow::Partition& partition,
                                     const dataflow::Splits& together) const;
    /// From where tiles store a map to the groups; `where` is recognized by the address of its tiles.
    [[nodiscard]] double meanTo(const dataflow::Region& where, const dataflow::Partition& stored,
                                const dataflow::Partition& partition, const SideParts& groups) const;

    LayerTask m_task;
    std::optional<dataflow::GridSides> m_sides; ///< of the region
    MemoryHops m_toMemory;
    std::vector<Count> m_tilesAt; ///< `m_toMemory.tilesAt()`
    double m_meanInput = 0;
    mutable std::mutex m_mutex; ///< of what follows
    mutable std::unordered_map<Asked, double, Hash> m_known;
    mutable std::unordered_map<const Tile*, std::optional<dataflow::GridSides>>
        m_storedSides; ///< by the first of the tiles
};

} // namespace tilescape::search
