#pragma once

#include "ui/widgets/figure.h"

#include <functional>
#include <memory>

class QLabel;
class QWidget;

namespace tilescape::ui::training {

/// A figure of what a widget shows: `make` gives another one with the same content, which is painted in the colours and the
/// font of paper. Below the width of its size hint it is shrunk; above, it is as wide as the figure.
widgets::Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>()> make);

/// The widget with a line above that explains its colours.
std::unique_ptr<QWidget> withLegend(QLabel* legend, std::unique_ptr<QWidget> widget);

} // namespace tilescape::ui::training
