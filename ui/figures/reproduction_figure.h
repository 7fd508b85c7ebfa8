#pragma once

#include "core/io/paper_chart.h"
#include "ui/widgets/figure.h"

#include <QString>

namespace tilescape::ui::figures {

/// A chart of a paper that is made anew, drawn as the window's charts are: what the paper prints is hatched, and paler, beside ours
/// in the same colour. `name`: as "hypar/figure_6"; `description`: a line for the file.
widgets::Figure reproductionFigure(const QString& name, const QString& description, const io::PaperChart& chart);

} // namespace tilescape::ui::figures
