#pragma once

#include "ui/pe_array/pe_array_painter.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace tilescape::ui::widgets {
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Clock;
class Workspace;
}

namespace tilescape::ui::pe_array {

/// The array of one tile at a moment of a pass; a PE tells what it does when the mouse is on it.
class PeArrayCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PeArrayCanvas(QWidget* parent = nullptr);

    void setContent(PeArrayContent content);
    void show(const PeArrayMoment& moment, Shown shown);
    [[nodiscard]] const PeArrayContent& content() const { return m_content; }
    [[nodiscard]] PeArrayLayout arrayLayout() const;
    /// Whatever height the lines beneath leave.
    [[nodiscard]] QSize sizeHint() const override { return {420, 60}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {90, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    PeArrayContent m_content;
    PeArrayMoment m_moment;
    Shown m_shown = Shown::InputRows;
};

/// The selected layer on the array of a tile, stepped cycle by cycle and pass by pass as the layer's loops run, while the counts
/// tick along. The moment is the clock's.
class PeArrayView : public QWidget {
    Q_OBJECT

public:
    explicit PeArrayView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] const PeArrayContent& content() const { return m_canvas->content(); }
    [[nodiscard]] PeArrayMoment moment() const;
    /// The pass is the one of this part that works on the same of the other loops.
    void setMoment(const PeArrayMoment& moment);
    [[nodiscard]] Shown shown() const;
    void setShown(Shown shown);
    [[nodiscard]] QString text() const; ///< what was counted until the moment
    [[nodiscard]] bool isPlaying() const;
    [[nodiscard]] widgets::Figure figure() const;

public Q_SLOTS:
    void stepOn();
    void stepBack();
    void passOn(); ///< to where the next pass begins
    void passBack();
    void playOrPause(); ///< cycle by cycle, or pass by pass if that was stepped last

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildBar();
    void refresh();
    void refreshMoment();
    void refreshIcons();
    void fillShown(bool systolic);

    workspace::Workspace& m_workspace;
    workspace::Clock& m_clock;
    PeArrayCanvas* m_canvas = nullptr;
    QComboBox* m_shown = nullptr;
    QSpinBox* m_part = nullptr;
    QLabel* m_partLabel = nullptr;
    QSlider* m_cycle = nullptr;
    QToolButton* m_farBack = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_on = nullptr;
    QToolButton* m_farOn = nullptr;
    QLabel* m_explanation = nullptr;
    QLabel* m_counts = nullptr;
    QAction* m_export = nullptr;
    widgets::SeenUpdates* m_updates = nullptr;
};

} // namespace tilescape::ui::pe_array
