#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

#include <vector>

namespace tilescape::ui::plot {

/// Lines on a fill, by which fills are told apart where a page is printed in grey.
enum class Texture { Plain, Rising, Falling, Level, Crossed };

/// Difference of two colours in lightness (CIE L*, 0 to 100): what is left of it in grey.
double greyDistance(const QColor& one, const QColor& other);
/// Below this, greys side by side are taken for one.
inline constexpr double leastGreyDistance = 10;

/// A texture for each colour: those too close in grey have different ones, as far as there are textures.
std::vector<Texture> texturesFor(const std::vector<QColor>& colours);

/// Fills with the colour and draws the texture on it.
void fillTextured(QPainter& painter, const QRectF& rect, const QColor& colour, Texture texture);
/// The same difference for lines.
Qt::PenStyle lineStyleOf(Texture texture);

} // namespace tilescape::ui::plot
