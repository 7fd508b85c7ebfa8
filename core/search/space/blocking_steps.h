#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"

#include <array>
#include <vector>

namespace tilescape::search {

/// The blockings of one nest with exact factors, listed from the inside out as a search over directives visits them
/// (KAPLA IV): factors inside the registers, factors at buffer level with the remainder at DRAM level, then the loop
/// orders of both levels.
class BlockingSteps {
public:
    /// `top` are the groups that a pipeline asks for; `nest` must outlive this.
    BlockingSteps(const dataflow::LoopNest& nest, const pipeline::TopGroups& top);

    /// Possible factors of a loop inside the registers; empty if its iterations cannot be cut into the groups that are
    /// asked for.
    [[nodiscard]] const std::vector<Count>& inner(std::size_t loop) const { return m_loops[loop].inner; }
    /// Possible factors of a loop at buffer level, given the index in `inner(loop)` of its factor inside.
    [[nodiscard]] const std::vector<Count>& middle(std::size_t loop, std::size_t inner) const
    {
        return m_loops[loop].middle[inner];
    }

    /// Whether the units of these factors fit the registers of a PE.
    [[nodiscard]] bool fitsRegisters(const Factors& inner, const hardware::Machine& machine) const;
    /// In the default loop orders.
    [[nodiscard]] dataflow::Blocking blocking(const Factors& inner, const Factors& middle) const;
    /// The loop orders at DRAM level that can differ in cost: groups that are asked for stand outside, the batch before
    /// the channels; loops of one iteration are not permuted.
    [[nodiscard]] std::vector<std::array<Loop, 3>> memoryOrders(const dataflow::Blocking& blocking) const;
    /// The loop orders at buffer level that can differ in cost: loops of one iteration are not permuted.
    [[nodiscard]] std::vector<std::array<Loop, 3>> bufferOrders(const dataflow::Blocking& blocking) const;

private:
    struct Splits {
        std::vector<Count> inner;
        std::vector<std::vector<Count>> middle; ///< for each of `inner`
    };
    const dataflow::LoopNest& m_nest;
    Factors m_asked;
    std::array<Splits, 3> m_loops;
};

} // namespace tilescape::search
