#pragma once

#include "core/support/result.h"
#include "ui/figures/figure_source.h"
#include "ui/widgets/figure.h"

#include <QString>

#include <optional>
#include <span>

namespace tilescape::ui::figures {

/// One figure that the program can draw: the same for the window's menu, the command line and the folder of all figures.
struct FigureKind {
    const char* name;  ///< on the command line, and stem of the file name
    const char* label; ///< to be translated by FiguresText
    Subject subject;   ///< what there has to be; training systems besides are part of a problem if their settings are not the defaults
    support::Result<widgets::Figure> (*make)(const FigureSource& source); ///< faults: why there is nothing to draw
};

/// All kinds, in the order in which they are listed.
std::span<const FigureKind> figureKinds();
QString labelOf(const FigureKind& kind);
/// Whether the figure belongs to all figures of the problem.
bool isAbout(const FigureKind& kind, const schedule::Problem& problem);

/// The figure with the problem in its metadata. Faults: the source lacks what it shows.
support::Result<widgets::Figure> makeFigure(const FigureKind& kind, const FigureSource& source);
/// The same by name. Faults: also a name that no kind has.
support::Result<widgets::Figure> makeFigure(const QString& name, const FigureSource& source);

} // namespace tilescape::ui::figures
