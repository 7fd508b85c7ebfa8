#pragma once

#include "core/training/gradient/analysis.h"

#include <QColor>
#include <QPalette>
#include <QString>

namespace tilescape::ui::gradient {

/// Colours and words that all parts of the gradient view share.
QColor matrixColour(tilescape::training::gradient::Matrix matrix);
QColor strategyColour(tilescape::training::gradient::Strategy strategy);
QColor orderColour(tilescape::training::gradient::Order order);
/// What happened to a tile in the step at work.
QColor eventColour(tilescape::training::gradient::TileEventKind kind, const QPalette& palette);
QString eventText(tilescape::training::gradient::TileEventKind kind);

QString changeText(double cycles, double before); ///< "-12.3 %"

} // namespace tilescape::ui::gradient
