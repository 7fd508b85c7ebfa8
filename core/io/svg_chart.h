#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tilescape::io {

/// A chart of lines over named categories.
struct SvgChart {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN(); ///< no value in this category

    struct Series {
        std::string name;
        std::vector<double> values; ///< one a category
    };

    std::string title;
    std::string xLabel;
    std::string yLabel; ///< with its unit
    std::vector<std::string> categories;
    std::vector<Series> series;
    bool logarithmic = false; ///< values above 0 only
};

/// Plain SVG; texts stay texts, in the viewer's own sans-serif fonts.
std::string svgOf(const SvgChart& chart);

} // namespace tilescape::io
