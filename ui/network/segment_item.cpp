#include "ui/network/segment_item.h"

#include "ui/network/item_drawing.h"
#include "ui/network/network_text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <limits>

namespace tilescape::ui::network {

namespace {

constexpr double ground = 5;       ///< around the boxes
constexpr double groundTitle = 15; ///< more room above the first box, for the number

QString titleText(Count number, bool isShort)
{
    return isShort ? NetworkText::tr("seg. %1").arg(number) : NetworkText::tr("segment %1").arg(number);
}

/// At most, in the largest letters that have room.
double titleWidth(Count number, bool isShort)
{
    QFont font = dimensionsFont();
    font.setPixelSize(static_cast<int>(groundTitle));
    font.setBold(true);
    return QFontMetricsF(font).horizontalAdvance(titleText(number, isShort));
}

} // namespace

SegmentTitle::SegmentTitle(Count number) : m_number(number)
{
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(0.5); // above edges, beneath boxes
}

void SegmentTitle::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const int pixels = style::smallestTextAt(detailOf(*this, *painter));
    if (pixels > groundTitle) {
        return;
    }
    QFont font = in(*painter, dimensionsFont());
    font.setPixelSize(std::max(font.pixelSize(), pixels));
    font.setBold(m_bold);
    const QString text = titleText(m_number, m_isShort);
    const double width = std::min(QFontMetricsF(font).horizontalAdvance(text), m_place.width());
    const double left = m_side == Qt::AlignLeft ? m_place.left() : m_place.right() - width;
    painter->fillRect(QRectF(left, m_place.top() + 2, width, m_place.height() - 3), m_ground);
    painter->setFont(font);
    painter->setPen(m_ink);
    painter->drawText(QPointF(left, m_place.bottom() - 1), text);
}

void SegmentTitle::setPlace(const QRectF& place, Qt::Alignment side, bool isShort)
{
    prepareGeometryChange();
    m_place = place;
    m_side = side;
    m_isShort = isShort;
}

void SegmentTitle::setLook(const QColor& ink, const QColor& ground, bool bold)
{
    m_ink = ink;
    m_ground = ground;
    m_bold = bold;
    update();
}

SegmentItem::SegmentItem(Count number) : m_number(number), m_title(new SegmentTitle(number))
{
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(-1);
    m_title->setLook(ink(), fill(), m_chosen);
}

void SegmentItem::setGround(std::vector<QRectF> boxes, std::vector<QPainterPath> edges, const std::function<int(const QRectF&)>& crossed)
{
    prepareGeometryChange();
    // Its number stands above the first box.
    std::sort(boxes.begin(), boxes.end(), [](const QRectF& a, const QRectF& b) {
        return std::pair(a.top(), a.left()) < std::pair(b.top(), b.left());
    });
    m_boxes = std::move(boxes);
    m_edges = std::move(edges);
    m_bounds = {};
    for (QRectF& box : m_boxes) {
        box.adjust(-ground, -ground - (&box == &m_boxes.front() ? groundTitle : 0), ground, ground);
        m_bounds |= box;
    }
    for (const QPainterPath& edge : m_edges) {
        m_bounds |= edge.boundingRect().adjusted(-ground, -ground, ground, ground);
    }
    m_bounds.adjust(-3, -3, 3, 3);
    if (!m_boxes.empty()) {
        const QRectF strip(m_boxes.front().left() + ground, m_boxes.front().top(), m_boxes.front().width() - 2 * ground, groundTitle);
        placeTitle(strip, crossed);
    }
}

void SegmentItem::placeTitle(const QRectF& strip, const std::function<int(const QRectF&)>& crossed)
{
    int fewest = std::numeric_limits<int>::max();
    for (const bool isShort : {false, true}) {
        const double width = std::min(strip.width(), titleWidth(m_number, isShort));
        for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight}) {
            const QRectF place(side == Qt::AlignLeft ? strip.left() : strip.right() - width, strip.top(), width, groundTitle);
            if (const int edges = crossed(place); edges < fewest) {
                fewest = edges;
                m_title->setPlace(place, side, isShort);
            }
        }
    }
}

QColor SegmentItem::ink() const { return m_chosen ? style::selection(m_palette) : style::mutedText(m_palette); }

QColor SegmentItem::fill() const
{
    return style::blend(ink(), m_palette.color(QPalette::Base), m_number % 2 == 0 ? 0.88 : 0.8);
}

void SegmentItem::paintGround(QPainter& painter, const QColor& colour, double reach) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2 * (ground + reach), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPainterPath& edge : m_edges) {
        painter.drawPath(edge);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const QRectF& box : m_boxes) {
        painter.drawRoundedRect(box.adjusted(-reach, -reach, reach, reach), radius + ground, radius + ground);
    }
}

void SegmentItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double detail = detailOf(*this, *painter);
    const QColor base = m_palette.color(QPalette::Base);
    const double rim = (m_chosen ? 2 : 1) / std::max(std::min(detail, 1.0), shapeDetail);
    // Both opaque: of the outlines inside, nothing is left.
    paintGround(*painter, m_chosen ? ink() : style::blend(ink(), base, 0.45), rim);
    paintGround(*painter, fill(), 0);
}

void SegmentItem::setPalette(const QPalette& palette)
{
    if (m_palette != palette) {
        m_palette = palette;
        m_title->setLook(ink(), fill(), m_chosen);
        update();
    }
}

void SegmentItem::setChosen(bool chosen)
{
    if (m_chosen != chosen) {
        m_chosen = chosen;
        m_title->setLook(ink(), fill(), m_chosen);
        update();
    }
}

} // namespace tilescape::ui::network
