#include "ui/plot/texture.h"

#include "ui/plot/hatch.h"
#include "ui/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr std::array<Texture, 5> textures{Texture::Plain, Texture::Rising, Texture::Falling, Texture::Level, Texture::Crossed};
constexpr double spacing = 4;  ///< pixels between lines
constexpr double strength = 0.75; ///< of the lines, from the fill to what is readable on it

/// CIE L* of an sRGB colour.
double lightnessOf(const QColor& colour)
{
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    const double luminance = 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    return luminance > 0.008856 ? 116 * std::cbrt(luminance) - 16 : 903.3 * luminance;
}

void drawLevelLines(QPainter& painter, const QRectF& rect, const QColor& colour)
{
    painter.setPen(QPen(colour, 0.8, Qt::SolidLine, Qt::FlatCap));
    for (double y = std::ceil(rect.top() / spacing) * spacing; y < rect.bottom(); y += spacing) {
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    }
    painter.setPen(Qt::NoPen);
}

} // namespace

double greyDistance(const QColor& one, const QColor& other) { return std::abs(lightnessOf(one) - lightnessOf(other)); }

std::vector<Texture> texturesFor(const std::vector<QColor>& colours)
{
    std::vector<Texture> chosen;
    for (const QColor& colour : colours) {
        const auto isFree = [&](Texture texture) {
            for (std::size_t other = 0; other < chosen.size(); ++other) {
                if (chosen[other] == texture && greyDistance(colour, colours[other]) < leastGreyDistance) {
                    return false;
                }
            }
            return true;
        };
        const auto first = std::find_if(textures.begin(), textures.end(), isFree);
        chosen.push_back(first == textures.end() ? textures[chosen.size() % textures.size()] : *first);
    }
    return chosen;
}

void fillTextured(QPainter& painter, const QRectF& rect, const QColor& colour, Texture texture)
{
    painter.fillRect(rect, colour);
    const QColor lines = style::blend(colour, style::readableOn(colour), strength);
    if (texture == Texture::Rising || texture == Texture::Crossed) {
        hatch(painter, rect, lines, Slant::Rising, spacing);
    }
    if (texture == Texture::Falling || texture == Texture::Crossed) {
        hatch(painter, rect, lines, Slant::Falling, spacing);
    }
    if (texture == Texture::Level) {
        drawLevelLines(painter, rect, lines);
    }
}

Qt::PenStyle lineStyleOf(Texture texture)
{
    switch (texture) {
    case Texture::Plain: return Qt::SolidLine;
    case Texture::Rising: return Qt::DashLine;
    case Texture::Falling: return Qt::DotLine;
    case Texture::Level: return Qt::DashDotLine;
    case Texture::Crossed: break;
    }
    return Qt::DashDotDotLine;
}

} // namespace tilescape::ui::plot
