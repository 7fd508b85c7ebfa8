#pragma once

#include <QString>

namespace tilescape::ui::window {

/// What a panel shows and what can be done there, in two sentences: the answer of What's This where nothing in it has one of its own.
/// Empty for a name that is no panel's.
QString panelText(const QString& objectName);

} // namespace tilescape::ui::window
