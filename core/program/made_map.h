#pragma once

#include "core/dataflow/layout.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <vector>

namespace tilescape::program {

/// The tiles that have the words of a layer's output when all sums are gathered: of those that add to the same words, the one
/// in the middle.
dataflow::Layout madeLayout(const Program& program, const LayerCode& code);

/// Where the words of a layer's output lie that a segment hands on: in which unit of which tile.
class MadeMap {
public:
    /// `program` and `code` must outlive this.
    MadeMap(const Program& program, const LayerCode& code);

    /// What one unit of one tile has of a box.
    struct Part {
        std::size_t holder = 0;
        Unit unit;
        Count image = 0;
        std::vector<Count> channels; ///< of the whole map
        Span row;
        Span column;
        [[nodiscard]] Count words() const { return static_cast<Count>(channels.size()) * row.size() * column.size(); }
    };
    /// Replaces `parts` by those of all units that have words of the box. Padding is in none.
    void find(const Box& box, std::vector<Part>& parts) const;
    [[nodiscard]] Tile tileOf(const Part& part) const { return m_holders[part.holder].tile; }
    /// Where a word of the part stands among the words of its unit.
    [[nodiscard]] std::size_t wordAt(const Part& part, Count channel, Count row, Count column) const;

private:
    struct Holder {
        Tile tile;
        Box piece; ///< of the first group of channels
        UnitBoxes boxes;
    };
    void findAt(std::size_t number, const Box& wanted, Count group, std::vector<Part>& parts) const;

    const LayerCode& m_code;
    Count m_groups = 1;
    Count m_channels = 1; ///< of one group
    std::vector<Holder> m_holders;
};

} // namespace tilescape::program
