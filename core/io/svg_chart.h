#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tilescape::io {

/// A chart of named categories: bars side by side, bars of parts on each other, or lines.
struct SvgChart {
    enum class Kind { Bars, StackedBars, Lines };
    static constexpr double none = std::numeric_limits<double>::quiet_NaN(); ///< no value in this category

    struct Series {
        std::string name;
        std::vector<double> values; ///< one a category
        bool fromPaper = false;     ///< drawn as an outline or dashed, beside ours
        int colour = -1;            ///< of the Okabe-Ito colours; -1: the next
    };

    std::string title;
    std::string xLabel;
    std::string yLabel; ///< with its unit
    std::vector<std::string> categories;
    std::vector<Series> series;
    Kind kind = Kind::Bars;
    bool logarithmic = false; ///< values above 0 only; not for stacked bars
};

/// Plain SVG; texts stay texts, in the viewer's own sans-serif fonts.
std::string svgOf(const SvgChart& chart);

} // namespace tilescape::io
