#pragma once

#include "core/support/diagnostic.h"

#include <string>
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

/// What is known of a sweep or a search before its points are.
struct ChartKeys {
    std::vector<std::string> keys;       ///< of all axes or variables
    std::vector<std::string> objectives; ///< keys of measures
    bool coloured = false;               ///< of a sweep: the second axis has colours at first
};

/// What a chart of this kind begins with: the first two objectives, of one objective its plane with the area; of a heat map the first
/// objective over the first two axes.
ChartChoice firstChoice(ChartKind kind, const ChartKeys& known);

/// What of the choice the chart cannot show: keys that nothing has, a heat map of one axis.
support::Diagnostics check(const ChartChoice& choice, const ChartKeys& known);

} // namespace tilescape::ui::explore
