#pragma once

#include "core/io/explorations.h"
#include "ui/widgets/figure.h"

#include <stop_token>
#include <vector>

namespace tilescape::ui::figures {

/// The sweep and the search of a project, and those that it keeps under names: of each every chart that has something to draw,
/// as the window draws it at first. What was not solved yet is left out. No two figures have the same name.
/// A search is gone through again for its front; where that is stopped, its figures are left out.
std::vector<widgets::Figure> figuresOf(const io::Explorations& explorations, const std::stop_token& stop = {});

} // namespace tilescape::ui::figures
