#pragma once

#include "core/explore/sweep_run.h"
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

/// The points that are done. A cell of a heat map where several points meet has the best of them.
ChartContent contentOf(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results, const ChartChoice& choice);

/// The values of a point that is done along all axes, and its measures or why there is no schedule: a line each.
QString pointText(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results, std::size_t number);

} // namespace tilescape::ui::explore
