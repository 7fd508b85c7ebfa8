#pragma once

#include <QString>

namespace tilescape::ui::window {

/// The text of a menu or an action without the mark of its key and the dots of a dialog.
inline QString plainLabel(QString text) { return text.remove(QLatin1Char('&')).remove(QStringLiteral("…")); }

} // namespace tilescape::ui::window
