#pragma once

#include "app/desktop/figure_job.h"

#include <map>
#include <string>

namespace tilescape::desktop {

/// Figures of what `tilescape-cli sweep`, `search` and `sensitivity` have written with `--json`, and of projects with a sweep or a search. Each
/// file is read once.
class ResultFiles {
public:
    /// Whether the figure is one of results.
    static bool isOne(const std::string& figure) { return ui::figures::findResultFigure(QString::fromStdString(figure)) != nullptr; }
    /// Faults: no file is named, one that cannot be read, choices that its results do not have.
    support::Result<ui::widgets::Figure> figure(const FigureOrder& order);

private:
    std::map<std::string, ui::figures::Results> m_results; ///< by file
};

} // namespace tilescape::desktop
