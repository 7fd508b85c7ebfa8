#pragma once

#include "core/support/result.h"
#include "ui/figures/result_figure.h"

#include <limits>
#include <string>
#include <vector>

namespace tilescape::desktop {

/// A figure as it is asked for on the command line or in a list.
struct FigureOrder {
    std::string figure;                 ///< name in the registry, of a figure of results, or of a paper's, as "hypar/figure_6"
    std::string of;                     ///< project, network or chip; empty: the default example; of results or a paper's figure, the file that has its numbers
    std::string layer;                  ///< name; empty: the one that takes most energy
    std::string preset = "ieee-column"; ///< or an extent, as 120x80mm
    std::string font;                   ///< family; empty: the program's
    double fontSize = std::numeric_limits<double>::quiet_NaN(); ///< pt; none: the preset's
    std::string title = "none";         ///< above the picture
    std::string legend = "usual";
    double lineWeight = 1; ///< of all lines, in their usual widths
    ui::figures::ResultChoice choice{}; ///< of a figure of results
    std::string out; ///< file, .svg, .pdf or .png
};

/// The orders of a list: a JSON array of objects with the words of the options as keys ("figure", "of", "layer", "preset",
/// "font", "font-size", "title", "legend", "line-weight", "x", "y", "by", "out"). Paths that are relative begin at the list's folder. All faults at once.
support::Result<std::vector<FigureOrder>> readFigureList(const std::string& path);

/// Solves each problem once and writes the figures. Needs a QApplication, but no display. Returns the exit code: that of bad
/// input if any figure could not be made, whatever others were written.
int drawFigures(const std::vector<FigureOrder>& orders);

} // namespace tilescape::desktop
