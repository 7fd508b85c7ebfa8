#pragma once

#include "core/training/gradient/analysis.h"
#include "ui/style/palette.h"

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

/// Of the parts of the bar of DRAM traffic; what is fetched again and sums that go out and in are told apart by their fill.
inline QColor fetchedColour() { return style::categorical(4); }
inline QColor writtenColour() { return style::categorical(6); }
inline QColor againColour() { return style::categorical(5); }

QString changeText(double cycles, double before); ///< "-12.3 %"

} // namespace tilescape::ui::gradient
