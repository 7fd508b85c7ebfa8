#pragma once

#include "ui/gradient/gradient_player.h"
#include "ui/widgets/figure.h"

namespace tilescape::ui::gradient {

/// Orders of a layer as far as they have been played, side by side where the page is wide enough, and the legend.
/// `longest`: bytes of the one that moves most.
widgets::Figure gradientOrderFigure(std::vector<std::shared_ptr<const GradientPlayer>> players, Count longest, const QString& layer);

/// The layer whose fastest order saves most against the sequential one. Requires layers.
std::size_t layerOfMostGain(const training::gradient::NetworkResult& result);

/// The sequential order of that layer and its fastest, each half way through.
widgets::Figure gradientOrderFigure(const training::gradient::NetworkResult& result);

} // namespace tilescape::ui::gradient
