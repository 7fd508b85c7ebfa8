#pragma once

#include <QFontMetricsF>
#include <QString>

#include <span>
#include <vector>

namespace tilescape::ui::plot {

/// A lying axis under a picture that can be moved and zoomed: it shows the values `from` to `to`, which need not begin at 0.
struct Ruler {
    struct Tick {
        double value = 0;
        double x = 0;    ///< pixels
        QString text;    ///< with its unit
        double left = 0; ///< of the text
    };
    std::vector<Tick> ticks;
};

/// Ticks at multiples of 1, 2 or 5 times a power of ten whose texts have room side by side between the pixels `left` and
/// `right`. `units`: names of 1, 1000, ... times the value, of which the largest that fits `to` is taken.
Ruler layOutRuler(double from, double to, double left, double right, std::span<const char* const> units,
                  const QFontMetricsF& metrics);

} // namespace tilescape::ui::plot
