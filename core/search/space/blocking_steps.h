#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/search/space/blocking_candidate.h"

#include <array>
#include <vector>

namespace tilescape::search {

/// A nest's blockings as a directive search walks them, from the inside out (KAPLA IV-C): sizes in the registers, sizes in
/// the buffer, what is left at memory; then the orders of the loops at memory and at buffer level.
class BlockingSteps {
public:
    BlockingSteps(const dataflow::LoopNest& nest, const pipeline::TopGroups& top);

    /// Factors of each loop inside the registers; none if the groups that are asked for cannot be had.
    [[nodiscard]] const std::vector<Count>& inner(std::size_t loop) const { return m_loops[loop].inner; }
    /// Factors at buffer level, given the number of the one inside.
    [[nodiscard]] const std::vector<Count>& middle(std::size_t loop, std::size_t inner) const
    {
        return m_loops[loop].middle[inner];
    }

    [[nodiscard]] bool fitsRegisters(const Factors& inner, const hardware::Machine& machine) const;
    [[nodiscard]] dataflow::Blocking blocking(const Factors& inner, const Factors& middle) const; ///< any order
    /// Orders at memory level: groups that are asked for outside, the batch before the channels; loops of one iteration
    /// stand where they do not count.
    [[nodiscard]] std::vector<std::array<Loop, 3>> memoryOrders(const dataflow::Blocking& blocking) const;
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
