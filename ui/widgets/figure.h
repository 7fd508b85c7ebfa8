#pragma once

#include "core/support/diagnostic.h"

#include <QPainter>
#include <QSizeF>
#include <QString>

#include <functional>

namespace tilescape::ui::widgets {

/// A picture that can be painted at any width. Lengths are pixels of its layout, in which text of style::figureFont is 11
/// high; the page is scaled so that this text has the size in points that is asked for.
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
inline constexpr double slideMm = 254; ///< a slide of 10 inches
inline constexpr double smallestFigureMm = 20;
inline constexpr double largestFigureMm = 1000;
inline constexpr double paperTextPt = 8;
inline constexpr double slideTextPt = 14;

/// Width of the page, and of its text; the height follows from the figure.
struct FigureSize {
    double widthMm = oneColumnMm;
    double textPt = paperTextPt;
};

/// The page in millimetres, with a margin of 1 mm for 8 pt text all around the picture.
QSizeF figurePageMm(const Figure& figure, const FigureSize& size);
/// Paints the page in pixels of 1/96 inch, as files of all formats show it.
void paintFigurePage(QPainter& painter, const Figure& figure, const FigureSize& size);

/// Writes the figure in the format that the end of `path` names (.svg, .pdf, .png at 300 dpi).
/// Faults: unknown ending, width out of range, file not writable; there is never a half-written file.
support::Diagnostics writeFigure(const Figure& figure, const QString& path, const FigureSize& size);
support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm);

} // namespace tilescape::ui::widgets
