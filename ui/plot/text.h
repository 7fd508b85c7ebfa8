#pragma once

#include <QFontMetricsF>
#include <QStringList>

namespace tilescape::ui::plot {

/// `text` in lines of whole words that are at most `width` wide; a word that is wider stands on a line of its own.
QStringList wrapped(const QString& text, double width, const QFontMetricsF& metrics);

} // namespace tilescape::ui::plot
