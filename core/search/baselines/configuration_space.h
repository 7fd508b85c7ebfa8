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

/// One way to run a layer, as numbers of its choices: partition, mapping, factors, loop orders.
struct Configuration {
    std::uint32_t partition = 0;
    std::uint32_t nest = 0;
    std::array<std::uint32_t, 3> inner{};
    std::array<std::uint32_t, 3> middle{};
    std::uint32_t memoryOrder = 0;
    std::uint32_t bufferOrder = 0;
    friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

/// All ways to run one layer under one set of groups, to be drawn from, walked, described and priced one at a time.
class ConfigurationSpace {
public:
    ConfigurationSpace(const LayerTask& task, const PartitionTable& table, const pipeline::TopGroups& top);

    /// Nothing can be drawn: no mapping allows the groups that are asked for.
    [[nodiscard]] bool isEmpty() const { return m_usable.empty(); }
    [[nodiscard]] Configuration draw(support::Dice& dice) const;
    /// One choice made anew.
    [[nodiscard]] Configuration neighbour(Configuration from, support::Dice& dice) const;
    /// The smallest sizes everywhere: it fits if anything does under this partition and mapping.
    [[nodiscard]] std::vector<Configuration> smallest() const;

    static constexpr std::size_t features = 20;
    /// Logarithms of shares, factors and copies, and the orders.
    void describe(const Configuration& configuration, float* into) const;

    struct Priced {
        BlockingChoice choice;
        double value = 0; ///< in units of `scalarOf`, with the hops from where the input is expected to lie
    };
    /// None where it does not fit.
    [[nodiscard]] std::optional<Priced> price(const Configuration& configuration) const;

private:
    struct Nest {
        std::unique_ptr<BlockingTask> task;
        std::unique_ptr<BlockingSteps> steps;
    };
    [[nodiscard]] const Nest& nestOf(const Configuration& configuration) const;
    [[nodiscard]] std::size_t kindOf(const Configuration& configuration) const;
    [[nodiscard]] dataflow::Blocking blockingOf(const Configuration& configuration) const;
    /// Numbers beyond what there is are folded back: after another choice was made anew, there may be fewer.
    void fold(Configuration& configuration) const;
    [[nodiscard]] Count inputHops(std::size_t partition) const;

    const LayerTask& m_task;
    const PartitionTable& m_table;
    std::vector<std::vector<Nest>> m_nests;                ///< by kind
    std::vector<std::vector<std::uint32_t>> m_usableNests; ///< by kind
    std::vector<std::uint32_t> m_usable;                   ///< partitions with such nests
};

} // namespace tilescape::search
