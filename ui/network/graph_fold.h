#pragma once

#include "ui/network/graph_layout.h"

namespace tilescape::ui::network {

/// A tall layout cut between its rows into columns that stand side by side, as text on a page: in a wide panel its boxes are
/// larger. Edges from one column to a later one go around. One column: the layout as it is.
GraphLayout foldLayout(const GraphLayout& layout, const GraphShape& shape, std::size_t columns);

/// Into more columns it is not cut.
std::size_t mostColumnsOf(const GraphLayout& layout);

/// As many columns as let the boxes be largest in `room`, though not larger than they are; the fewest of these.
std::size_t columnsFor(const GraphLayout& layout, QSizeF room);

} // namespace tilescape::ui::network
