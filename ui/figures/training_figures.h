#pragma once

#include "core/schedule/problem.h"
#include "ui/widgets/figure.h"

#include <vector>

namespace tilescape::ui::figures {

/// Figures of the training systems that the problem is about: those whose settings are not the defaults. Computes what
/// they show. Needs a QApplication.
std::vector<widgets::Figure> trainingFigures(const schedule::Problem& problem);

} // namespace tilescape::ui::figures
