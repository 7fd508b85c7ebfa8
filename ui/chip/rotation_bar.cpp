#include "ui/chip/rotation_bar.h"

#include "ui/style/format.h"
#include "ui/style/scheme_text.h"
#include "ui/widgets/player_icon.h"
#include "ui/workspace/clock.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPalette>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace tilescape::ui::chip {

namespace {

constexpr int smallestSlider = 60;

QToolButton* button(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* made = new QToolButton(parent);
    made->setAccessibleName(text);
    made->setToolTip(toolTip);
    return made;
}

} // namespace

RotationBar::RotationBar(workspace::Clock& clock, QWidget* parent) : QWidget(parent), m_clock(clock)
{
    setObjectName(QStringLiteral("rotationBar"));
    setAccessibleName(tr("Rotation of shared data"));
    m_tensor = new QComboBox;
    m_tensor->setAccessibleName(tr("Shared data to show"));
    m_tensor->setToolTip(tr("Which shared data the tiles show: the number and the colour are the part that a tile holds."));
    m_back = button(tr("Step back"), tr("One step back (Ctrl+,)"), this);
    m_play = button(tr("Play"), tr("Play or pause (Ctrl+Space)"), this);
    m_on = button(tr("Step on"), tr("One step on (Ctrl+.)"), this);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setAccessibleName(tr("Step of the rotation"));
    m_slider->setToolTip(tr("Step of the rotation that is shown: which part of the shared data each tile holds then."));
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("rotationText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->installEventFilter(this);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_slider->setMinimumWidth(smallestSlider);

    // One row: the drawing above needs the room.
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(9, 1, 9, 1);
    row->addWidget(new QLabel(tr("Rotation")));
    row->addWidget(m_tensor);
    row->addWidget(m_back);
    row->addWidget(m_play);
    row->addWidget(m_on);
    row->addWidget(m_slider, 1);
    row->addWidget(m_text, 2);
    hide();

    connect(m_back, &QToolButton::clicked, this, &RotationBar::stepBack);
    connect(m_on, &QToolButton::clicked, this, &RotationBar::stepOn);
    connect(m_play, &QToolButton::clicked, this, &RotationBar::playOrPause);
    connect(m_tensor, &QComboBox::currentIndexChanged, this, &RotationBar::refresh);
    connect(m_slider, &QSlider::valueChanged, this, &RotationBar::goTo);
    connect(&m_clock, &workspace::Clock::moved, this, [this] {
        if (tensor() && step() != m_slider->value()) {
            refresh();
        }
    });
    connect(&m_clock, &workspace::Clock::playingChanged, this, &RotationBar::showIcons);
}

void RotationBar::setContent(const ChipContent& content)
{
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
    return chosen ? std::optional(ShownRotation{*chosen, step()}) : std::nullopt;
}

void RotationBar::show(Tensor tensor, Count step)
{
    m_tensor->setCurrentIndex(m_tensor->findData(static_cast<int>(tensor)));
    goTo(step);
}

Count RotationBar::steps() const
{
    const auto chosen = tensor();
    return chosen ? m_rotation[*chosen].steps.steps() : 1;
}

Count RotationBar::step() const
{
    return std::min(static_cast<Count>(m_clock.fraction() * static_cast<double>(steps()) + 1e-9), steps() - 1);
}

void RotationBar::goTo(Count step) { m_clock.setFraction(static_cast<double>(step) / static_cast<double>(steps())); }

bool RotationBar::isPlaying() const { return m_clock.isPlaying(); }

void RotationBar::stepBack() { goTo(std::max<Count>(step() - 1, 0)); }

void RotationBar::stepOn()
{
    if (!tensor() && m_tensor->count() > 1) {
        m_tensor->setCurrentIndex(1);
        return;
    }
    goTo(step() + 1 == steps() ? 0 : step() + 1);
}

void RotationBar::playOrPause()
{
    if (!m_clock.isPlaying()) {
        stepOn();
        m_clock.setStep(ceilDivide(m_clock.cycles(), steps()));
    }
    m_clock.playOrPause();
}

void RotationBar::refresh()
{
    const auto chosen = tensor();
    showIcons();
    m_slider->setVisible(chosen.has_value());
    const auto shares = [this](Tensor tensor) {
        const dataflow::RotationSteps& steps = m_rotation[tensor].steps;
        return tr("%1 shared by %2 tiles, %3 rounds, %4 word-hops")
            .arg(style::tensorLabel(tensor, m_layer)).arg(steps.subsets()).arg(steps.rounds).arg(style::count(m_rotation[tensor].wordHops));
    };
    if (chosen) {
        const dataflow::RotationSteps& steps = m_rotation[*chosen].steps;
        const auto last = std::min<Count>(steps.steps() - 1, std::numeric_limits<int>::max() - 1);
        {
            const QSignalBlocker quiet(m_slider);
            m_slider->setRange(0, static_cast<int>(last));
            m_slider->setValue(static_cast<int>(this->step()));
        }
        const Count step = this->step();
        const QString where = tr("step %1 of %2").arg(step + 1).arg(steps.steps());
        m_forms = {tr("%1, round %2 of %3").arg(where).arg(step / steps.subsets() % steps.rounds + 1).arg(steps.rounds), where,
                   tr("%1 / %2").arg(step + 1).arg(steps.steps())};
        m_text->setToolTip(style::literal(shares(*chosen)));
    } else {
        QStringList all;
        QStringList tiles;
        for (const Tensor tensor : allTensors) {
            if (m_rotation[tensor].turns()) {
                all << shares(tensor);
                tiles << tr("%1: %2 tiles").arg(style::tensorLabel(tensor, m_layer)).arg(m_rotation[tensor].steps.subsets());
            }
        }
        m_forms = {all.join(QStringLiteral("; ")), tiles.join(QStringLiteral("; "))};
        m_text->setToolTip(style::literal(m_forms.front()));
    }
    fitText();
    Q_EMIT shownChanged();
}

/// The longest text that has room; none rather than a part of one.
void RotationBar::fitText()
{
    const auto fits = [this](const QString& text) { return m_text->fontMetrics().horizontalAdvance(text) <= m_text->contentsRect().width(); };
    const auto found = std::find_if(m_forms.begin(), m_forms.end(), fits);
    m_text->setText(found == m_forms.end() ? QString() : *found);
}

bool RotationBar::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_text && (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)) {
        fitText();
    }
    return QWidget::eventFilter(object, event);
}

void RotationBar::showIcons()
{
    m_back->setIcon(widgets::playerIcon(widgets::PlayerSign::Back, palette()));
    m_play->setIcon(widgets::playerIcon(m_clock.isPlaying() ? widgets::PlayerSign::Pause : widgets::PlayerSign::Play, palette()));
    m_on->setIcon(widgets::playerIcon(widgets::PlayerSign::Forward, palette()));
}

void RotationBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_on) {
        showIcons();
    }
}

} // namespace tilescape::ui::chip
