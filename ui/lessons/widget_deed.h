#pragma once

#include "ui/lessons/deed.h"

#include <optional>

class QWidget;

namespace tilescape::ui::lessons {

/// Deeds on the widgets of a window: `open PANEL`, `choose WIDGET=TEXT`, `swap WIDGET=TEXT with TEXT`, `run ACTION`. A widget or action that the window does not
/// have is never found done, and nothing is done to it.

/// The panel is seen, the box, tabs or button shows what the deed says, or the texts stand in the other order.
bool isDone(const QWidget& window, const Deed& deed);
void doIt(QWidget& window, const Deed& deed);
/// What sets the switch, a button that stays down, to what it is now, where `deed` turns one.
std::optional<Deed> switchAt(const QWidget& window, const Deed& deed);
/// The deed of a switch that undoes this one.
Deed opposite(Deed deed);
/// Brings the panel to the front in which a widget stands.
void bringToFront(QWidget& widget);

} // namespace tilescape::ui::lessons
