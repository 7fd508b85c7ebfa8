#include "ui/network/network_items.h"

#include "ui/network/item_drawing.h"
#include "ui/plot/bar.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::network {

namespace {

constexpr double narrowest = 76;
constexpr double widest = 220;
constexpr double padding = 9;
constexpr double boxHeight = 40;
constexpr double stripeWidth = 6;
constexpr double changedSide = 9;     ///< of the sign of a change
constexpr double frame = 6;           ///< room around the box for the selection's outline

QFont nameFont()
{
    QFont font;
    font.setPixelSize(12);
    font.setBold(true);
    return font;
}

/// No text is smaller on the screen than a person can read.
QFont readable(QFont font, double detail, const QString& family)
{
    font.setFamily(family);
    font.setPixelSize(std::max(font.pixelSize(), style::smallestTextAt(detail)));
    return font;
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
    setZValue(1);
}

QRectF BoxItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-frame, -frame, frame, frame); }

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QRectF box(QPointF(), m_size);
    const double detail = detailOf(*this, *painter);
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
    if (m_stripe.isValid()) {
        paintStripe(*painter);
    }
    paintText(*painter, detail);
    paintEnergy(*painter, box);
    paintChanged(*painter, box, detail);
    if (marked) {
        const double width = m_chosen ? 2.5 : 1.5;
        painter->setPen(QPen(style::selection(m_palette), width, m_chosen || m_hovered ? Qt::SolidLine : Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(-3.5, -3.5, 3.5, 3.5), radius + 3, radius + 3);
    }
}

/// The left part of the rounded box, as a path: pages have no clipping. Cut once, not at each painting.
void BoxItem::shapeStripe()
{
    const QRectF box(QPointF(), m_size);
    QPainterPath outline;
    outline.addRoundedRect(box, radius, radius);
    const auto leftPart = [&](double width) {
        QPainterPath left;
        left.addRect(QRectF(box.topLeft(), QSizeF(width, box.height())));
        return outline.intersected(left);
    };
    m_stripeShape = leftPart(stripeWidth);
    m_seamShape = leftPart(stripeWidth + 2);
}

void BoxItem::paintStripe(QPainter& painter) const
{
    painter.setPen(Qt::NoPen);
    // A seam, else a stripe in the box's own colour could not be seen.
    painter.setBrush(m_palette.color(QPalette::Base));
    painter.drawPath(m_seamShape);
    painter.setBrush(m_stripe);
    painter.drawPath(m_stripeShape);
}

QRectF BoxItem::textArea() const
{
    const double side = m_stripe.isValid() ? stripeWidth + 2 : 3;
    return {side, 1, m_size.width() - side - 3, m_size.height() - 8};
}

bool BoxItem::isNumberedAt(double detail, const QString& family) const
{
    const QFontMetricsF name(readable(nameFont(), detail, family));
    const QRectF area = textArea();
    return detail >= shapeDetail && name.horizontalAdvance(m_text.name) > area.width()
           && name.capHeight() <= area.height() - 2 && name.horizontalAdvance(m_number) <= area.width();
}

void BoxItem::paintText(QPainter& painter, double detail) const
{
    // Name and dimensions, the name, the number, or nothing.
    const QString family = painter.font().family();
    const QFont nameText = readable(nameFont(), detail, family);
    const QFont dimensionsText = readable(dimensionsFont(), detail, family);
    const QFontMetricsF name(nameText);
    const QFontMetricsF dimensions(dimensionsText);
    const QRectF area = textArea();
    painter.setPen(style::readableOn(m_fill));
    painter.setFont(nameText);
    const bool wide = name.horizontalAdvance(m_text.name) <= area.width();
    if (wide && name.height() + dimensions.height() <= area.height() + 4
        && dimensions.horizontalAdvance(m_text.dimensions) <= area.width()) {
        const QRectF top(area.left(), area.top(), area.width(), area.height() * 0.53);
        painter.drawText(top, Qt::AlignCenter, m_text.name);
        painter.setFont(dimensionsText);
        painter.drawText(QRectF(area.left(), top.bottom(), area.width(), area.bottom() - top.bottom()), Qt::AlignCenter, m_text.dimensions);
        return;
    }
    const QString text = wide ? m_text.name : m_number;
    if (name.capHeight() <= area.height() - 2 && name.horizontalAdvance(text) <= area.width()) {
        painter.drawText(area, Qt::AlignCenter | Qt::TextDontClip, text);
    }
}

void BoxItem::paintEnergy(QPainter& painter, const QRectF& box) const
{
    if (m_energyShare < 0) {
        return;
    }
    const QColor ink = style::readableOn(m_fill);
    const double left = m_stripe.isValid() ? stripeWidth + 5 : 7;
    const QRectF track(box.left() + left, box.bottom() - 6, box.width() - left - 7, 3);
    QColor faint = ink;
    faint.setAlphaF(0.25F);
    painter.fillRect(track, faint);
    const std::vector<plot::BarPart> part{{m_energyShare, ink}};
    plot::paintBar(painter, part, plot::layOutBar(part, 1, track));
}

/// A triangle, as the sign of regions on the chip; its seam keeps it apart from a name that reaches below it.
void BoxItem::paintChanged(QPainter& painter, const QRectF& box, double detail) const
{
    if (!m_changed) {
        return;
    }
    const double side = changedSide * std::clamp(1 / detail, 1.0, 1.8); // as large on the screen as far as a box has room
    const QPointF base(box.right() - 3, box.top() + 3 + 0.3 * side);
    const QPolygonF triangle{{base, base + QPointF(-side, 0), base + QPointF(-side / 2, -0.87 * side)}};
    painter.setPen(QPen(m_palette.color(QPalette::Base), 1.5));
    painter.setBrush(m_palette.color(QPalette::WindowText));
    painter.drawPolygon(triangle);
}

void BoxItem::setSize(QSizeF size)
{
    prepareGeometryChange();
    m_size = size;
    shapeStripe();
}

void BoxItem::setChanged(bool changed)
{
    if (m_changed != changed) {
        m_changed = changed;
        update();
    }
}

void BoxItem::setFill(const QColor& fill)
{
    if (m_fill != fill) {
        m_fill = fill;
        update();
    }
}

void BoxItem::setPalette(const QPalette& palette)
{
    if (m_palette != palette) {
        m_palette = palette;
        update();
    }
}

void BoxItem::setEnergyShare(double share)
{
    // What is less than half a pixel of the widest box is no other picture.
    const auto drawn = [](double length) { return std::lround(length * 2 * widest); };
    const bool other = drawn(m_energyShare) != drawn(share);
    m_energyShare = share;
    if (other) {
        update();
    }
}

void BoxItem::setStripe(const QColor& colour)
{
    if (m_stripe != colour) {
        if (m_stripeShape.isEmpty()) {
            shapeStripe();
        }
        m_stripe = colour;
        update();
    }
}

void BoxItem::setChosen(bool chosen)
{
    if (m_chosen != chosen) {
        m_chosen = chosen;
        setZValue(chosen ? 2 : 1);
        update();
    }
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

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double detail = detailOf(*this, *painter);
    const bool fine = detail < shapeDetail;
    painter->setPen(QPen(m_colour, fine ? 0 : m_onChip ? 2.2 : 1.3, fine ? Qt::SolidLine : m_line));
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
    if (m_colour != colour) {
        m_colour = colour;
        update();
    }
}

void EdgeItem::setLine(Qt::PenStyle line)
{
    if (m_line != line) {
        m_line = line;
        update();
    }
}

void EdgeItem::setOnChip(bool onChip)
{
    if (m_onChip != onChip) {
        m_onChip = onChip;
        update();
    }
}

} // namespace tilescape::ui::network
