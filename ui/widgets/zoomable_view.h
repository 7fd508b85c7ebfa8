#pragma once

#include <QGraphicsView>

#include <functional>
#include <optional>

namespace tilescape::ui::widgets {

/// A scene that the wheel zooms at the cursor and a drag moves. F fits the selection, Home fits all, + and - zoom. After
/// `fitAll` the scene stays so while the widget is resized, until the user zooms or moves it.
class ZoomableView : public QGraphicsView {
    Q_OBJECT

public:
    explicit ZoomableView(QWidget* parent = nullptr);

    void fitAll();
    [[nodiscard]] bool fitsAll() const { return m_fitsAll; }
    void fitRect(const QRectF& rect);
    /// Fitting blows a small scene up to this scale at most.
    void setLargestFit(double scale) { m_largestFit = scale; }
    void zoomBy(double factor);
    /// Where the selection lies in the scene, for F; nothing if nothing is selected.
    std::function<std::optional<QRectF>()> selectionRect;

Q_SIGNALS:
    void zoomed(); ///< the scale is another one
    void clicked(QPointF place); ///< in the scene, with the left button; a drag is none

protected:
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showRect(const QRectF& rect);
    void fitAgain();

    bool m_fitsAll = true; ///< until the user zooms or moves
    double m_largestFit = 1.6;
    QPoint m_pressed;
    bool m_isDragged = false; ///< since it was pressed
};

} // namespace tilescape::ui::widgets
