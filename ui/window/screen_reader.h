#pragma once

class QDockWidget;

namespace tilescape::ui::window {

/// What a screen reader says where the keyboard comes to a part of the panel that has nothing to say by itself: its tabs and scrolled
/// areas have the panel's name, and what is painted the description of the control, or of what is around it.
void nameParts(QDockWidget& panel);

} // namespace tilescape::ui::window
