#pragma once

#include "core/cost/layout_index.h"
#include "core/dataflow/layout.h"
#include "core/program/made_map.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <map>
#include <optional>
#include <vector>

namespace tilescape::program {

/// The memory channels' tiles of a program's chip.
dataflow::Region memoryOf(const Program& program);
/// The tile of the memory channel that is nearest; the first of those.
Tile nearestChannel(const dataflow::Region& memory, Tile tile);

/// Where the layers of a program have their feature maps (cost-model.md 3, Layout): in memory, or, as far as layers of their
/// own segment make them, on the tiles that made them.
class Places {
public:
    /// Copies what it needs.
    explicit Places(const Program& program);

    /// One of the maps that a layer reads, by its channels among all of them joined.
    struct Source {
        Span channels;
        std::optional<std::size_t> maker; ///< the layer of the same segment that makes it; none: it lies in memory
    };
    /// The maps that the layer reads, without a second operand.
    [[nodiscard]] const std::vector<Source>& sourcesOf(std::size_t layer) const { return m_sources[layer]; }
    /// The map that has a word of this channel.
    [[nodiscard]] const Source& sourceWith(std::size_t layer, Count channel) const;
    [[nodiscard]] bool readsMemory(std::size_t layer) const;
    [[nodiscard]] bool takesFromTiles(std::size_t layer) const;
    /// Whether other layers of its segment take the layer's output from tiles.
    [[nodiscard]] bool handsOn(std::size_t layer) const { return m_handsOn[layer]; }
    /// Whether the layer's output goes to memory, since a layer outside the segment needs it or none does.
    [[nodiscard]] bool stores(std::size_t layer) const { return m_stores[layer]; }

    /// Where a layer's output lies on tiles; only for one that hands on, once its streams are there.
    [[nodiscard]] const MadeMap& madeBy(std::size_t layer) const { return m_made.at(layer); }
    /// Notes where a layer of the program leaves what it hands on, when its streams have been made. `program` must stay where
    /// it is.
    void noteMade(const Program& program, const LayerCode& code);

    /// Replaces `parts` by the places of the words of `box` in a tensor of the layer: all inputs joined along the channels
    /// without a second operand, that operand for weights, or the output. Words that lie nowhere, as padding, are in none.
    void find(std::size_t layer, Tensor tensor, const Box& box, std::vector<cost::LayoutIndex::Part>& parts) const;
    [[nodiscard]] const dataflow::Region& memory() const { return m_memory; }

private:
    dataflow::Region m_memory;
    void addMade(std::size_t layer, const Box& box, std::vector<cost::LayoutIndex::Part>& parts) const;

    std::vector<cost::LayoutIndex> m_inputs; ///< by index in the network; those that lie in memory
    std::vector<cost::LayoutIndex> m_operands;
    std::vector<cost::LayoutIndex> m_outputs;
    std::map<std::size_t, MadeMap> m_made;
    std::vector<std::vector<Source>> m_sources;
    std::vector<bool> m_handsOn;
    std::vector<bool> m_stores;
};

} // namespace tilescape::program
