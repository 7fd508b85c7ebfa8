#include "ui/network/network_items.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::network {

namespace {

constexpr double narrowest = 76;
constexpr double widest = 190;
constexpr double padding = 9;
constexpr double boxHeight = 40;
constexpr double radius = 5;
constexpr double textDetail = 0.42;   ///< below this scale text cannot be read
constexpr double shapeDetail = 0.15;  ///< below this scale corners, bars and arrows cannot be seen
constexpr double frame = 6;           ///< room around the box for the selection's outline

QFont nameFont()
{
    QFont font;
    font.setPixelSize(12);
    font.setBold(true);
    return font;
}

QFont dimensionsFont()
{
    QFont font;
    font.setPixelSize(10);
    return font;
}

double detailOf(const QStyleOptionGraphicsItem* option, const QPainter& painter)
{
    return option->levelOfDetailFromTransform(painter.worldTransform());
}

QPainterPath arrowHead(QPointF from, QPointF tip)
{
    const QPointF along = tip - from;
    const double length = std::hypot(along.x(), along.y());
    if (length < 0.01) {
        return {};
    }
    const QPointF side = QPointF(-along.y(), along.x()) / length * 3.5;
    QPainterPath head(tip);
    head.lineTo(from + side);
    head.lineTo(from - side);
    head.closeSubpath();
    return head;
}

} // namespace

QSizeF layerBoxSize(const QString& name, const QString& dimensions)
{
    const double text = std::max(QFontMetricsF(nameFont()).horizontalAdvance(name),
                                 QFontMetricsF(dimensionsFont()).horizontalAdvance(dimensions));
    return {std::clamp(std::ceil(text) + 2 * padding, narrowest, widest), boxHeight};
}

BoxItem::BoxItem(BoxText text, QColor fill)
    : m_text(std::move(text)), m_size(layerBoxSize(m_text.name, m_text.dimensions)), m_fill(std::move(fill))
{
    setAcceptHoverEvents(true);
    setToolTip(style::literal(m_text.toolTip));
    setZValue(1);
}

QRectF BoxItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-frame, -frame, frame, frame); }

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const QRectF box(QPointF(), m_size);
    const double detail = detailOf(option, *painter);
    const bool marked = m_chosen || m_hovered || m_found;
    if (detail < shapeDetail) {
        painter->fillRect(box, m_fill);
        if (marked) {
            painter->setPen(QPen(style::selection(m_palette), 3 / detail));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(box);
        }
        return;
    }
    painter->setPen(QPen(style::blend(m_fill, m_palette.color(QPalette::WindowText), 0.25), 1));
    painter->setBrush(m_fill);
    painter->drawRoundedRect(box, radius, radius);
    if (detail >= textDetail) {
        paintText(*painter, box);
    }
    paintEnergy(*painter, box);
    if (marked) {
        const double width = m_chosen ? 2.5 : 1.5;
        painter->setPen(QPen(style::selection(m_palette), width, m_chosen || m_hovered ? Qt::SolidLine : Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(-3.5, -3.5, 3.5, 3.5), radius + 3, radius + 3);
    }
}

void BoxItem::paintText(QPainter& painter, const QRectF& box) const
{
    const QRectF area = box.adjusted(padding - 3, 3, -padding + 3, -8);
    painter.setPen(style::readableOn(m_fill));
    painter.setFont(nameFont());
    const QRectF top(area.left(), area.top(), area.width(), area.height() * 0.53);
    painter.drawText(top, Qt::AlignCenter,
                     QFontMetricsF(nameFont()).elidedText(m_text.name, Qt::ElideMiddle, area.width()));
    painter.setFont(dimensionsFont());
    const QRectF bottom(area.left(), top.bottom(), area.width(), area.bottom() - top.bottom());
    painter.drawText(bottom, Qt::AlignCenter,
                     QFontMetricsF(dimensionsFont()).elidedText(m_text.dimensions, Qt::ElideRight, area.width()));
}

void BoxItem::paintEnergy(QPainter& painter, const QRectF& box) const
{
    if (m_energyShare < 0) {
        return;
    }
    const QColor ink = style::readableOn(m_fill);
    const QRectF track(box.left() + 7, box.bottom() - 6, box.width() - 14, 3);
    QColor faint = ink;
    faint.setAlphaF(0.25F);
    painter.fillRect(track, faint);
    painter.fillRect(QRectF(track.topLeft(), QSizeF(track.width() * std::min(m_energyShare, 1.0), track.height())), ink);
}

void BoxItem::setText(BoxText text)
{
    if (m_text != text) {
        m_text = std::move(text);
        setToolTip(style::literal(m_text.toolTip));
        update();
    }
}

void BoxItem::setSize(QSizeF size)
{
    prepareGeometryChange();
    m_size = size;
}

void BoxItem::setFill(const QColor& fill)
{
    m_fill = fill;
    update();
}

void BoxItem::setPalette(const QPalette& palette)
{
    m_palette = palette;
    update();
}

void BoxItem::setEnergyShare(double share)
{
    if (m_energyShare != share) {
        m_energyShare = share;
        update();
    }
}

void BoxItem::setChosen(bool chosen)
{
    m_chosen = chosen;
    setZValue(chosen ? 2 : 1);
    update();
}

void BoxItem::setHovered(bool hovered)
{
    m_hovered = hovered;
    update();
}

void BoxItem::setFound(bool found)
{
    m_found = found;
    update();
}

EdgeItem::EdgeItem() { setAcceptedMouseButtons(Qt::NoButton); }

QRectF EdgeItem::boundingRect() const
{
    return (m_path.curve.boundingRect() | QRectF(m_path.tip, QSizeF(0, 0))).adjusted(-5, -5, 5, 5);
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const double detail = detailOf(option, *painter);
    painter->setPen(QPen(m_colour, detail < shapeDetail ? 0 : 1.4));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path.curve);
    if (detail >= shapeDetail) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_colour);
        painter->drawPath(arrowHead(m_path.curve.currentPosition(), m_path.tip));
    }
}

void EdgeItem::setPath(GraphEdgePath path)
{
    prepareGeometryChange();
    m_path = std::move(path);
    update();
}

void EdgeItem::setColour(const QColor& colour)
{
    m_colour = colour;
    update();
}

} // namespace tilescape::ui::network
