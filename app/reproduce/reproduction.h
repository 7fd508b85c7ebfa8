#pragma once

#include "core/io/comparison.h"
#include "core/io/svg_chart.h"

#include <string>
#include <vector>

namespace tilescape::reproduce {

/// What a reproduction makes: tables, written together as `<name>.md` and `<name>.csv`, and figures, each `<file>.svg`.
struct Reproduction {
    struct Figure {
        std::string file; ///< without folder and ending
        io::SvgChart chart;
    };

    std::string title;
    std::string introduction; ///< Markdown: what is shown, and where differences are explained
    std::vector<io::Comparison> tables;
    std::vector<Figure> figures;
};

/// The whole as a page of Markdown, with links to the figures beside it.
std::string markdownOf(const Reproduction& made);

} // namespace tilescape::reproduce
