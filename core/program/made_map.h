#pragma once

#include "core/cost/layout_index.h"
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
    /// Adds the tiles that have words of the box, and how many.
    void addPlaces(const Box& box, std::vector<cost::LayoutIndex::Part>& places) const;
    [[nodiscard]] Tile tileOf(const Part& part) const { return m_holders[part.holder].tile; }
    /// Where a word of the part stands among the words of its unit.
    [[nodiscard]] std::size_t wordAt(const Part& part, Count channel, Count row, Count column) const;

private:
    struct Holder {
        Tile tile;
        Box piece; ///< of the first group of channels
        UnitBoxes boxes;
        PerAxis<Count> bounds{{0, 0, 0, 0}}; ///< above all coordinates of the units that are offered
        std::vector<bool> offered;           ///< by unit within these bounds
        std::vector<Count> unitOfChannel; ///< along the output channels, by number from the first channel of the piece on
        std::vector<Count> unitOfItem;    ///< along the batch, by number from the first item of the piece on, then by stripe
        std::vector<Span> rowsOfStripe;
        bool offersAll = true;     ///< all units of its piece, so that there is no need to look for them
        [[nodiscard]] bool offers(const Unit& unit) const;
    };
    /// The spans of all pieces along one side, sorted; pieces cut the map like a grid.
    using Spans = std::vector<Span>;
    void index();
    [[nodiscard]] std::size_t cellOf(std::size_t image, std::size_t channel, std::size_t row, std::size_t column) const
    {
        return ((image * m_channelSpans.size() + channel) * m_rows.size() + row) * m_columns.size() + column;
    }
    /// Calls `use(holder, box, group)` with the part of the box that a holder's piece has of each group of channels.
    template <class Use>
    void eachHolder(const Box& box, const Use& use) const;
    /// Calls `use(batch unit, image, rows)` for each item of the box and each stripe of it that has some of its rows.
    template <class Use>
    void eachStripe(const Holder& holder, const Box& wanted, const Use& use) const;
    [[nodiscard]] Count wordsAt(const Holder& holder, const Box& wanted, Count group) const;
    void findAt(std::size_t number, const Box& wanted, Count group, std::vector<Part>& parts) const;

    void add(const Program& program, const Role& role, const std::map<Tile, Extent>& positions);

    Count m_groups = 1;
    Count m_channels = 1; ///< of one group
    const LayerCode& m_code;
    std::vector<Holder> m_holders;
    Spans m_images;
    Spans m_channelSpans;
    Spans m_rows;
    Spans m_columns;
    std::vector<std::vector<std::size_t>> m_cells; ///< holders of each piece
};

} // namespace tilescape::program
