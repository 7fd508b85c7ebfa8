#pragma once

#include "core/support/diagnostic.h"

#include <QByteArray>
#include <QFont>
#include <QPainter>
#include <QSizeF>
#include <QString>

#include <functional>
#include <optional>

namespace tilescape::ui::widgets {

/// What explains the signs of a figure, apart from its picture, so that the page can place it.
struct FigureLegend {
    /// In rows of this width; 0: in a column. What it explains may depend on how much the picture shows at its size, of height 0 where
    /// it is as high as it needs.
    std::function<QSizeF(QSizeF picture, double width, const QFont& font)> size;
    std::function<void(QPainter& painter, QSizeF picture, double width, const QFont& font)> paint; ///< from 0, 0
    bool above = false; ///< its usual place: right of the picture where that takes little of the width, else above; or below
};

enum class LegendPlace { Usual, Below, Above, Right, None };

/// A picture that can be painted at any width. Lengths are pixels of its layout, in which text of the font that is handed
/// over is 11 high; the page is scaled so that this text has the size in points that is asked for.
struct Figure {
    QString name;        ///< stem of the file name
    QString title;       ///< metadata of the file
    QString description; ///< metadata of the file: the problem that the picture shows, in a line
    QByteArray project;  ///< metadata of the file: text of the project file that makes the picture; may be empty
    std::function<double(double width, const QFont& font)> heightFor;
    std::function<void(QPainter& painter, QSizeF size, const QFont& font)> paint;
    std::optional<FigureLegend> legend; ///< none: the picture has no signs to explain, or explains them itself
    bool stretches = false;             ///< fills whatever height it is given, down to `leastHeightFor`
    std::function<double(double width, const QFont& font)> leastHeightFor{}; ///< none: somewhat less than `heightFor`
    /// Of a picture that is folded to be lower: what it fills of at most this height; none: all of it.
    std::function<double(double width, double most)> heightWithin{};
};

enum class FigureFormat { Svg, Pdf, Png };

inline constexpr double oneColumnMm = 84;
inline constexpr double twoColumnsMm = 178;
inline constexpr double slideMm = 254; ///< a slide of 10 inches
inline constexpr double smallestFigureMm = 20;
inline constexpr double largestFigureMm = 1000;
inline constexpr double paperTextPt = 8;
inline constexpr double slideTextPt = 14;
inline constexpr double smallestTextPt = 4;
inline constexpr double largestTextPt = 72;
inline constexpr double thinnestLines = 0.25; ///< times their usual widths
inline constexpr double thickestLines = 4;

/// The page: its size, and what stands on it beside the picture.
struct FigureSize {
    double widthMm = oneColumnMm;
    double textPt = paperTextPt;
    double heightMm = 0; ///< 0: as high as the picture needs
    QString family{};    ///< of the font; empty: the program's own
    QString heading{};   ///< text above the picture; empty: none
    LegendPlace legend = LegendPlace::Usual;
    double lineWeight = 1; ///< widths of all lines, hatching too, in those that they usually have
    friend bool operator==(const FigureSize&, const FigureSize&) = default;
};

/// What is wrong with the page for this figure, one fault a member: width, height, text or lines out of range, no such font, a legend
/// placed that the figure does not have, a page on which the picture has no room, or text is cut, with text of half the size.
support::Diagnostics pageFaults(const Figure& figure, const FigureSize& size);

/// Size of the picture's text in points: that of the page, or less, down to half, on a page that is narrow, or of a height of its
/// own, where the picture has no room otherwise.
double pictureTextPt(const Figure& figure, const FigureSize& size);
/// The page in millimetres, with a margin of 1 mm for 8 pt text all around.
QSizeF figurePageMm(const Figure& figure, const FigureSize& size);
/// Paints the page in pixels of 1/96 inch, as files of all formats show it.
void paintFigurePage(QPainter& painter, const Figure& figure, const FigureSize& size);

/// The file's bytes. The page is without faults.
QByteArray figureFile(const Figure& figure, FigureFormat format, const FigureSize& size);

/// Writes the figure in the format that the end of `path` names (.svg, .pdf, .png at 300 dpi).
/// Faults: unknown ending, those of the page, file not writable; there is never a half-written file.
support::Diagnostics writeFigure(const Figure& figure, const QString& path, const FigureSize& size);
support::Diagnostics writeFigure(const Figure& figure, const QString& path, double widthMm);

} // namespace tilescape::ui::widgets
