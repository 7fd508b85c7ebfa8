#pragma once

#include "core/io/comparison.h"
#include "core/io/paper_chart.h"

#include <string>
#include <vector>

namespace tilescape::reproduce {

/// What a reproduction makes: tables, written together as `<name>.md` and `<name>.csv`, and what its figures show, which the window's
/// program draws.
struct Reproduction {
    std::string title;
    std::string introduction; ///< Markdown: what is shown, and where differences are explained
    std::vector<io::Comparison> tables;
    std::vector<io::PaperFigure> figures;
};

/// The whole as a page of Markdown, with links to the figures beside it, each `<name>.svg`.
std::string markdownOf(const Reproduction& made);

} // namespace tilescape::reproduce
