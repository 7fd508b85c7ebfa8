#pragma once

#include "ui/chip/noc_load.h"
#include "ui/widgets/figure.h"

#include <memory>

namespace tilescape::ui::chip {

/// The selected layer, its segment and its region.
QString chipTitle(const ChipContent& content);

/// The chip on paper, or its links' load, above its legend and what the numbers are.
widgets::Figure chipFigure(const ChipContent& content, std::shared_ptr<const NocLoad> load = nullptr);

} // namespace tilescape::ui::chip
