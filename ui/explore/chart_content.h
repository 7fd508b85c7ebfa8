#pragma once

#include "ui/explore/chart_choice.h"
#include "ui/explore/point_set.h"
#include "ui/plot/heat_map.h"
#include "ui/plot/parallel_axes.h"
#include "ui/plot/scatter.h"

#include <variant>
#include <vector>

namespace tilescape::ui::explore {

/// A chart, and for each of its points or cells the number of the point.
struct ChartContent {
    std::variant<plot::Scatter, plot::HeatMap, plot::ParallelAxes> chart;
    std::vector<std::size_t> numbers;
};

/// The points of the set that are good, and that a heat map has cells for all; a cell where several points meet has the best of them. In a
/// plane of two measures the chip that a search began with stands beside them.
ChartContent contentOf(const PointSet& set, const ChartChoice& choice);

} // namespace tilescape::ui::explore
