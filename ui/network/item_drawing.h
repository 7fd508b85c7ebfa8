#pragma once

#include "ui/network/network_scene.h"

#include <QFont>
#include <QGraphicsItem>
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

/// Pixels a unit of the scene is long: those of the screen, or of the layout of a page whose text is smaller.
inline double detailOf(const QGraphicsItem& item, const QPainter& painter)
{
    const auto* scene = qobject_cast<const NetworkScene*>(item.scene());
    return QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform()) / (scene ? scene->textScale() : 1);
}

} // namespace tilescape::ui::network
