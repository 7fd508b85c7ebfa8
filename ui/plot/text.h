#pragma once

#include <QFontMetricsF>
#include <QStringList>

namespace tilescape::ui::plot {

/// `text` in lines of whole words that are at most `width` wide; a word that is wider stands on a line of its
/// own, and a name on several, divided at its joints. A number stays beside
/// what it counts, and "8 × 8" whole, where that has room.
QStringList wrapped(const QString& text, double width, const QFontMetricsF& metrics);

} // namespace tilescape::ui::plot
