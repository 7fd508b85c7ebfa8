#include "ui/workspace/clock.h"

#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::workspace {

namespace {

constexpr double mostTicks = 30; ///< a second: faster ones take several steps at a time

} // namespace

Clock::Clock(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::networkChanged, &Workspace::selectionChanged}) {
        connect(&m_workspace, signal, this, &Clock::follow);
    }
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Clock::tick);
}

void Clock::follow()
{
    const auto schedule = m_workspace.schedule();
    const auto selected = m_workspace.selectedLayer();
    const schedule::ScheduledLayer* layer = schedule && selected ? schedule->find(*selected) : nullptr;
    const double before = fraction();
    const bool same = layer && m_layer == layer->layer;
    const Count cyclesBefore = cycles();
    m_walk = layer ? std::make_shared<const schedule::LayerWalk>(*schedule->problem, *layer) : nullptr;
    m_layer = layer ? std::optional(layer->layer) : std::nullopt;
    if (!same) {
        pause();
        m_cycle = 0;
    } else if (cycles() != cyclesBefore) {
        m_cycle = std::min(static_cast<Count>(before * static_cast<double>(cycles())), cycles() - 1);
    }
    Q_EMIT walkChanged();
}

void Clock::setCycle(Count cycle)
{
    const Count within = std::clamp<Count>(cycle, 0, std::max<Count>(cycles() - 1, 0));
    if (within != m_cycle) {
        m_cycle = within;
        Q_EMIT moved();
    }
}

void Clock::setFraction(double fraction) { setCycle(static_cast<Count>(std::ceil(fraction * static_cast<double>(cycles()) - 1e-9))); }

void Clock::setStep(Count cycles)
{
    if (std::max<Count>(cycles, 1) != m_step) {
        m_step = std::max<Count>(cycles, 1);
        Q_EMIT settingsChanged();
    }
}

void Clock::setSpeed(double stepsPerSecond)
{
    m_speed = stepsPerSecond;
    m_timer.setInterval(static_cast<int>(1000 / std::min(m_speed, mostTicks)));
    Q_EMIT settingsChanged();
}

void Clock::stepOn() { setCycle((m_cycle / m_step + 1) * m_step); }

void Clock::stepBack() { setCycle(m_cycle % m_step > 0 ? m_cycle - m_cycle % m_step : m_cycle - m_step); }

void Clock::play()
{
    if (!m_walk || isPlaying()) {
        return;
    }
    if (m_cycle + 1 == cycles()) {
        setCycle(0);
    }
    m_timer.start(static_cast<int>(1000 / std::min(m_speed, mostTicks)));
    Q_EMIT playingChanged();
}

void Clock::pause()
{
    if (isPlaying()) {
        m_timer.stop();
        Q_EMIT playingChanged();
    }
}

void Clock::playOrPause() { isPlaying() ? pause() : play(); }

void Clock::tick()
{
    const auto steps = static_cast<Count>(std::max(1.0, std::round(m_speed / mostTicks)));
    setCycle((m_cycle / m_step + steps) * m_step);
    if (m_cycle + 1 >= cycles()) {
        pause();
    }
}

} // namespace tilescape::ui::workspace
