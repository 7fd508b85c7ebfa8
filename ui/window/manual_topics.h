#pragma once

#include <QString>

#include <span>

class QWidget;

namespace tilescape::ui::window {

/// The place of the manual that tells about a widget and what lies in it.
struct ManualTopic {
    const char* objectName;
    const char* place; ///< "cost-model.md#6-energy"
};
std::span<const ManualTopic> manualTopics();

/// The place for the nearest widget around `widget` that has a topic; the page on the window for all others.
QString manualPlaceOf(const QWidget* widget);

} // namespace tilescape::ui::window
