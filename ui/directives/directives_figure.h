#pragma once

#include "core/schedule/schedule.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::directives {

/// The directives of a layer, by its index in the network, as the solver wrote them.
widgets::Figure directivesFigure(const schedule::Schedule& schedule, std::size_t layer);

} // namespace tilescape::ui::directives
