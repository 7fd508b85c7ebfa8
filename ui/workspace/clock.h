#pragma once

#include "core/schedule/layer_walk.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace tilescape::ui::workspace {

class Workspace;

/// The one moment of the selected layer that all views of its run show: tensors, PE array, rotation, timeline. Whichever of
/// them is stepped or played, the others follow. Time is that of the layer's PE arrays, in cycles. Another layer begins at its
/// first cycle, and stands still.
class Clock : public QObject {
    Q_OBJECT

public:
    /// `workspace` outlives this object.
    explicit Clock(Workspace& workspace, QObject* parent = nullptr);

    /// The selected layer of the newest schedule; null where there is none.
    [[nodiscard]] const std::shared_ptr<const schedule::LayerWalk>& walk() const { return m_walk; }
    [[nodiscard]] std::optional<std::size_t> layer() const { return m_layer; } ///< index in the network
    [[nodiscard]] Count cycles() const { return m_walk ? m_walk->cycles() : 0; }
    [[nodiscard]] Count cycle() const { return m_cycle; } ///< in [0, cycles()); 0 without a layer
    /// Of the layer's time that has passed, in [0, 1).
    [[nodiscard]] double fraction() const { return m_walk ? static_cast<double>(m_cycle) / static_cast<double>(cycles()) : 0; }
    void setCycle(Count cycle);
    /// The first cycle at which `fraction` has passed.
    void setFraction(double fraction);

    /// Cycles from one step to the next: at least 1.
    [[nodiscard]] Count step() const { return m_step; }
    void setStep(Count cycles);
    /// Steps a second while it plays.
    [[nodiscard]] double speed() const { return m_speed; }
    void setSpeed(double stepsPerSecond);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }

public Q_SLOTS:
    void stepOn(); ///< to where the next step begins; at the last one to the layer's last cycle
    void stepBack();
    void play(); ///< from the beginning, where it stands at the end
    void pause();
    void playOrPause();

Q_SIGNALS:
    void walkChanged(); ///< and with it perhaps the cycle
    void moved();
    void playingChanged();
    void settingsChanged(); ///< step or speed

private:
    void follow();
    void tick();

    Workspace& m_workspace;
    std::shared_ptr<const schedule::LayerWalk> m_walk;
    std::optional<std::size_t> m_layer;
    Count m_cycle = 0;
    Count m_step = 1;
    double m_speed = 4;
    QTimer m_timer;
};

} // namespace tilescape::ui::workspace
