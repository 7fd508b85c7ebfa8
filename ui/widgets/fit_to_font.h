#pragma once

#include <functional>

class QWidget;

namespace tilescape::ui::widgets {

/// Does `fit` now, and again once the widget has got other letters or another style sheet: for sizes in pixels that follow from text,
/// as those of rows and columns. The widget owns what waits for it.
void fitToFont(QWidget* widget, std::function<void()> fit);

} // namespace tilescape::ui::widgets
