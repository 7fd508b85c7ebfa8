#pragma once

#include "ui/timeline/timeline_painter.h"

#include <QWidget>

class QScrollBar;

namespace tilescape::ui::timeline {

/// The timeline that the wheel zooms about the pointer and a drag moves. F fits the selected layer's segment, Home all;
/// + and - zoom, left and right move, up and down go to the layer before or after. Rows keep a readable height: what does not
/// fit scrolls.
class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    void setContent(TimelineContent content);
    [[nodiscard]] const TimelineContent& content() const { return m_content; }
    void setSelected(std::optional<std::size_t> layer);
    void setHovered(std::optional<std::size_t> layer);
    void setDimmed(bool dimmed);
    /// The cycle that a line is drawn at.
    void setMoment(std::optional<double> cycle);
    [[nodiscard]] std::optional<double> moment() const { return m_moment; }

    /// Shows these cycles, as far as there are any.
    void showCycles(double from, double to);
    [[nodiscard]] Stretch shown() const { return m_shown; }
    void fitAll();
    void fitSelection();
    [[nodiscard]] TimelineGeometry geometry() const;

    [[nodiscard]] QSize sizeHint() const override { return {700, 220}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

Q_SIGNALS:
    void layerClicked(std::optional<std::size_t> layer);
    void layerHovered(std::optional<std::size_t> layer);
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QString description() const;
    void zoomAt(double x, double factor);
    void moveBy(double pixels);
    void stepLayer(int step);
    [[nodiscard]] std::optional<std::size_t> layerAt(QPointF position) const;
    [[nodiscard]] TimelineLook look() const;
    void fitBar();
    void setShown(double from, double to); ///< whatever row is selected
    void showSelectedRow();

    TimelineContent m_content;
    Stretch m_shown{0, 1};
    bool m_all = true; ///< stays so when another result comes
    std::optional<std::size_t> m_selected;
    std::optional<std::size_t> m_hovered;
    bool m_dimmed = false;
    std::optional<double> m_moment;
    std::optional<QPointF> m_pressed;
    double m_pressedFrom = 0;
    int m_pressedScroll = 0;
    bool m_dragging = false;
    QScrollBar* m_bar = nullptr; ///< where rows of a readable height are higher than the plot
};

} // namespace tilescape::ui::timeline
