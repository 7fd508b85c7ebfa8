#pragma once

#include "ui/explore/point_set.h"
#include "ui/plot/heat_map.h"
#include "ui/plot/parallel_axes.h"
#include "ui/plot/scatter.h"

#include <string>
#include <variant>
#include <vector>

namespace tilescape::ui::explore {

enum class ChartKind {
    Plane,    ///< two measures make a scatter plot with its Pareto front, an axis and a measure make lines
    HeatMap,  ///< a measure over two axes
    Parallel, ///< all axes and some measures side by side
};

/// What the chart shows: keys of measures or of axes of the sweep.
struct ChartChoice {
    ChartKind kind = ChartKind::Plane;
    std::string x;  ///< Plane: a measure or an axis; HeatMap: an axis
    std::string y;  ///< Plane: a measure; HeatMap: an axis
    std::string by; ///< HeatMap: a measure; else an axis whose values have colours, or empty
};

/// A chart, and for each of its points or cells the number of the point.
struct ChartContent {
    std::variant<plot::Scatter, plot::HeatMap, plot::ParallelAxes> chart;
    std::vector<std::size_t> numbers;
};

/// The points of the set that are good, and that a heat map has cells for all; a cell where several points meet has the best of them. In a
/// plane of two measures the chip that a search began with stands beside them.
ChartContent contentOf(const PointSet& set, const ChartChoice& choice);

} // namespace tilescape::ui::explore
