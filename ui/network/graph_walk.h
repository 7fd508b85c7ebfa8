#pragma once

#include <QRectF>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tilescape::ui::network {

enum class WalkStep { Up, Down, Left, Right };

/// Where a step from box `from` leads: up to a box that hands to it, down to one that takes from it, sideways to one with
/// the same neighbour above or below, else to one of the same height; always to the nearest. None at the end of the way.
std::optional<std::size_t> walk(const std::vector<QRectF>& boxes, const std::vector<std::pair<std::size_t, std::size_t>>& edges,
                                std::size_t from, WalkStep step);

} // namespace tilescape::ui::network
