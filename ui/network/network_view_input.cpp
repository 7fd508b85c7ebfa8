#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <map>

namespace tilescape::ui::network {

bool NetworkView::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_view && (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && walkBy(key->key())) {
            return true;
        }
        break;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        m_pressed = mouse->button() == Qt::LeftButton ? std::optional(mouse->position().toPoint()) : std::nullopt;
        break;
    }
    case QEvent::MouseButtonRelease: {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        // A press that has moved was a drag of the view.
        if (m_pressed && (at - *m_pressed).manhattanLength() < QApplication::startDragDistance()) {
            clickAt(at);
        }
        m_pressed.reset();
        break;
    }
    case QEvent::MouseMove: hoverAt(static_cast<QMouseEvent*>(event)->position().toPoint()); break;
    case QEvent::Leave: hoverAt(std::nullopt); break;
    case QEvent::Resize:
        if (watched == m_view->viewport()) {
            refold();
        }
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void NetworkView::clickAt(QPoint position)
{
    m_workspace.setSelectedLayer(m_scene->layerAt(m_view->mapToScene(position)));
}

bool NetworkView::walkBy(int key)
{
    static const std::map<int, WalkStep> steps{{Qt::Key_Up, WalkStep::Up}, {Qt::Key_Down, WalkStep::Down},
                                               {Qt::Key_Left, WalkStep::Left}, {Qt::Key_Right, WalkStep::Right}};
    const auto step = steps.find(key);
    if (step == steps.end() || m_scene->layerCount() == 0) {
        return false;
    }
    const auto selected = m_workspace.selectedLayer();
    if (!selected) {
        m_workspace.setSelectedLayer(0);
    } else if (const auto next = m_scene->layerAfter(*selected, step->second)) {
        m_workspace.setSelectedLayer(next);
    }
    return true;
}

void NetworkView::hoverAt(std::optional<QPoint> position)
{
    m_workspace.setHoveredLayer(position ? m_scene->layerAt(m_view->mapToScene(*position)) : std::nullopt);
}

} // namespace tilescape::ui::network
