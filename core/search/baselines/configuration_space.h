#pragma once

#include "core/search/baselines/blocking_front.h"
#include "core/search/space/blocking_steps.h"
#include "core/search/space/layer_answer.h"
#include "core/support/dice.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tilescape::search {

/// A scheme of a layer as indices into a `ConfigurationSpace`: partition, nest, factors and loop orders.
struct Configuration {
    std::uint32_t partition = 0;
    std::uint32_t nest = 0;
    std::array<std::uint32_t, 3> inner{};  ///< by loop, among the factors inside the registers
    std::array<std::uint32_t, 3> middle{}; ///< by loop, among the factors at buffer level
    std::uint32_t memoryOrder = 0;
    std::uint32_t bufferOrder = 0;
    friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

/// All schemes of one layer under one set of groups, to be drawn at random, varied, described and priced one at a time.
class ConfigurationSpace {
public:
    /// `task` and `table` must outlive this.
    ConfigurationSpace(const LayerTask& task, const PartitionTable& table, const pipeline::TopGroups& top);

    /// Whether there is no configuration, because no mapping allows the groups that are asked for.
    [[nodiscard]] bool isEmpty() const { return m_usable.empty(); }
    /// A random configuration. The space must not be empty.
    [[nodiscard]] Configuration draw(support::Dice& dice) const;
    /// The configuration with one of its ten choices drawn anew.
    [[nodiscard]] Configuration neighbour(Configuration from, support::Dice& dice) const;
    /// For each partition and nest the configuration with the smallest factors on the tile: it fits if any
    /// configuration with that partition and nest does.
    [[nodiscard]] std::vector<Configuration> smallest() const;

    static constexpr std::size_t features = 20; ///< numbers that `describe` writes
    /// Writes the features of a configuration to `into`: logarithms of shares, factors, replicas and hops, and the
    /// innermost loops.
    void describe(const Configuration& configuration, float* into) const;

    /// A priced configuration.
    struct Priced {
        BlockingChoice choice;
        /// Cost in the units of `scalarOf`, with hops from where the input would lie if it were cut by the same
        /// partition.
        double value = 0;
    };
    /// The price by the cost model; empty if the configuration does not fit.
    [[nodiscard]] std::optional<Priced> price(const Configuration& configuration) const;

private:
    struct Nest {
        std::unique_ptr<BlockingTask> task;
        std::unique_ptr<BlockingSteps> steps;
    };
    [[nodiscard]] const Nest& nestOf(const Configuration& configuration) const;
    [[nodiscard]] std::size_t kindOf(const Configuration& configuration) const;
    [[nodiscard]] dataflow::Blocking blockingOf(const Configuration& configuration) const;
    /// Maps indices beyond the number of possibilities back into the range, which may be smaller after another choice
    /// was changed.
    void fold(Configuration& configuration) const;
    [[nodiscard]] Count inputHops(std::size_t partition) const;

    const LayerTask& m_task;
    const PartitionTable& m_table;
    std::vector<std::vector<Nest>> m_nests;                ///< by kind
    std::vector<std::vector<std::uint32_t>> m_usableNests; ///< by kind
    std::vector<std::uint32_t> m_usable;                   ///< partitions with such nests
};

} // namespace tilescape::search
