#pragma once

#include "core/pipeline/network_task.h"
#include "core/support/dimensions.h"

#include <limits>
#include <span>
#include <string_view>

namespace tilescape::search {

/// What is made as small as possible.
enum class Goal { Energy, Delay, EnergyDelay };
std::string_view nameOf(Goal goal); ///< "energy", "delay", "energy_delay"

/// Which schedules are searched (cost-model.md 2 and 3).
struct SearchSpace {
    bool hybridPartition = true;        ///< any mix of splits; else maps only (fully connected: output channels only)
    bool batchPartition = false;        ///< splits of the batch as well
    bool inputChannelPartition = false; ///< splits of the input channels as well (needs hybrid)
    bool accessForwarding = true;       ///< data that tiles share is fetched once and forwarded
    bool bufferSharing = false;         ///< tiles that need one piece hold it once between them (cost-model.md 4)
    bool keepOutputsOnChip = false;     ///< layers that follow each other on the same tiles hand data on there
    bool spatialPipelining = false;     ///< layers run side by side in regions of the chip (cost-model.md 5)
    bool alternateLoopOrder = true;     ///< groups are handed on between regions (Tangram 3.2); else whole maps only
    bool zigzagRegions = true;          ///< regions fold in stripes (Tangram Fig. 10a); else whole columns of the chip
    bool linearChains = false;          ///< only layers in a chain share a segment; else what Tangram 3.3 allows
    double mostVertices = std::numeric_limits<double>::infinity(); ///< in one segment
    bool roundedFactors = false; ///< counts that divide poorly are rounded up (support::roundedCounts); heeded by KAPLA
    bool training = false; ///< the network with the layers that training adds is scheduled (network/training_graph.h)
    Counts counts = Counts::Executed; ///< what is counted of a schedule; cases of the reference tool ask for theirs
    PerTensor<bool> bufferBypass{{true, true, true}}; ///< a tensor that gains nothing by the buffer may skip it
    friend bool operator==(const SearchSpace&, const SearchSpace&) = default;
};

/// Whether data that tiles share is fetched once: sharing brings them together as forwarding does.
constexpr bool spreadsFetches(const SearchSpace& space) { return space.accessForwarding || space.bufferSharing; }

/// What a search space says of how schedules are executed and counted.
pipeline::ExecutionRules executionRules(const SearchSpace& space);

/// One switch of the search space: a row drives files, `--set`, the tool bar and its tooltips.
struct SpaceOption {
    std::string_view key;   ///< as in files and `--set`
    std::string_view label; ///< short, for a button
    std::string_view help;
    bool SearchSpace::*value;
    bool writtenWhereOn = false; ///< files name it only where it is on
};
/// The switches that solvers heed, beside `bufferBypass`.
std::span<const SpaceOption> spaceOptions();

/// A search space under a name of its own: a row drives `--mode` and lists.
struct SpaceMode {
    std::string_view key;
    std::string_view label;
    std::string_view help;
    SearchSpace space;
};
std::span<const SpaceMode> spaceModes();

/// Vertices in one segment, as files and `--set` name it: a whole number from 1 on, or "unlimited".
inline constexpr std::string_view mostVerticesKey = "most_vertices";

/// How schedules are counted, as files and `--set` name it: "executed" or "reference". Files name it only where it is the latter.
inline constexpr std::string_view countsKey = "counts";

} // namespace tilescape::search
