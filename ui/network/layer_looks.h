#pragma once

#include "core/network/network.h"

#include <QColor>
#include <QPalette>
#include <QString>

namespace tilescape::ui::network {

/// "96 × 55 × 55, 11 × 11 / 4": output channels and map, filter and stride.
QString dimensionsText(const tilescape::network::Layer& layer);

/// "Convolution", "Fully connected", ... and the colour of its boxes.
QString kindLabel(const tilescape::network::Layer& layer);
QColor kindColour(const tilescape::network::Layer& layer, const QPalette& palette);

/// What the layer is, in three lines.
QString layerText(const tilescape::network::Layer& layer);

} // namespace tilescape::ui::network
