#pragma once

class QMenu;
class QObject;

namespace tilescape::ui::workspace {
class Clock;
}

namespace tilescape::ui::window {

/// Adds a menu that plays and steps the clock of the selected layer, whichever view has the focus. `owner` owns the actions.
QMenu* addClockMenu(QMenu& menu, workspace::Clock& clock, QObject& owner);

} // namespace tilescape::ui::window
