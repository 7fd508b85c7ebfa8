#include "ui/program/program_player.h"

#include "ui/style/format.h"
#include "ui/widgets/player_icon.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescape::ui::program {

namespace {

constexpr int tickMs = 40;
constexpr double usualSeconds = 30; ///< of a whole program at speed 1
constexpr std::array<double, 5> speeds{0.1, 0.25, 1, 4, 16};

} // namespace

ProgramPlayer::ProgramPlayer(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 0);
    row->setSpacing(5);
    m_back = addButton(*row, "programBack", tr("Back one step (Left)"));
    m_play = addButton(*row, "programPlay", tr("Play (Space)"));
    m_forward = addButton(*row, "programForward", tr("Forward one step (Right)"));
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("programSlider"));
    m_slider->setAccessibleName(tr("Steps done"));
    m_slider->setToolTip(tr("Steps done, of all streams together"));
    m_slider->setMinimumWidth(60);
    row->addWidget(m_slider, 1);
    m_speed = new QComboBox;
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Speed of playing"));
    for (const double speed : speeds) {
        m_speed->addItem(QStringLiteral("%1×").arg(style::number(speed)), speed);
    }
    m_speed->setCurrentIndex(2);
    row->addWidget(m_speed);
    connect(m_back, &QToolButton::clicked, this, &ProgramPlayer::stepBack);
    connect(m_play, &QToolButton::clicked, this, [this] { play(!isPlaying()); });
    connect(m_forward, &QToolButton::clicked, this, &ProgramPlayer::stepForward);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { setPosition(static_cast<std::size_t>(value)); });
    m_timer.setInterval(tickMs);
    connect(&m_timer, &QTimer::timeout, this, &ProgramPlayer::tick);
    refresh();
}

QToolButton* ProgramPlayer::addButton(QHBoxLayout& row, const char* objectName, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(objectName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip.section(QLatin1Char(' '), 0, 0));
    button->setAutoRaise(true);
    row.addWidget(button);
    return button;
}

void ProgramPlayer::setSteps(std::size_t steps)
{
    m_timer.stop();
    m_steps = steps;
    m_position = 0;
    refresh();
}

void ProgramPlayer::setPosition(std::size_t position)
{
    position = std::min(position, m_steps);
    if (position != m_position) {
        m_position = position;
        refresh();
        Q_EMIT positionChanged();
    }
}

void ProgramPlayer::play(bool on)
{
    m_rest = 0;
    if (on && m_steps > 0) {
        if (m_position == m_steps) {
            setPosition(0);
        }
        m_timer.start();
    } else {
        m_timer.stop();
    }
    refresh();
}

void ProgramPlayer::tick()
{
    m_rest += static_cast<double>(m_steps) * tickMs / 1000 / usualSeconds * m_speed->currentData().toDouble();
    const double whole = std::floor(m_rest);
    m_rest -= whole;
    setPosition(m_position + static_cast<std::size_t>(whole));
    if (m_position == m_steps) {
        play(false);
    }
}

void ProgramPlayer::stepForward()
{
    play(false);
    setPosition(m_position + 1);
}

void ProgramPlayer::stepBack()
{
    play(false);
    setPosition(m_position - std::min<std::size_t>(m_position, 1));
}

void ProgramPlayer::refresh()
{
    using widgets::PlayerSign;
    m_back->setIcon(widgets::playerIcon(PlayerSign::Back, palette()));
    m_play->setIcon(widgets::playerIcon(isPlaying() ? PlayerSign::Pause : PlayerSign::Play, palette()));
    m_forward->setIcon(widgets::playerIcon(PlayerSign::Forward, palette()));
    m_play->setToolTip(isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_play->setEnabled(m_steps > 0);
    m_back->setEnabled(m_position > 0);
    m_forward->setEnabled(m_position < m_steps);
    m_slider->setEnabled(m_steps > 0);
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(m_steps));
    m_slider->setPageStep(std::max(1, static_cast<int>(m_steps / 20)));
    m_slider->setValue(static_cast<int>(m_position));
}

void ProgramPlayer::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_slider) {
        refresh();
    }
}

} // namespace tilescape::ui::program
