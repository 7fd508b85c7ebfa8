#include "ui/network/graph_walk.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::network {

namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

/// The boxes at the other ends of the edges that leave (`down`) or reach a box.
std::vector<std::size_t> linked(const Edges& edges, std::size_t from, bool down)
{
    std::vector<std::size_t> others;
    for (const auto& [maker, taker] : edges) {
        if ((down ? maker : taker) == from) {
            others.push_back(down ? taker : maker);
        }
    }
    return others;
}

std::vector<std::size_t> siblings(const Edges& edges, std::size_t from)
{
    std::vector<std::size_t> found;
    for (const bool down : {false, true}) {
        for (const std::size_t shared : linked(edges, from, down)) {
            const auto others = linked(edges, shared, !down);
            found.insert(found.end(), others.begin(), others.end());
        }
    }
    return found;
}

/// Of `candidates`, those to the left (-1) or right (1) of the box.
std::vector<std::size_t> beside(const std::vector<QRectF>& boxes, const std::vector<std::size_t>& candidates, std::size_t from,
                                int side)
{
    std::vector<std::size_t> found;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(found), [&](std::size_t other) {
        return (boxes[other].center().x() - boxes[from].center().x()) * side > 0;
    });
    return found;
}

std::optional<std::size_t> nearest(const std::vector<QRectF>& boxes, const std::vector<std::size_t>& candidates,
                                   std::size_t from)
{
    const auto away = [&](std::size_t other) {
        const QPointF way = boxes[other].center() - boxes[from].center();
        return std::hypot(way.x(), way.y());
    };
    const auto best = std::min_element(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(away(a), a) < std::pair(away(b), b);
    });
    return best == candidates.end() ? std::nullopt : std::optional(*best);
}

} // namespace

std::optional<std::size_t> walk(const std::vector<QRectF>& boxes, const Edges& edges, std::size_t from, WalkStep step)
{
    if (step == WalkStep::Up || step == WalkStep::Down) {
        return nearest(boxes, linked(edges, from, step == WalkStep::Down), from);
    }
    const int side = step == WalkStep::Left ? -1 : 1;
    std::vector<std::size_t> candidates = beside(boxes, siblings(edges, from), from, side);
    if (candidates.empty()) {
        std::vector<std::size_t> sameHeight;
        for (std::size_t other = 0; other < boxes.size(); ++other) {
            if (boxes[other].top() < boxes[from].bottom() && boxes[other].bottom() > boxes[from].top()) {
                sameHeight.push_back(other);
            }
        }
        candidates = beside(boxes, sameHeight, from, side);
    }
    return nearest(boxes, candidates, from);
}

} // namespace tilescape::ui::network
