#pragma once

#include <QPixmap>
#include <QRectF>
#include <QWidget>

class QGraphicsScene;
class QGraphicsView;

namespace tilescape::ui::network {

/// The whole scene, small, with the visible part framed. A click or drag moves the view there. Hides itself while
/// everything is visible.
class Minimap : public QWidget {
    Q_OBJECT

public:
    explicit Minimap(QGraphicsView& view);

    /// The scene has changed: draw it anew.
    void redraw();
    /// The view has moved, zoomed or been resized.
    void follow();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRectF visiblePart() const;
    [[nodiscard]] QTransform fromScene() const;
    void moveTo(QPointF position);
    [[nodiscard]] QPoint freestCorner(QSize room) const; ///< where it covers least

    QGraphicsView& m_view;
    QPixmap m_picture;
    QRectF m_contents; ///< of the scene, without its margins
};

} // namespace tilescape::ui::network
