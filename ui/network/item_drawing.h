#pragma once

#include <QFont>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

/// What the items of the graph have in common in how they are drawn.
namespace tilescape::ui::network {

inline constexpr double radius = 5;         ///< of corners
inline constexpr double shapeDetail = 0.15; ///< below this scale corners, bars and arrows cannot be seen

inline QFont dimensionsFont()
{
    QFont font;
    font.setPixelSize(11);
    return font;
}

/// In the family of the page or window that is painted on.
inline QFont in(const QPainter& painter, QFont font)
{
    font.setFamily(painter.font().family());
    return font;
}

inline double detailOf(const QStyleOptionGraphicsItem* option, const QPainter& painter)
{
    return option->levelOfDetailFromTransform(painter.worldTransform());
}

} // namespace tilescape::ui::network
