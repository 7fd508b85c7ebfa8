#pragma once

#include "core/support/diagnostic.h"

#include <QPainter>
#include <QSizeF>
#include <QString>

#include <functional>

namespace tilescape::ui::widgets {

/// A picture that can be painted at any width. Lengths are pixels of 1/96 inch, so that 8 pt text is 8 pt on paper.
struct Figure {
    QString name;        ///< stem of the file name
    QString title;       ///< metadata of the file
    QString description; ///< metadata of the file: the problem that the picture shows
    std::function<double(double width)> heightFor;
    std::function<void(QPainter& painter, QSizeF size)> paint;
};

enum class FigureFormat { Svg, Pdf, Png };

inline constexpr double oneColumnMm = 84;
inline constexpr double twoColumnsMm = 178;
inline constexpr double smallestFigureMm = 20;
inline constexpr double largestFigureMm = 1000;

/// Writes the figure at `widthMm` in the format that the end of `path` names (.svg, .pdf, .png at 300 dpi).
/// Faults: unknown ending, width out of range, file not writable; there is never a half-written file.
support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm);

} // namespace tilescape::ui::widgets
