#include "ui/chip/rotation_bar.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace tilescape::ui::chip {

namespace {

constexpr int stepMilliseconds = 500;

QToolButton* button(const QString& text, QStyle::StandardPixmap icon, const QString& toolTip, const QKeySequence& key, QWidget* parent)
{
    auto* made = new QToolButton(parent);
    made->setIcon(parent->style()->standardIcon(icon));
    made->setAccessibleName(text);
    made->setToolTip(toolTip);
    made->setShortcut(key);
    return made;
}

} // namespace

RotationBar::RotationBar(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("rotationBar"));
    setAccessibleName(tr("Rotation of shared data"));
    m_tensor = new QComboBox;
    m_tensor->setAccessibleName(tr("Shared data to show"));
    m_tensor->setToolTip(tr("Which shared data the tiles show: the number and the colour are the part that a tile holds."));
    auto* back = button(tr("Step back"), QStyle::SP_MediaSeekBackward, tr("One step back (Ctrl+,)"), QKeySequence(Qt::CTRL | Qt::Key_Comma), this);
    m_play = button(tr("Play"), QStyle::SP_MediaPlay, tr("Play or pause (Ctrl+Space)"), QKeySequence(Qt::CTRL | Qt::Key_Space), this);
    auto* on = button(tr("Step on"), QStyle::SP_MediaSeekForward, tr("One step on (Ctrl+.)"), QKeySequence(Qt::CTRL | Qt::Key_Period), this);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setAccessibleName(tr("Step of the rotation"));
    m_text = new QLabel;
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setWordWrap(true);

    auto* row = new QHBoxLayout;
    row->setContentsMargins({});
    row->addWidget(new QLabel(tr("Rotation")));
    row->addWidget(m_tensor);
    row->addWidget(back);
    row->addWidget(m_play);
    row->addWidget(on);
    row->addWidget(m_slider, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(9, 2, 9, 4);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_text);
    hide();

    connect(back, &QToolButton::clicked, this, &RotationBar::stepBack);
    connect(on, &QToolButton::clicked, this, &RotationBar::stepOn);
    connect(m_play, &QToolButton::clicked, this, &RotationBar::playOrPause);
    connect(m_tensor, &QComboBox::currentIndexChanged, this, &RotationBar::refresh);
    connect(m_slider, &QSlider::valueChanged, this, &RotationBar::refresh);
    m_timer.setInterval(stepMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &RotationBar::stepOn);
}

void RotationBar::setContent(const ChipContent& content)
{
    m_timer.stop();
    m_rotation = content.rotation;
    m_layer = content.layer;
    {
        const QSignalBlocker quiet(m_tensor);
        m_tensor->clear();
        m_tensor->addItem(tr("off"), -1);
        for (const Tensor tensor : allTensors) {
            if (content.hasLayer && m_rotation[tensor].turns()) {
                m_tensor->addItem(style::tensorLabel(tensor, m_layer), static_cast<int>(tensor));
            }
        }
    }
    setVisible(hasSomething());
    refresh();
}

bool RotationBar::hasSomething() const { return m_tensor->count() > 1; }

std::optional<Tensor> RotationBar::tensor() const
{
    const int chosen = m_tensor->currentData().toInt();
    return m_tensor->count() > 1 && chosen >= 0 ? std::optional(static_cast<Tensor>(chosen)) : std::nullopt;
}

std::optional<ShownRotation> RotationBar::shown() const
{
    const auto chosen = tensor();
    return chosen ? std::optional(ShownRotation{*chosen, m_slider->value()}) : std::nullopt;
}

void RotationBar::show(Tensor tensor, Count step)
{
    m_tensor->setCurrentIndex(m_tensor->findData(static_cast<int>(tensor)));
    m_slider->setValue(static_cast<int>(step));
}

void RotationBar::stepBack() { m_slider->setValue(m_slider->value() - 1); }

void RotationBar::stepOn()
{
    if (!tensor() && m_tensor->count() > 1) {
        m_tensor->setCurrentIndex(1);
        return;
    }
    m_slider->setValue(m_slider->value() == m_slider->maximum() ? 0 : m_slider->value() + 1);
}

void RotationBar::playOrPause()
{
    if (m_timer.isActive()) {
        m_timer.stop();
    } else {
        stepOn();
        m_timer.start();
    }
    refresh();
}

void RotationBar::refresh()
{
    const auto chosen = tensor();
    m_play->setIcon(style()->standardIcon(m_timer.isActive() ? QStyle::SP_MediaPause : QStyle::SP_MediaPlay));
    m_slider->setEnabled(chosen.has_value());
    QStringList all;
    for (const Tensor tensor : allTensors) {
        if (m_rotation[tensor].turns()) {
            const dataflow::RotationSteps& steps = m_rotation[tensor].steps;
            all << tr("%1 shared by %2 tiles, %3 rounds, %4 word-hops")
                       .arg(style::tensorLabel(tensor, m_layer)).arg(steps.subsets()).arg(steps.rounds).arg(style::count(m_rotation[tensor].wordHops));
        }
    }
    if (chosen) {
        const dataflow::RotationSteps& steps = m_rotation[*chosen].steps;
        const auto last = std::min<Count>(steps.steps() - 1, std::numeric_limits<int>::max() - 1);
        {
            const QSignalBlocker quiet(m_slider);
            m_slider->setRange(0, static_cast<int>(last));
        }
        const Count step = m_slider->value();
        m_text->setText(tr("Step %1 of %2, round %3 of %4 · %5 tiles share, %6 word-hops in all")
                            .arg(step + 1).arg(steps.steps())
                            .arg(step / steps.subsets() % steps.rounds + 1).arg(steps.rounds).arg(steps.subsets())
                            .arg(style::count(m_rotation[*chosen].wordHops)));
    } else {
        m_text->setText(all.join(QStringLiteral("; ")));
    }
    Q_EMIT shownChanged();
}

} // namespace tilescape::ui::chip
