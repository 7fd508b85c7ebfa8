#pragma once

#include "core/io/explorations.h"
#include "ui/figures/figure_source.h"
#include "ui/widgets/figure.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace tilescape::ui::figures {

/// All figures of a schedule: every kind of the registry that the problem is about and that has something to draw, of the layer
/// that needs most energy. A schedule without result gives the network and the training systems. Needs a QApplication, but no
/// window and no display (platform "offscreen").
std::vector<widgets::Figure> figuresOf(const FigureSource& source);
std::vector<widgets::Figure> figuresOf(const schedule::Schedule& schedule);

struct ExportedFigures {
    QString folder;
    QStringList files;
    QStringList figures; ///< names of those of which all files are there
    support::Diagnostics faults;
};

/// Makes the folder if need be; the fault if it cannot be made.
support::Diagnostics makeFolder(const QString& folder);
/// Writes the figure as SVG, PDF and PNG, two columns wide, into the folder of `exported`, and adds what became of it.
void writeFigureFiles(const widgets::Figure& figure, ExportedFigures& exported);

/// Writes every figure, and those of the explorations, as `writeFigureFiles` does, into `folder`, which is made if need be.
ExportedFigures exportAllFigures(const FigureSource& source, const io::Explorations& explorations, const QString& folder);

} // namespace tilescape::ui::figures
