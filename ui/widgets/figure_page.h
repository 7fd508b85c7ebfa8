#pragma once

#include "ui/widgets/figure.h"

#include <QRectF>

namespace tilescape::ui::widgets {

inline constexpr double mmPerInch = 25.4;
inline constexpr double pointsPerInch = 72;
inline constexpr double layoutDpi = 96;

/// Where picture, heading and legend stand on a page. Rectangles are in pixels of the layout, without the page's margin.
struct PageLayout {
    double scale = 1; ///< pixels of the page for one of the layout
    double textScale = 1;    ///< of the size asked for: less where a line would leave a narrow page
    double pictureScale = 1; ///< pixels of the layout for one of the picture's own
    QSizeF pixels;    ///< of the page, of 1/96 inch
    QFont font;
    QRectF heading;
    QRectF picture;
    QRectF legend;
    LegendPlace legendPlace = LegendPlace::None;
    bool isCut = false;  ///< on a page so narrow or low text leaves it, even at half its size
    /// As high as it needs, and drawn as small as it may be on this page, the picture has no room for what its parts are called.
    bool isNarrow = false;
    double neededMm = 0; ///< height of the lowest page on which the picture has room, where the page asked for is lower
};

PageLayout layOutPage(const Figure& figure, const FigureSize& size);

/// Paints in pixels of the page.
void paintPage(QPainter& painter, const Figure& figure, const FigureSize& size, const PageLayout& page);

} // namespace tilescape::ui::widgets
