#pragma once

#include <QWidget>

class QComboBox;
class QSlider;
class QToolButton;

namespace tilescape::ui::widgets {

/// Buttons and a slider for something that runs in steps: far back, back, play or pause, on, far on, where it stands, how many
/// steps a second. It shows what it is told, and says what a person asks for.
class PlayerBar : public QWidget {
    Q_OBJECT

public:
    /// What a step is called in tooltips, such as "one filling of the registers".
    struct Words {
        QString near;
        QString far;
    };
    explicit PlayerBar(const Words& words, QWidget* parent = nullptr);

    /// `position` in [0, last]; nothing is emitted. Ranges beyond a slider's are scaled.
    void showPosition(qint64 position, qint64 last);
    [[nodiscard]] qint64 position() const { return m_position; }
    void showPlaying(bool playing);
    void showSpeed(double stepsPerSecond);
    [[nodiscard]] QSlider* slider() const { return m_slider; }

Q_SIGNALS:
    void positionAsked(qint64 position);
    void stepAsked(int steps); ///< 1 or -1
    void farStepAsked(int steps);
    void playAsked();
    void speedAsked(double stepsPerSecond);

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* button(const QString& name, const char* objectName);
    void refreshIcons();

    QToolButton* m_farBack = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_on = nullptr;
    QToolButton* m_farOn = nullptr;
    QSlider* m_slider = nullptr;
    QComboBox* m_speed = nullptr;
    qint64 m_position = 0;
    qint64 m_last = 0;
    bool m_playing = false;
};

} // namespace tilescape::ui::widgets
