#pragma once

#include "ui/program/buffer_picture.h"
#include "ui/program/program_moment.h"
#include "ui/program/timed_content.h"

#include <QWidget>

namespace tilescape::ui::program {

/// The chip at a moment, as large as its place. A click selects a tile.
class ChipCanvas : public QWidget {
    Q_OBJECT

public:
    explicit ChipCanvas(QWidget* parent = nullptr);

    void show(ProgramMoment moment);
    [[nodiscard]] const ProgramMoment& moment() const { return m_moment; }
    /// The middle of a tile in the widget.
    [[nodiscard]] QPointF placeOf(Tile tile) const;
    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    void tileClicked(Tile tile);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QTransform transform() const; ///< from the scene to the widget
    [[nodiscard]] std::optional<Tile> tileAt(QPointF position) const;

    ProgramMoment m_moment;
};

/// The buffer of the selected tile at a moment; a piece tells what it waits for when the mouse is on it.
class BufferCanvas : public QWidget {
    Q_OBJECT

public:
    explicit BufferCanvas(QWidget* parent = nullptr);

    void show(BufferMoment moment);
    [[nodiscard]] const BufferMoment& moment() const { return m_moment; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    BufferMoment m_moment;
    std::vector<std::vector<QRectF>> m_places;
};

/// The timed execution beside the model's; a click goes there.
class TimedCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimedCanvas(QWidget* parent = nullptr);

    void setContent(TimedContent content);
    void showCycle(double cycle);
    [[nodiscard]] const TimedContent& content() const { return m_content; }
    [[nodiscard]] double cycleAt(double x) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    void cycleClicked(double cycle);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    TimedContent m_content;
    double m_now = 0;
};

} // namespace tilescape::ui::program
