#include "ui/widgets/player_bar.h"

#include "ui/widgets/player_icon.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace tilescape::ui::widgets {

namespace {

constexpr int finest = 1'000'000; ///< positions of the slider at most
constexpr std::array<double, 7> speeds{1, 2, 4, 8, 16, 32, 64};

} // namespace

PlayerBar::PlayerBar(const Words& words, QWidget* parent) : QWidget(parent)
{
    m_farBack = button(tr("Back by %1").arg(words.far), "playerFarBack");
    m_back = button(tr("Back by %1").arg(words.near), "playerBack");
    m_play = button(tr("Play or pause"), "playerPlay");
    m_on = button(tr("On by %1").arg(words.near), "playerOn");
    m_farOn = button(tr("On by %1").arg(words.far), "playerFarOn");
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("playerPosition"));
    m_slider->setAccessibleName(tr("Moment"));
    m_slider->setToolTip(tr("The moment that is shown: drag to any other"));
    m_slider->setMinimumWidth(60);
    m_speed = new QComboBox;
    m_speed->setObjectName(QStringLiteral("playerSpeed"));
    m_speed->setAccessibleName(tr("Steps a second"));
    m_speed->setToolTip(tr("Steps a second, in all views that play"));
    for (const double speed : speeds) {
        m_speed->addItem(tr("%1 / s").arg(speed), speed);
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(9, 4, 9, 2);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_farBack, m_back, m_play, m_on, m_farOn}) {
        row->addWidget(widget);
    }
    row->addWidget(m_slider, 1);
    row->addWidget(m_speed);

    connect(m_farBack, &QToolButton::clicked, this, [this] { Q_EMIT farStepAsked(-1); });
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT stepAsked(-1); });
    connect(m_play, &QToolButton::clicked, this, &PlayerBar::playAsked);
    connect(m_on, &QToolButton::clicked, this, [this] { Q_EMIT stepAsked(1); });
    connect(m_farOn, &QToolButton::clicked, this, [this] { Q_EMIT farStepAsked(1); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        Q_EMIT positionAsked(m_last > finest ? static_cast<qint64>(static_cast<double>(value) / finest * static_cast<double>(m_last)) : value);
    });
    connect(m_speed, &QComboBox::activated, this, [this](int row) { Q_EMIT speedAsked(m_speed->itemData(row).toDouble()); });
    refreshIcons();
}

QToolButton* PlayerBar::button(const QString& name, const char* objectName)
{
    auto* made = new QToolButton(this);
    made->setObjectName(QLatin1String(objectName));
    made->setAccessibleName(name);
    made->setToolTip(name);
    made->setAutoRaise(true);
    return made;
}

void PlayerBar::showPosition(qint64 position, qint64 last)
{
    m_position = position;
    m_last = last;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(std::min<qint64>(last, finest)));
    m_slider->setValue(last > finest ? static_cast<int>(static_cast<double>(position) / static_cast<double>(last) * finest) : static_cast<int>(position));
}

void PlayerBar::showPlaying(bool playing)
{
    m_playing = playing;
    refreshIcons();
}

void PlayerBar::showSpeed(double stepsPerSecond) { m_speed->setCurrentIndex(m_speed->findData(stepsPerSecond)); }

void PlayerBar::refreshIcons()
{
    m_farBack->setIcon(playerIcon(PlayerSign::FarBack, palette()));
    m_back->setIcon(playerIcon(PlayerSign::Back, palette()));
    m_play->setIcon(playerIcon(m_playing ? PlayerSign::Pause : PlayerSign::Play, palette()));
    m_on->setIcon(playerIcon(PlayerSign::Forward, palette()));
    m_farOn->setIcon(playerIcon(PlayerSign::FarForward, palette()));
}

void PlayerBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_farOn) {
        refreshIcons();
    }
}

} // namespace tilescape::ui::widgets
