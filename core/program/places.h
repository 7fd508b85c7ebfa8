#pragma once

#include "core/cost/layout_index.h"
#include "core/dataflow/layout.h"
#include "core/program/program.h"

namespace tilescape::program {

/// The memory channels' tiles of a program's chip.
dataflow::Region memoryOf(const Program& program);
/// The tile of the memory channel that is nearest; the first of those.
Tile nearestChannel(const dataflow::Region& memory, Tile tile);

/// Where the layers of a program have their feature maps in memory (cost-model.md 3, Layout).
class Places {
public:
    /// Copies what it needs.
    explicit Places(const Program& program);

    /// All inputs of the layer joined along the channels, without a second operand.
    [[nodiscard]] const cost::LayoutIndex& inputOf(std::size_t layer) const { return m_inputs[layer]; }
    [[nodiscard]] const cost::LayoutIndex& operandOf(std::size_t layer) const { return m_operands[layer]; }
    [[nodiscard]] const cost::LayoutIndex& outputOf(std::size_t layer) const { return m_outputs[layer]; }
    [[nodiscard]] const dataflow::Region& memory() const { return m_memory; }

private:
    dataflow::Region m_memory;
    std::vector<cost::LayoutIndex> m_inputs; ///< by index in the network
    std::vector<cost::LayoutIndex> m_operands;
    std::vector<cost::LayoutIndex> m_outputs;
};

} // namespace tilescape::program
