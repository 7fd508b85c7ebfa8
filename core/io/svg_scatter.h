#pragma once

#include <string>
#include <vector>

namespace tilescape::io {

/// A chart of points in a plane, in series of one colour each.
struct SvgScatter {
    struct Point {
        double x = 0;
        double y = 0;
        std::string label; ///< shown under the pointer
        bool marked = false; ///< outlined, and larger
    };
    struct Series {
        std::string name; ///< may be empty where there is one
        std::vector<Point> points;
    };

    std::string title;
    std::string xLabel; ///< with its unit
    std::string yLabel; ///< with its unit
    std::vector<Series> series;
    std::vector<Point> line; ///< joined in this order; may be empty
    bool logarithmicX = false; ///< all x are above 0
    bool logarithmicY = false; ///< all y are above 0
};

/// Plain SVG; texts stay texts, in the viewer's own sans-serif fonts. Each axis spans the points.
std::string svgOf(const SvgScatter& chart);

} // namespace tilescape::io
