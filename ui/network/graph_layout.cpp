#include "ui/network/graph_layout.h"

#include <algorithm>

namespace tilescape::ui::network {

namespace {

constexpr double columnGap = 16;
constexpr double rowGap = 26;

using Indices = std::vector<std::size_t>;

/// For each node those with an edge to it.
using Feeders = std::vector<Indices>;

Feeders feedersOf(const GraphShape& shape)
{
    Feeders feeders(shape.nodes.size());
    for (const auto& [from, to] : shape.edges) {
        feeders[to].push_back(from);
    }
    return feeders;
}

/// Nodes come in topological order, so one pass finds the longest path to each.
std::vector<Indices> rowsOf(const GraphShape& shape, const Feeders& feeders)
{
    std::vector<Indices> rows;
    Indices rowOf(shape.nodes.size(), 0);
    for (std::size_t node = 0; node < shape.nodes.size(); ++node) {
        for (const std::size_t above : feeders[node]) {
            rowOf[node] = std::max(rowOf[node], rowOf[above] + 1);
        }
        rows.resize(std::max(rows.size(), rowOf[node] + 1));
        rows[rowOf[node]].push_back(node);
    }
    return rows;
}

/// Each row is sorted by the mean place of what feeds it. All are centred on one line: else a long graph would drift aside.
void placeRow(const Indices& row, const GraphShape& shape, const Feeders& feeders, double top, GraphLayout& layout)
{
    std::vector<std::pair<double, std::size_t>> wishes;
    double width = -columnGap;
    for (const std::size_t node : row) {
        const Indices& above = feeders[node];
        double wish = 0;
        for (const std::size_t other : above) {
            wish += layout.nodes[other].center().x() / static_cast<double>(above.size());
        }
        wishes.emplace_back(wish, node);
        width += shape.nodes[node].width() + columnGap;
    }
    std::sort(wishes.begin(), wishes.end());
    double left = -width / 2;
    for (const auto& [wish, node] : wishes) {
        layout.nodes[node] = QRectF(QPointF(left, top), shape.nodes[node]);
        left += shape.nodes[node].width() + columnGap;
    }
}

double heightOf(const Indices& row, const GraphShape& shape)
{
    double height = 0;
    for (const std::size_t node : row) {
        height = std::max(height, shape.nodes[node].height());
    }
    return height;
}

/// An edge over several rows swings out to the side, so that it does not run through the boxes between.
GraphEdgePath pathBetween(const QRectF& from, const QRectF& to)
{
    const QPointF start(from.center().x(), from.bottom());
    const QPointF tip(to.center().x(), to.top());
    const QPointF end = tip - QPointF(0, graphArrowLength);
    GraphEdgePath path;
    path.tip = tip;
    path.curve.moveTo(start);
    const double rise = end.y() - start.y();
    if (rise <= 2 * rowGap) {
        path.curve.cubicTo(start + QPointF(0, rise / 2), end - QPointF(0, rise / 2), end);
        return path;
    }
    const double side = std::max(from.right(), to.right()) + columnGap + 4;
    const QPointF out(side, start.y() + rowGap * 1.5);
    const QPointF back(side, end.y() - rowGap * 1.5);
    path.curve.cubicTo(start + QPointF(0, rowGap), QPointF(side, start.y()), out);
    path.curve.lineTo(back);
    path.curve.cubicTo(QPointF(side, end.y()), end - QPointF(0, rowGap), end);
    return path;
}

void moveToOrigin(GraphLayout& layout)
{
    QRectF bounds;
    for (const QRectF& box : layout.nodes) {
        bounds |= box;
    }
    for (const GraphEdgePath& edge : layout.edges) {
        bounds |= edge.curve.boundingRect();
    }
    const QPointF shift = -bounds.topLeft();
    for (QRectF& box : layout.nodes) {
        box.translate(shift);
    }
    for (GraphEdgePath& edge : layout.edges) {
        edge.curve.translate(shift);
        edge.tip += shift;
    }
    layout.bounds = QRectF(QPointF(), bounds.size());
}

} // namespace

GraphLayout layeredLayout(const GraphShape& shape)
{
    GraphLayout layout;
    layout.nodes.resize(shape.nodes.size());
    const Feeders feeders = feedersOf(shape);
    double top = 0;
    for (const Indices& row : rowsOf(shape, feeders)) {
        placeRow(row, shape, feeders, top, layout);
        top += heightOf(row, shape) + rowGap;
    }
    for (const auto& [from, to] : shape.edges) {
        layout.edges.push_back(pathBetween(layout.nodes[from], layout.nodes[to]));
    }
    moveToOrigin(layout);
    return layout;
}

} // namespace tilescape::ui::network
