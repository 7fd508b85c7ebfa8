#include "ui/widgets/zoomable_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::widgets {

namespace {

constexpr double smallestScale = 0.02;
constexpr double largestScale = 20;
constexpr double keyStep = 1.25;

} // namespace

ZoomableView::ZoomableView(QWidget* parent) : QGraphicsView(parent)
{
    setRenderHint(QPainter::Antialiasing);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorViewCenter);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setCursor(Qt::ArrowCursor);
}

void ZoomableView::showRect(const QRectF& rect)
{
    const QSizeF room = viewport()->size();
    if (rect.isEmpty() || room.isEmpty()) {
        return;
    }
    // However large it is: what was asked to be shown is shown.
    const double scale = std::min({room.width() / rect.width(), room.height() / rect.height(), m_largestFit});
    setTransform(QTransform::fromScale(scale, scale));
    centerOn(rect.center());
    Q_EMIT zoomed();
}

void ZoomableView::fitAll()
{
    m_fitsAll = true;
    showRect(sceneRect());
}

void ZoomableView::fitAgain()
{
    if (m_fitsAll) {
        fitAll();
    }
}

void ZoomableView::fitRect(const QRectF& rect)
{
    m_fitsAll = false;
    showRect(rect);
}

void ZoomableView::zoomBy(double factor)
{
    const double now = transform().m11();
    const double wanted = std::clamp(now * factor, std::min(smallestScale, now), largestScale);
    m_fitsAll = false;
    scale(wanted / now, wanted / now);
    Q_EMIT zoomed();
}

void ZoomableView::wheelEvent(QWheelEvent* event)
{
    // A step of an ordinary wheel is 120; touch pads send small parts of it.
    const QPointF at = event->position();
    const QPointF before = mapToScene(at.toPoint());
    zoomBy(std::pow(keyStep, event->angleDelta().y() / 120.0));
    // Qt's own anchor goes by the last mouse move, which may lie before a scroll or a fit.
    const QPointF away = at - QRectF(viewport()->rect()).center();
    centerOn(before - away / transform().m11());
    event->accept();
}

void ZoomableView::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) { // Ctrl+F is the window's
        QGraphicsView::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Home: fitAll(); return;
    case Qt::Key_F:
        if (const auto rect = selectionRect ? selectionRect() : std::nullopt) {
            fitRect(*rect);
        }
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(keyStep); return;
    case Qt::Key_Minus: zoomBy(1 / keyStep); return;
    default: QGraphicsView::keyPressEvent(event);
    }
}

void ZoomableView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    m_isDragged = false;
    QGraphicsView::mousePressEvent(event);
}

void ZoomableView::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton)
        && (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_fitsAll = false;
        m_isDragged = true;
    }
    QGraphicsView::mouseMoveEvent(event);
}

void ZoomableView::mouseReleaseEvent(QMouseEvent* event)
{
    QGraphicsView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !m_isDragged) {
        Q_EMIT clicked(mapToScene(event->pos()));
    }
}

void ZoomableView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    fitAgain();
}

void ZoomableView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    fitAgain();
}

} // namespace tilescape::ui::widgets
