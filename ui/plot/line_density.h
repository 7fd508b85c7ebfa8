#pragma once

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPolygonF>
#include <QSize>

#include <vector>

namespace tilescape::ui::plot {

/// How many lines go through each place of a picture, where there are too many to be told apart: the colour of a place is the mean of its
/// lines', and its opacity grows with the logarithm of their number.
class LineDensity {
public:
    explicit LineDensity(QSize size); ///< pixels of the picture

    /// How many pixels of a picture a unit of length should have: `wanted`, but on pages few enough for shapes.
    [[nodiscard]] static double resolutionFor(const QPainter& painter, double wanted);

    /// A line from left to right, in pixels.
    void add(const QPolygonF& line, const QColor& colour);
    /// Lines through a pixel; parts of a line count as parts.
    [[nodiscard]] double count(int x, int y) const { return m_bins[at(x, y)].count; }
    [[nodiscard]] QImage image() const;
    /// Fills `place`, which is so many pixels wide and high. On the screen it is the image; pages have none: there places of about the
    /// same colour are one shape, in that colour on `ground`.
    void paint(QPainter& painter, const QRectF& place, const QColor& ground) const;

private:
    struct Bin {
        float count = 0;
        float red = 0; ///< sums over all lines
        float green = 0;
        float blue = 0;
    };
    [[nodiscard]] std::size_t at(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(m_size.width()) + static_cast<std::size_t>(x);
    }
    [[nodiscard]] float mostLines() const; ///< through any pixel, and 1 at least
    [[nodiscard]] static double opacityOf(const Bin& bin, float most);
    void addColumn(int x, double from, double to, double width, const QColor& colour);

    QSize m_size;
    std::vector<Bin> m_bins;
};

} // namespace tilescape::ui::plot
