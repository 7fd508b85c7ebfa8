#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tilescape::ui::network {

/// A graph to be laid out: boxes of given sizes (pixels) and edges by index. Nodes come in topological order.
struct GraphShape {
    std::vector<QSizeF> nodes;
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    friend bool operator==(const GraphShape&, const GraphShape&) = default;
};

/// An edge as drawn: its curve, and the point of its arrow, which starts where the curve ends.
struct GraphEdgePath {
    QPainterPath curve;
    QPointF tip;
};

/// Where everything lies, y downward, the bounds beginning at (0, 0).
struct GraphLayout {
    std::vector<QRectF> nodes;
    std::vector<GraphEdgePath> edges;
    QRectF bounds;
};

/// Rows by longest path, ordered by the mean of the neighbours above. Fast for any size; shown until `dot` is done.
GraphLayout layeredLayout(const GraphShape& shape);

/// Graphviz `dot`. Any thread may call it; calls wait for each other, because Graphviz is not thread safe. Takes tens of
/// milliseconds for 500 nodes, most of a second for 2,000. Nothing if Graphviz fails.
std::optional<GraphLayout> dotLayout(const GraphShape& shape);

/// From the end of an edge's curve to its tip.
inline constexpr double graphArrowLength = 6;

/// Above this many nodes `dot` takes too long to be worth waiting for.
inline constexpr std::size_t largestDotGraph = 1500;

} // namespace tilescape::ui::network
