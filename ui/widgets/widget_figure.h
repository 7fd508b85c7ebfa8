#pragma once

#include "ui/widgets/figure.h"

#include <functional>
#include <memory>

class QWidget;

namespace tilescape::ui::widgets {

/// A figure of what a widget shows: `make` gives another one with the same content and this font, which is painted in
/// the colours of paper, as wide as the figure. Below `narrowest` pixels it is shrunk.
Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>(const QFont& font)> make,
                double narrowest = 280);

} // namespace tilescape::ui::widgets
