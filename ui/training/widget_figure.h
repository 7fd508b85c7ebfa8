#pragma once

#include "ui/widgets/figure.h"

#include <QSize>

#include <functional>
#include <memory>

class QWidget;

namespace tilescape::ui::training {

/// A figure of what a widget shows: `make` gives another one with the same content, which is painted in the colours and the
/// font of paper. Below the width of its size hint it is shrunk; above, it is as wide as the figure.
widgets::Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>()> make);

/// As above, of this size at least: for widgets that scroll.
widgets::Figure figureOf(const QString& name, const QString& title, std::function<std::unique_ptr<QWidget>()> make, QSize whole);

} // namespace tilescape::ui::training
