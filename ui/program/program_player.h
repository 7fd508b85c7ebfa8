#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QSlider;
class QToolButton;

namespace tilescape::ui::program {

/// Plays, steps and scrubs through a number of steps.
class ProgramPlayer : public QWidget {
    Q_OBJECT

public:
    explicit ProgramPlayer(QWidget* parent = nullptr);

    /// Begins before the first step.
    void setSteps(std::size_t steps);
    [[nodiscard]] std::size_t steps() const { return m_steps; }
    [[nodiscard]] std::size_t position() const { return m_position; } ///< steps done
    void setPosition(std::size_t position);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    void play(bool on);
    void stepForward();
    void stepBack();

Q_SIGNALS:
    void positionChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addButton(QHBoxLayout& row, const char* objectName, const QString& toolTip);
    void tick();
    void refresh();

    std::size_t m_steps = 0;
    std::size_t m_position = 0;
    double m_rest = 0; ///< of a step that playing has not come to yet
    QTimer m_timer;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_forward = nullptr;
    QSlider* m_slider = nullptr;
    QComboBox* m_speed = nullptr;
};

} // namespace tilescape::ui::program
