#include "ui/network/graph_fold.h"

#include <QTransform>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::network {

namespace {

constexpr double foldColumnGap = 64;
constexpr double topRoom = 30;     ///< above a column, for edges that enter it
constexpr std::size_t mostColumns = 64;
constexpr double largestLean = 0.25;
constexpr double worthwhile = 1.05; ///< a further column must make the boxes larger by this

/// Heights at which a cut meets no box, one between each two rows.
std::vector<double> gapsOf(const GraphLayout& layout)
{
    std::vector<std::pair<double, double>> spans;
    for (const QRectF& box : layout.nodes) {
        spans.emplace_back(box.top(), box.bottom());
    }
    std::sort(spans.begin(), spans.end());
    std::vector<double> gaps;
    double bottom = spans.empty() ? 0 : spans.front().second;
    for (const auto& [top, end] : spans) {
        if (top > bottom) {
            gaps.push_back((top + bottom) / 2);
        }
        bottom = std::max(bottom, end);
    }
    return gaps;
}

/// Where the columns end: the gaps nearest to equal parts.
std::vector<double> cutsOf(const GraphLayout& layout, std::size_t columns)
{
    const std::vector<double> gaps = gapsOf(layout);
    std::vector<double> cuts;
    for (std::size_t column = 1; column < columns; ++column) {
        const double wanted = layout.bounds.height() * static_cast<double>(column) / static_cast<double>(columns);
        const auto nearest = std::min_element(gaps.begin(), gaps.end(), [wanted](double a, double b) {
            return std::abs(a - wanted) < std::abs(b - wanted);
        });
        if (nearest != gaps.end() && (cuts.empty() || *nearest > cuts.back())) {
            cuts.push_back(*nearest);
        }
    }
    return cuts;
}

/// How far the rows of a column go aside from one to the next, in parts of their way down; none if it is little. `dot` lets
/// long graphs lean.
double leanOf(const GraphLayout& layout, const std::vector<std::size_t>& columnOf, std::size_t column)
{
    double count = 0;
    QPointF mean;
    for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        if (columnOf[node] == column) {
            mean += layout.nodes[node].center();
            ++count;
        }
    }
    mean /= std::max(count, 1.0);
    double together = 0;
    double down = 0;
    for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        if (columnOf[node] == column) {
            const QPointF away = layout.nodes[node].center() - mean;
            together += away.x() * away.y();
            down += away.y() * away.y();
        }
    }
    const double lean = down > 0 ? together / down : 0;
    return std::abs(lean) > largestLean ? lean : 0;
}

QRectF moved(QRectF box, const QTransform& place)
{
    box.moveCenter(place.map(box.center()));
    return box;
}

struct Fold {
    std::vector<std::size_t> columnOf; ///< by node
    std::vector<QTransform> places;    ///< by column: from the layout to the picture
    std::vector<double> lefts;         ///< of the columns, as they stand at last
};

Fold foldOf(const GraphLayout& layout, const GraphShape& shape, const std::vector<double>& cuts)
{
    Fold fold;
    for (const QRectF& box : layout.nodes) {
        const auto after = std::upper_bound(cuts.begin(), cuts.end(), box.center().y());
        fold.columnOf.push_back(static_cast<std::size_t>(after - cuts.begin()));
    }
    double left = 0;
    for (std::size_t column = 0; column <= cuts.size(); ++column) {
        const QTransform straight(1, 0, -leanOf(layout, fold.columnOf, column), 1, 0, 0);
        QRectF extent;
        for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
            if (fold.columnOf[node] == column) {
                extent |= moved(layout.nodes[node], straight);
            }
        }
        for (std::size_t edge = 0; edge < shape.edges.size(); ++edge) {
            const auto [from, to] = shape.edges[edge];
            if (fold.columnOf[from] == column && fold.columnOf[to] == column) {
                extent |= straight.map(layout.edges[edge].curve).boundingRect();
            }
        }
        fold.lefts.push_back(left);
        fold.places.push_back(straight * QTransform::fromTranslate(left - extent.left(), topRoom - extent.top()));
        left += extent.width() + foldColumnGap;
    }
    return fold;
}

/// What the boxes take in so many columns.
QSizeF sizeInColumns(const GraphLayout& layout, std::size_t columns)
{
    const Fold fold = foldOf(layout, {}, cutsOf(layout, columns));
    QRectF bounds;
    for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        bounds |= moved(layout.nodes[node], fold.places[fold.columnOf[node]]);
    }
    return {bounds.width(), bounds.height() + (columns > 1 ? 2 * topRoom : 0)};
}

/// Down out of its box, up between the columns, and down into the other box.
GraphEdgePath wayAround(const QRectF& from, const QRectF& to, double channel)
{
    const QPointF start(from.center().x(), from.bottom());
    const QPointF tip(to.center().x(), to.top());
    const QPointF end = tip - QPointF(0, graphArrowLength);
    const double low = start.y() + topRoom / 2;
    const double high = end.y() - topRoom / 2;
    GraphEdgePath path;
    path.tip = tip;
    path.curve.moveTo(start);
    path.curve.cubicTo({start.x(), low}, {channel, low + topRoom / 2}, {channel, start.y()});
    path.curve.lineTo(channel, end.y());
    path.curve.cubicTo({channel, high - topRoom / 4}, {end.x(), high}, end);
    return path;
}

} // namespace

GraphLayout foldLayout(const GraphLayout& layout, const GraphShape& shape, std::size_t columns)
{
    const std::vector<double> cuts = cutsOf(layout, columns);
    if (cuts.empty()) {
        return layout;
    }
    const Fold fold = foldOf(layout, shape, cuts);
    GraphLayout folded;
    for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        folded.nodes.push_back(moved(layout.nodes[node], fold.places[fold.columnOf[node]]));
        folded.bounds |= folded.nodes.back();
    }
    for (std::size_t edge = 0; edge < shape.edges.size(); ++edge) {
        const auto [from, to] = shape.edges[edge];
        const std::size_t column = fold.columnOf[to];
        if (fold.columnOf[from] == column) {
            const QTransform& place = fold.places[column];
            folded.edges.push_back({place.map(layout.edges[edge].curve), place.map(layout.edges[edge].tip)});
        } else {
            folded.edges.push_back(wayAround(folded.nodes[from], folded.nodes[to], fold.lefts[column] - foldColumnGap / 2));
        }
        folded.bounds |= folded.edges.back().curve.boundingRect();
    }
    folded.bounds.setTopLeft({std::min(folded.bounds.left(), 0.0), std::min(folded.bounds.top(), 0.0)});
    return folded;
}

std::size_t mostColumnsOf(const GraphLayout& layout) { return std::min(mostColumns, gapsOf(layout).size() + 1); }

std::size_t columnsFor(const GraphLayout& layout, QSizeF room)
{
    std::size_t best = 1;
    double largest = 0;
    const std::size_t most = mostColumnsOf(layout);
    for (std::size_t columns = 1; columns <= most; ++columns) {
        const QSizeF size = sizeInColumns(layout, columns);
        const double scale = std::min({room.width() / std::max(size.width(), 1.0), room.height() / std::max(size.height(), 1.0), 1.0});
        if (scale > worthwhile * largest) {
            best = columns;
            largest = scale;
        }
    }
    return best;
}

} // namespace tilescape::ui::network
