#pragma once

#include "ui/chip/chip_painter.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace tilescape::ui::workspace {
class Clock;
}

namespace tilescape::ui::chip {

/// Steps through the rotation of the selected layer's shared data (Tangram 3.1, Fig. 5): a tensor to look at, a step back,
/// play, a step on, a slider. The steps are spread evenly over the layer's time, which is the clock's. Hidden where nothing
/// rotates.
class RotationBar : public QWidget {
    Q_OBJECT

public:
    explicit RotationBar(workspace::Clock& clock, QWidget* parent = nullptr);

    void setContent(const ChipContent& content);
    /// There is shared data that rotates.
    [[nodiscard]] bool hasSomething() const;
    /// None while the tiles show the partition.
    [[nodiscard]] std::optional<ShownRotation> shown() const;
    void show(Tensor tensor, Count step);
    [[nodiscard]] bool isPlaying() const;

public Q_SLOTS:
    void stepBack();
    void stepOn();
    void playOrPause();

Q_SIGNALS:
    void shownChanged();

private:
    void refresh();
    void showIcons();
    void fitText();
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;
    [[nodiscard]] std::optional<Tensor> tensor() const;
    [[nodiscard]] Count steps() const; ///< of the shown tensor
    [[nodiscard]] Count step() const;
    void goTo(Count step);

    workspace::Clock& m_clock;
    PerTensor<ChipRotation> m_rotation;
    tilescape::network::Layer m_layer;
    QComboBox* m_tensor = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_on = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_text = nullptr;
    QStringList m_forms; ///< of its text, the longest first
};

} // namespace tilescape::ui::chip
