#pragma once

#include "core/pipeline/network_task.h"
#include "core/support/dimensions.h"

#include <limits>
#include <span>
#include <string_view>

namespace tilescape::search {

/// The quantity that is minimized: energy, cycles, or their product.
enum class Goal { Energy, Delay, EnergyDelay };
std::string_view nameOf(Goal goal); ///< "energy", "delay", "energy_delay"

/// Which schedules are searched and how they are counted (cost-model.md 2 to 5; solvers.md, What is searched).
struct SearchSpace {
    bool hybridPartition =
        true; ///< any mix of splits; else one (`splitOfWholeRegions`), of the map or of output channels
    bool batchPartition = false; ///< the batch may be split
    bool inputChannelPartition = false; ///< input channels may be split (needs hybrid)
    bool accessForwarding = true;       ///< data that several tiles need are fetched once and forwarded
    bool bufferSharing = false;         ///< tiles that need one piece hold one copy between them (cost-model.md 4)
    bool keepOutputsOnChip = false;     ///< layers in turn on the same tiles leave their data there for the next
    bool spatialPipelining = false;     ///< layers may run side by side in regions of the chip (cost-model.md 5)
    bool alternateLoopOrder = true;     ///< regions hand on groups (Tangram 3.2); else whole maps only
    bool zigzagRegions = true;          ///< regions may fold in stripes (Tangram Fig. 10a); else they are whole columns
    bool linearChains = false; ///< only layers in a chain share a segment (Tangram 2.4); else what Tangram 3.3 allows
    /// Largest number of vertices in a segment; infinity: no limit.
    double mostVertices = std::numeric_limits<double>::infinity();
    bool roundedFactors = false; ///< counts that divide poorly are rounded up (support::roundedCounts); only by KAPLA
    bool gathersSums = true;     ///< tiles may add up sums that each makes a part of: an ability of the chip, no switch
    bool training = false;       ///< the network is scheduled with the layers of training (network/training_graph.h)
    Counts counts = Counts::Executed;                 ///< executed or reference counts (cost-model.md 7)
    PerTensor<bool> bufferBypass{{true, true, true}}; ///< whether a tensor may skip the tile's buffer (cost-model.md 2)
    friend bool operator==(const SearchSpace&, const SearchSpace&) = default;
};

/// Whether data that several tiles need are fetched once: access forwarding and buffer sharing both do that.
constexpr bool spreadsFetches(const SearchSpace& space) { return space.accessForwarding || space.bufferSharing; }

/// The part of a search space that says how schedules are executed and counted.
pipeline::ExecutionRules executionRules(const SearchSpace& space);

/// One switch of the search space: a row for files, `--set`, the tool bar and its tooltips.
struct SpaceOption {
    std::string_view key;   ///< as in files and `--set`
    std::string_view label; ///< short, for a button
    std::string_view help;
    bool SearchSpace::*value;
    bool writtenWhereOn = false; ///< files name it only where it is on
};
/// One row for each switch; `bufferBypass`, which is three, is not among them.
std::span<const SpaceOption> spaceOptions();

/// A named search space: a row for `--mode` and lists.
struct SpaceMode {
    std::string_view key;
    std::string_view label;
    std::string_view help;
    SearchSpace space;
};
/// One row for each mode.
std::span<const SpaceMode> spaceModes();

/// The key of the largest number of vertices in a segment, in files and `--set`: a whole number from 1 on, or
/// "unlimited".
inline constexpr std::string_view mostVerticesKey = "most_vertices";

/// The key of how schedules are counted, in files and `--set`: "executed" or "reference". Files contain it only for
/// "reference".
inline constexpr std::string_view countsKey = "counts";

} // namespace tilescape::search
