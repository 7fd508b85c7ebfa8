#include "ui/pe_array/pe_array_view.h"

#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/player_icon.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::pe_array {

using workspace::Workspace;

namespace {

QToolButton* button(const QString& name, const char* objectName)
{
    auto* made = new QToolButton;
    made->setObjectName(QLatin1String(objectName));
    made->setAccessibleName(name);
    made->setToolTip(name);
    made->setAutoRaise(true);
    return made;
}

} // namespace

PeArrayCanvas::PeArrayCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("peArrayCanvas"));
    setAccessibleName(tr("PEs of one tile"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PeArrayCanvas::setContent(PeArrayContent content)
{
    m_content = std::move(content);
    update();
}

void PeArrayCanvas::show(const PeArrayMoment& moment, Shown shown)
{
    m_moment = moment;
    m_shown = shown;
    setAccessibleDescription(m_content.pass ? countsText(m_content, moment).join(QStringLiteral("; ")) : QString());
    update();
}

PeArrayLayout PeArrayCanvas::arrayLayout() const { return layOutArray(m_content, QRectF(rect()).adjusted(9, 4, -9, -4)); }

void PeArrayCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_content.pass) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Select a layer that is scheduled to see it on the PEs of a tile."));
        return;
    }
    QFont small = font();
    small.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font()).pixelSize() * 0.85)));
    paintArray(painter, m_content, m_moment, arrayLayout(), {palette(), small, m_shown});
}

bool PeArrayCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_content.pass) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto pe = arrayLayout().peAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       pe ? tr("PE in row %1, column %2\n%3").arg(pe->first).arg(pe->second).arg(workText(m_content.pass->workAt(m_moment.part, m_moment.cycle, pe->first, pe->second)))
                          : QString(), this);
    return true;
}

PeArrayView::PeArrayView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace), m_clock(workspace.clock())
{
    setObjectName(QStringLiteral("peArrayView"));
    setAccessibleName(tr("PE array"));
    m_canvas = new PeArrayCanvas;
    m_explanation = new QLabel;
    m_counts = new QLabel;
    for (QLabel* label : {m_explanation, m_counts}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setContentsMargins(9, 2, 9, 2);
        label->setMinimumWidth(1);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    m_counts->setObjectName(QStringLiteral("peArrayCounts"));
    m_counts->setToolTip(tr("Counted from the first cycle of the pass on, of one copy of the set; over all copies, passes and tiles they end at what the cost model counts.")
                         + QLatin1Char('\n') + style::manualLine(style::Origin::BusyPes));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_explanation);
    layout->addWidget(m_counts);
    setFocusProxy(m_cycle);
    m_export = widgets::addFigureExport(m_canvas, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    connect(m_shown, &QComboBox::currentIndexChanged, this, &PeArrayView::refreshMoment);
    connect(m_cycle, &QSlider::valueChanged, this, [this](int cycle) { setMoment({moment().part, cycle}); });
    connect(m_part, &QSpinBox::valueChanged, this, [this](int part) { setMoment({part - 1, moment().cycle}); });
    connect(m_on, &QToolButton::clicked, this, &PeArrayView::stepOn);
    connect(m_back, &QToolButton::clicked, this, &PeArrayView::stepBack);
    connect(m_farOn, &QToolButton::clicked, this, &PeArrayView::passOn);
    connect(m_farBack, &QToolButton::clicked, this, &PeArrayView::passBack);
    connect(m_play, &QToolButton::clicked, this, &PeArrayView::playOrPause);
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    connect(&m_clock, &workspace::Clock::walkChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_clock, &workspace::Clock::moved, m_updates, [this] { m_updates->request([this] { refreshMoment(); }); });
    connect(&m_clock, &workspace::Clock::playingChanged, this, &PeArrayView::refreshIcons);
    refreshIcons();
    refresh();
}

QWidget* PeArrayView::buildBar()
{
    m_shown = new QComboBox;
    m_shown->setObjectName(QStringLiteral("peArrayShown"));
    m_shown->setAccessibleName(tr("What the colours show"));
    m_shown->setToolTip(tr("Which data of each PE the colours and numbers tell: those with the same colour have the same row."));
    fillShown(false);
    m_partLabel = new QLabel(tr("Part"));
    m_part = new QSpinBox;
    m_part->setObjectName(QStringLiteral("peArrayPart"));
    m_part->setAccessibleName(tr("Part of the map"));
    m_part->setToolTip(tr("A map that is wider than the array is computed in parts, one pass after another."));
    m_cycle = new QSlider(Qt::Horizontal);
    m_cycle->setObjectName(QStringLiteral("peArrayCycle"));
    m_cycle->setAccessibleName(tr("Cycle of the pass"));
    m_cycle->setToolTip(tr("Cycle of the pass that is shown."));
    m_cycle->setMinimumWidth(60);
    m_back = button(tr("One cycle back"), "peArrayBack");
    m_play = button(tr("Play or pause"), "peArrayPlay");
    m_on = button(tr("One cycle on"), "peArrayOn");
    m_farBack = button(tr("One pass back"), "peArrayPassBack");
    m_farOn = button(tr("One pass on"), "peArrayPassOn");
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(9, 4, 9, 2);
    // What only some layers have comes last, so that no button moves away from under the mouse.
    for (QWidget* widget : std::initializer_list<QWidget*>{m_shown, m_farBack, m_back, m_play, m_on, m_farOn, m_partLabel, m_part}) {
        row->addWidget(widget);
    }
    row->addWidget(m_cycle, 1);
    return bar;
}

void PeArrayView::fillShown(bool systolic)
{
    const QSignalBlocker quiet(m_shown);
    const int before = std::max(m_shown->currentIndex(), m_shown->count() == 0 ? static_cast<int>(Shown::InputRows) : 0);
    m_shown->clear();
    for (const Shown shown : {Shown::FilterRows, Shown::InputRows, Shown::OutputRows, Shown::Channels}) {
        m_shown->addItem(labelOf(shown, systolic));
    }
    m_shown->setCurrentIndex(before);
}

void PeArrayView::refresh()
{
    const auto schedule = m_workspace.schedule();
    const schedule::ScheduledLayer* layer = schedule && m_clock.layer() ? schedule->find(*m_clock.layer()) : nullptr;
    PeArrayContent content = layer ? peArrayContent(*schedule, *layer) : PeArrayContent();
    {
        const QSignalBlocker quietCycle(m_cycle);
        const QSignalBlocker quietPart(m_part);
        m_cycle->setRange(0, content.pass ? static_cast<int>(std::min<Count>(content.pass->cycles() - 1, 1'000'000)) : 0);
        m_part->setRange(1, content.pass ? static_cast<int>(std::min<Count>(content.pass->parts(), 1'000'000)) : 1);
        if (content.pass) {
            fillShown(content.isSystolic());
        }
        const bool parts = content.pass && content.pass->parts() > 1;
        m_part->setVisible(parts);
        m_partLabel->setVisible(parts);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{m_shown, m_part, m_cycle, m_farBack, m_back, m_play, m_on, m_farOn}) {
        widget->setEnabled(content.pass != nullptr);
    }
    m_export->setEnabled(content.pass != nullptr);
    m_canvas->setContent(std::move(content));
    refreshMoment();
}

void PeArrayView::refreshMoment()
{
    const PeArrayContent& content = m_canvas->content();
    const PeArrayMoment now = moment();
    {
        const QSignalBlocker quietCycle(m_cycle);
        const QSignalBlocker quietPart(m_part);
        m_cycle->setValue(static_cast<int>(now.cycle));
        m_part->setValue(static_cast<int>(now.part) + 1);
    }
    m_canvas->show(now, shown());
    m_explanation->setText(content.pass ? explanationOf(shown(), content.isSystolic()) : QString());
    m_counts->setText(content.pass ? countsText(content, now).join(QLatin1Char('\n')) : QString());
}

PeArrayMoment PeArrayView::moment() const
{
    const PeArrayContent& content = m_canvas->content();
    const auto& walk = m_clock.walk();
    return content.pass && walk ? momentAt(content, *walk, m_clock.cycle()) : PeArrayMoment();
}

void PeArrayView::setMoment(const PeArrayMoment& moment)
{
    const PeArrayContent& content = m_canvas->content();
    const auto& walk = m_clock.walk();
    if (!content.pass || !walk) {
        return;
    }
    const Count cycle = m_clock.cycle();
    PerLoop<Count> iteration;
    for (const Loop loop : allLoops) {
        iteration[loop] = walk->iterationAt(cycle, loop);
    }
    iteration[Loop::Batch] += moment.part - iteration[Loop::Batch] % content.pass->parts();
    m_clock.setCycle(walk->cycleOf(walk->repetitionAt(cycle), iteration) + moment.cycle);
}

bool PeArrayView::isPlaying() const { return m_clock.isPlaying(); }

Shown PeArrayView::shown() const { return static_cast<Shown>(m_shown->currentIndex()); }

void PeArrayView::setShown(Shown shown) { m_shown->setCurrentIndex(static_cast<int>(shown)); }

QString PeArrayView::text() const { return m_counts->text(); }

void PeArrayView::stepOn()
{
    m_clock.setStep(1);
    m_clock.stepOn();
}

void PeArrayView::stepBack()
{
    m_clock.setStep(1);
    m_clock.stepBack();
}

void PeArrayView::passOn()
{
    if (const auto& walk = m_clock.walk()) {
        m_clock.setStep(walk->cyclesOfPass());
        m_clock.stepOn();
    }
}

void PeArrayView::passBack()
{
    if (const auto& walk = m_clock.walk()) {
        m_clock.setStep(walk->cyclesOfPass());
        m_clock.stepBack();
    }
}

void PeArrayView::playOrPause()
{
    const auto& walk = m_clock.walk();
    if (!m_clock.isPlaying() && !(walk && m_clock.step() == walk->cyclesOfPass())) {
        m_clock.setStep(1);
    }
    m_clock.playOrPause();
}

void PeArrayView::refreshIcons()
{
    using widgets::PlayerSign;
    m_back->setIcon(widgets::playerIcon(PlayerSign::Back, palette()));
    m_play->setIcon(widgets::playerIcon(m_clock.isPlaying() ? PlayerSign::Pause : PlayerSign::Play, palette()));
    m_on->setIcon(widgets::playerIcon(PlayerSign::Forward, palette()));
    m_farBack->setIcon(widgets::playerIcon(PlayerSign::FarBack, palette()));
    m_farOn->setIcon(widgets::playerIcon(PlayerSign::FarForward, palette()));
}

void PeArrayView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_play) {
        refreshIcons();
    }
}

widgets::Figure PeArrayView::figure() const
{
    m_updates->catchUp();
    if (m_canvas->content().pass) {
        return peArrayFigure(m_canvas->content(), moment(), shown());
    }
    widgets::Figure nothing;
    nothing.name = QStringLiteral("pe-array");
    nothing.heightFor = [](double, const QFont&) { return 1.0; };
    nothing.paint = [](QPainter&, QSizeF, const QFont&) {};
    return nothing;
}

} // namespace tilescape::ui::pe_array
