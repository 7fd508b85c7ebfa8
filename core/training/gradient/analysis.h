#pragma once

#include "core/support/result.h"
#include "core/training/gradient/tile_search.h"

namespace tilescape::training::gradient {

/// Ways to run a whole network's backward pass: each picks one measure of every layer.
enum class Strategy {
    Sequential,  ///< dX, then dW
    Interleaved, ///< section 4.2 in every layer
    Rearranged,  ///< the order that Algorithm 1 chooses
    Ideal,       ///< the fastest of the three interleaved orders
    Best,        ///< the fastest of all four
    Partitioned, ///< Algorithm 1 in the parts of the fastest partition, or in the whole
    FreeDy,      ///< sequential, the second fetch of dY for nothing (Fig. 6); other orders may be faster
};
inline constexpr std::array<Strategy, 7> allStrategies{Strategy::Sequential, Strategy::Interleaved, Strategy::Rearranged,
                                                       Strategy::Ideal,      Strategy::Best,        Strategy::Partitioned,
                                                       Strategy::FreeDy};
template <typename T>
using PerStrategy = support::EnumArray<Strategy, T, 7>;
std::string_view nameOf(Strategy strategy);  ///< as in files: "sequential", ..., "free_dy"
std::string_view labelOf(Strategy strategy);

/// The layer cut into parts, each in the order that the rule chooses for it.
struct PartitionMeasure {
    Partition partition = Partition::None;
    Count parts = 1;
    Measure measure;
};

/// One layer, everything simulated.
struct LayerResult {
    LayerGemm product;
    Measure forward;
    PerOrder<Measure> orders;
    Order chosen = Order::Sequential; ///< by the rule
    Order ideal = Order::Sequential;  ///< fastest of the three interleaved; the first layer has none and stays sequential
    Order best = Order::Sequential;   ///< fastest of the four
    std::vector<PartitionMeasure> partitions;
    std::size_t bestPartition = 0; ///< index; the first is the whole layer (several cores: weight sharing)
    Measure freeDy;
    Count shapesLeftOut = 0; ///< tile shapes that fit and were not simulated, for their number of steps

    [[nodiscard]] const Measure& of(Strategy strategy) const;
};

struct Total {
    Count backwardCycles = 0;
    Count readBytes = 0;
    Count writeBytes = 0;
    Count dyReadBytes = 0;
    Count spillBytes = 0;
};

struct NetworkResult {
    Settings settings;
    Count batch = 1;
    std::vector<LayerResult> layers;

    [[nodiscard]] Count forwardCycles() const;
    [[nodiscard]] Total totalOf(Strategy strategy) const;
    /// Forward and backward.
    [[nodiscard]] Count trainingCycles(Strategy strategy) const;
};

struct AnalysisControl {
    int threads = 0; ///< 0: all cores; any number gives the same
    std::stop_token stop;
    std::optional<TileShape> tile; ///< instead of the search
    std::vector<Count> parts{2, 4}; ///< into how many parts partitions cut on one core
    std::optional<Order> partOrder; ///< of every part; without one, the rule chooses by the part's dimensions
    /// Called after each of the products that differ, by one thread at a time.
    std::function<void(std::size_t done, std::size_t total)> onProgress;
};

/// Faults of settings alone: values out of their rows' ranges, or an array whose smallest step does not fit.
support::Diagnostics check(const Settings& settings);

/// All layers of all lists; equal products are simulated once. Faults: settings, a product too large to count or to
/// simulate, a given tile that does not fit, or that it was stopped.
support::Result<std::vector<std::vector<LayerResult>>> analyse(const std::vector<std::vector<LayerGemm>>& lists,
                                                               const Settings& settings,
                                                               const AnalysisControl& control = {});

/// One network, which is checked; `batch` is that of all cores together.
support::Result<NetworkResult> analyse(const network::Network& network, Count batch, const Settings& settings,
                                       const AnalysisControl& control = {});

} // namespace tilescape::training::gradient
