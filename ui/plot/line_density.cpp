#include "ui/plot/line_density.h"

#include <QPaintEngine>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tilescape::ui::plot {

namespace {

constexpr double leastOpacity = 0.12; ///< of a single line beside many
constexpr int colourStep = 15;        ///< of 255, between the colours of a page
constexpr double overlap = 0.15;      ///< of a pixel
constexpr double mostOnPages = 1.5;   ///< pixels of a unit of length, about a 96th of an inch

bool isScreen(const QPainter& painter) { return painter.paintEngine()->type() == QPaintEngine::Raster; }

} // namespace

LineDensity::LineDensity(QSize size)
    : m_size(size.expandedTo({1, 1})), m_bins(static_cast<std::size_t>(m_size.width()) * static_cast<std::size_t>(m_size.height()))
{}

double LineDensity::resolutionFor(const QPainter& painter, double wanted)
{
    return isScreen(painter) ? wanted : std::min(wanted, mostOnPages);
}

void LineDensity::add(const QPolygonF& line, const QColor& colour)
{
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF from = line[i];
        const QPointF to = line[i + 1];
        const double slope = to.x() > from.x() ? (to.y() - from.y()) / (to.x() - from.x()) : 0;
        const int first = std::max(0, static_cast<int>(std::floor(from.x())));
        const int last = std::min(m_size.width(), static_cast<int>(std::ceil(to.x())));
        for (int x = first; x < last; ++x) {
            const double begin = std::max<double>(x, from.x());
            const double end = std::min<double>(x + 1, to.x());
            const double enters = from.y() + slope * (begin - from.x());
            const double leaves = from.y() + slope * (end - from.x());
            addColumn(x, std::min(enters, leaves), std::max(enters, leaves), end - begin, colour);
        }
    }
}

/// What a line covers of one column of pixels: at least the height of a pixel, on `width` of the column's.
void LineDensity::addColumn(int x, double from, double to, double width, const QColor& colour)
{
    const double missing = std::max(0.0, 1 - (to - from)) / 2;
    const double top = std::max(0.0, from - missing);
    const double bottom = std::min<double>(m_size.height(), to + missing);
    for (int y = static_cast<int>(top); y < m_size.height() && y < bottom; ++y) {
        const auto part = static_cast<float>(width * (std::min<double>(y + 1, bottom) - std::max<double>(y, top)));
        Bin& bin = m_bins[at(x, y)];
        bin.count += part;
        bin.red += part * colour.redF();
        bin.green += part * colour.greenF();
        bin.blue += part * colour.blueF();
    }
}

float LineDensity::mostLines() const
{
    float most = 1;
    for (const Bin& bin : m_bins) {
        most = std::max(most, bin.count);
    }
    return most;
}

double LineDensity::opacityOf(const Bin& bin, float most)
{
    const double share = std::log1p(bin.count) / std::log1p(most);
    return (leastOpacity + (1 - leastOpacity) * share) * std::min(1.0F, bin.count);
}

QImage LineDensity::image() const
{
    const float most = mostLines();
    QImage image(m_size, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < m_size.height(); ++y) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(y)); // NOLINT: how Qt gives pixels
        for (int x = 0; x < m_size.width(); ++x) {
            const Bin& bin = m_bins[at(x, y)];
            if (bin.count <= 0) {
                row[x] = 0;
                continue;
            }
            const double opacity = opacityOf(bin, most);
            const auto part = [&](float sum) { return static_cast<int>(std::lround(255 * opacity * std::min(1.0F, sum / bin.count))); };
            row[x] = qRgba(part(bin.red), part(bin.green), part(bin.blue), static_cast<int>(std::lround(255 * opacity)));
        }
    }
    return image;
}

void LineDensity::paint(QPainter& painter, const QRectF& place, const QColor& ground) const
{
    if (isScreen(painter)) {
        painter.drawImage(place, image());
        return;
    }
    const float most = mostLines();
    const double width = place.width() / m_size.width();
    const double height = place.height() / m_size.height();
    const auto colourAt = [&](int x, int y) -> std::optional<QRgb> {
        const Bin& bin = m_bins[at(x, y)];
        const double opacity = bin.count > 0 ? opacityOf(bin, most) : 0;
        if (opacity < leastOpacity / 2) {
            return std::nullopt;
        }
        const auto part = [&](float sum, float below) {
            const double full = opacity * std::min(1.0F, sum / bin.count) + (1 - opacity) * below;
            return std::min(255, static_cast<int>(std::lround(full * 255 / colourStep)) * colourStep);
        };
        return qRgb(part(bin.red, ground.redF()), part(bin.green, ground.greenF()), part(bin.blue, ground.blueF()));
    };
    std::map<QRgb, QPainterPath> shapes;
    for (int x = 0; x < m_size.width(); ++x) {
        for (int from = 0; from < m_size.height();) {
            const std::optional<QRgb> colour = colourAt(x, from);
            int to = from + 1;
            while (to < m_size.height() && colourAt(x, to) == colour) {
                ++to;
            }
            if (colour) {
                // A little over the next one: between shapes that only touch, viewers show the ground.
                shapes[*colour].addRect(place.left() + x * width, place.top() + from * height, width * (1 + overlap),
                                        (to - from + overlap) * height);
            }
            from = to;
        }
    }
    painter.save();
    painter.setPen(Qt::NoPen);
    for (auto& [colour, shape] : shapes) {
        shape.setFillRule(Qt::WindingFill);
        painter.setBrush(QColor(colour));
        painter.drawPath(shape);
    }
    painter.restore();
}

} // namespace tilescape::ui::plot
