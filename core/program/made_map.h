#pragma once

#include "core/dataflow/layout.h"
#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <map>
#include <vector>

namespace tilescape::program {

/// A layout of the layer's output over the tiles that make it: of those that add to the same words, the one in the middle.
dataflow::Layout madeLayout(const Program& program, const LayerCode& code);

/// Where the words of a layer's output lie that a segment hands on: in the units that the layer's streams offer.
class MadeMap {
public:
    /// `program` and `code` must outlive this; the roles of `code` must be there.
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
        std::vector<Unit> offered; ///< sorted
        bool offersAll = true;     ///< all units of its piece, so that there is no need to look for them
        [[nodiscard]] bool offers(const Unit& unit) const;
    };
    void findAt(std::size_t number, const Box& wanted, Count group, std::vector<Part>& parts) const;

    void add(const Program& program, const Role& role, const std::map<Tile, Extent>& positions);

    Count m_groups = 1;
    Count m_channels = 1; ///< of one group
    const LayerCode& m_code;
    std::vector<Holder> m_holders;
};

} // namespace tilescape::program
