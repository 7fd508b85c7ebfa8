#pragma once

#include "ui/plot/legend.h"
#include "ui/plot/names.h"
#include "ui/plot/texture.h"
#include "ui/plot/ticks.h"

#include <QPalette>
#include <QStringList>

#include <array>
#include <optional>

namespace tilescape::ui::plot {

/// A chart of named categories with a value axis: parts on each other, bars side by side, or lines. The same for screen,
/// paper and SVG: it is laid out for an area and a font, and painted as it was laid out.
struct Chart {
    enum class Kind { Stacked, Grouped, Lines };
    struct Series {
        QString name;
        QColor colour;
        std::vector<double> values; ///< one a category; not a number where there is none, but not in stacked bars
        Texture texture = Texture::Plain; ///< of bars; for lines, of the pen
    };

    Kind kind = Kind::Stacked;
    QStringList categories;
    std::vector<long> numbers;  ///< of the first item of each category, from 1; empty: 1, 2, 3, ...
    long lastNumber = 0;        ///< of the last item of the last category; 0: as many as there are categories
    bool namesAreNumbers = false; ///< of an ascending row: some stand for all where not all have room
    QString categoryTitle;      ///< beneath the axis where there is room
    QString numberTitle;        ///< the same where numbers stand for names
    QString valueTitle;         ///< with the unit
    TickText tickText;          ///< empty: bare numbers
    TickText valueText;         ///< written above a bar where it fits; empty: not at all
    std::vector<Series> series;
    /// Of stacked bars: the same parts as they were before, on the left of each bar, paler; empty, or one a series.
    std::vector<std::vector<double>> twins{};
    QString twinName{};         ///< of these, for the legend
    bool logarithmic = false;   ///< values above 0; not for stacked bars
    bool exactEnd = false;      ///< the axis ends at the highest value, as at 100 %
    std::optional<double> cap;  ///< bars above are cut off there and marked
    std::optional<double> reference; ///< a value with a line of its own
    double firstWidth = 1;      ///< of the first category, in widths of the others; it keeps its name if its number is 0
    bool hasLegend = true;
    int marked = -1;            ///< a category that stands out

    /// Height of what is stacked, or the highest of the bars.
    [[nodiscard]] double height(std::size_t category) const;
    [[nodiscard]] double twinHeight(std::size_t category) const;
    [[nodiscard]] double highest() const;
};

/// Where everything of a chart stands, in the coordinates of its area.
struct ChartLayout {
    QRectF area;
    QRectF plot;
    Ticks ticks;
    NameLayout names;
    LegendLayout legend;  ///< empty where there is one series, or no room
    QPointF legendOrigin;
    bool showsCategoryTitle = false;
    double line = 0;       ///< height of a line of text
    double perCategory = 0; ///< pixels

    [[nodiscard]] double y(double value) const { return plot.bottom() - plot.height() * ticks.share(value); }
    /// A category over the whole height of the plot.
    [[nodiscard]] QRectF column(const Chart& chart, std::size_t category) const;
    [[nodiscard]] std::optional<std::size_t> categoryAt(const Chart& chart, double x) const;
    /// The value at a height of the plot; of a linear axis.
    [[nodiscard]] double valueAt(double y) const { return (plot.bottom() - y) / plot.height() * ticks.most; }
};

/// Of a twin's part.
QColor twinColour(const QColor& colour, const QPalette& palette);
/// A swatch for each series, and a sign for the twins where there are any.
std::vector<LegendEntry> chartLegend(const Chart& chart);
/// Gives series textures by which they are told apart in grey.
void addTextures(Chart& chart);

ChartLayout layOut(const Chart& chart, const QRectF& area, const QFont& font);

/// The height at which a figure of this width shows all names, the legend and a plot of a good shape.
double naturalHeight(const Chart& chart, double width, const QFont& font);

void paint(QPainter& painter, const Chart& chart, const ChartLayout& layout, const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::plot
