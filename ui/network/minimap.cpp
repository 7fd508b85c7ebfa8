#include "ui/network/minimap.h"

#include "ui/style/palette.h"

#include <QGraphicsScene>
#include <QGraphicsView>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace tilescape::ui::network {

namespace {

constexpr double largestWidth = 110;
constexpr double largestHeight = 150;
constexpr double smallestSide = 24;
constexpr int distance = 8;
constexpr double border = 3;
constexpr double slack = 2; ///< of what was fitted, whose edges are at whole pixels

} // namespace

Minimap::Minimap(QGraphicsView& view) : QWidget(view.viewport()), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Map of the network"));
    setToolTip(tr("Click or drag to move the view."));
    setCursor(Qt::PointingHandCursor);
}

QTransform Minimap::fromScene() const
{
    const QRectF scene = m_view.sceneRect();
    const QRectF area = QRectF(rect()).adjusted(border, border, -border, -border);
    QTransform transform;
    transform.translate(area.left(), area.top());
    transform.scale(area.width() / std::max(scene.width(), 1.0), area.height() / std::max(scene.height(), 1.0));
    transform.translate(-scene.left(), -scene.top());
    return transform;
}

void Minimap::redraw()
{
    const QRectF scene = m_view.sceneRect();
    if (scene.isEmpty()) {
        hide();
        return;
    }
    m_contents = m_view.scene()->itemsBoundingRect().intersected(scene);
    const double scale = std::min(largestWidth / scene.width(), largestHeight / scene.height());
    resize(static_cast<int>(std::max(scene.width() * scale, smallestSide)),
           static_cast<int>(std::max(scene.height() * scale, smallestSide)));
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(palette().color(QPalette::Base));
    QPainter painter(&m_picture);
    m_view.scene()->render(&painter, QRectF(rect()).adjusted(border, border, -border, -border), scene,
                           Qt::IgnoreAspectRatio);
    painter.end();
    follow();
}

QRectF Minimap::visiblePart() const { return m_view.mapToScene(m_view.viewport()->rect()).boundingRect(); }

QPoint Minimap::freestCorner(QSize room) const
{
    const int right = room.width() - width() - distance;
    const int bottom = room.height() - height() - distance;
    QPoint best;
    qsizetype fewest = std::numeric_limits<qsizetype>::max();
    for (const QPoint corner : {QPoint(right, bottom), QPoint(right, distance), QPoint(distance, bottom), QPoint(distance, distance)}) {
        const qsizetype covered = m_view.items(QRect(corner, size())).size();
        if (covered < fewest) {
            fewest = covered;
            best = corner;
        }
    }
    return best;
}

void Minimap::follow()
{
    const QRectF scene = m_view.sceneRect();
    const QSize room = m_view.viewport()->size();
    move(freestCorner(room));
    const bool fits = room.width() > 2 * width() && room.height() > height() + 2 * distance;
    setVisible(fits && !scene.isEmpty() && !visiblePart().adjusted(-slack, -slack, slack, slack).contains(m_contents));
    update();
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setPen(style::outline(palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const QRectF frame = fromScene().mapRect(visiblePart()).intersected(QRectF(rect()).adjusted(1, 1, -1, -1));
    QColor tint = style::selection(palette());
    painter.setPen(QPen(tint, 1.5));
    tint.setAlphaF(0.12F);
    painter.setBrush(tint);
    painter.drawRect(frame);
}

void Minimap::mousePressEvent(QMouseEvent* event) { moveTo(event->position()); }

void Minimap::mouseMoveEvent(QMouseEvent* event) { moveTo(event->position()); }

void Minimap::moveTo(QPointF position) { m_view.centerOn(fromScene().inverted().map(position)); }

} // namespace tilescape::ui::network
