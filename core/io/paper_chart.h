#pragma once

#include "core/support/result.h"

#include <limits>
#include <string>
#include <vector>

namespace tilescape::io {

/// What a figure of a paper that is made anew shows: named categories as bars side by side, bars of parts on each other, or lines.
/// The window's program draws it.
struct PaperChart {
    enum class Kind { Bars, StackedBars, Lines };
    static constexpr double none = std::numeric_limits<double>::quiet_NaN(); ///< no value in this category

    struct Series {
        std::string name;
        std::vector<double> values; ///< one a category
        bool fromPaper = false;     ///< what the paper prints, beside ours
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

/// A chart and the name of its figure, which is the stem of the files that it is drawn into.
struct PaperFigure {
    std::string name;
    PaperChart chart;
};

/// The charts of a paper, and which one.
struct PaperFigures {
    std::string paper;
    std::vector<PaperFigure> figures;
};

/// As JSON (`format` "tilescape-paper-figures"); null where there is no value.
std::string writePaperFigures(const PaperFigures& figures);
/// Faults: no such file's text, unknown keys, a series with more or fewer values than there are categories.
support::Result<PaperFigures> readPaperFigures(const std::string& text, const std::string& file);

/// A list for `tilescape --figures` beside `chartsFile`, the name of a file with the text of `writePaperFigures`: each figure as an
/// SVG as wide as a page.
std::string writeFigureList(const PaperFigures& figures, const std::string& chartsFile);

} // namespace tilescape::io
