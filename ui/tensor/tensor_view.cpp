#include "ui/tensor/tensor_view.h"

#include "ui/plot/legend_strip.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/tensor/tensor_figure.h"
#include "ui/tensor/tensor_painter.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/player_bar.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::tensor {

using workspace::Clock;
using workspace::Workspace;

TensorCanvas::TensorCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("tensorCanvas"));
    setAccessibleName(tr("Tensors in the memories of a tile"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
}

void TensorCanvas::setContent(TensorContent content, const QString& nothing)
{
    m_content = std::move(content);
    m_nothing = nothing;
    update();
}

void TensorCanvas::setCycle(Count cycle)
{
    m_cycle = cycle;
    setAccessibleDescription(m_content.walk ? momentText(m_content, cycle).join(QStringLiteral("; ")) : m_nothing);
    update();
}

QFont TensorCanvas::smallFont() const
{
    QFont small = font();
    small.setPixelSize(std::max(static_cast<int>(style::smallestText), static_cast<int>(QFontInfo(font()).pixelSize() * 0.85)));
    return small;
}

TensorLayout TensorCanvas::tensorLayout() const
{
    return layOutTensors(m_content, QRectF(rect()).adjusted(9, 4, -9, -4), smallFont());
}

void TensorCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_content.walk) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect().adjusted(9, 4, -9, -4), Qt::AlignCenter | Qt::TextWordWrap, m_nothing);
        return;
    }
    paintTensors(painter, m_content, m_cycle, tensorLayout(), {palette(), smallFont()});
}

void TensorCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: Q_EMIT stepAsked(-1); break;
    case Qt::Key_Right: Q_EMIT stepAsked(1); break;
    case Qt::Key_Up: Q_EMIT farStepAsked(-1); break;
    case Qt::Key_Down: Q_EMIT farStepAsked(1); break;
    case Qt::Key_Home: Q_EMIT endAsked(false); break;
    case Qt::Key_End: Q_EMIT endAsked(true); break;
    default: QWidget::keyPressEvent(event);
    }
}

QString TensorCanvas::toolTipAt(QPointF position) const
{
    const TensorLayout layout = m_content.walk ? tensorLayout() : TensorLayout();
    const auto hit = layout.hit(position);
    if (!hit) {
        return {};
    }
    const Volume& volume = *hit->place->volume;
    const PerLoop<Count> iteration = hit->place->iterationAt(m_content, hit->row, hit->column);
    QStringList where;
    for (const std::optional<Loop>& loop : {volume.rows, volume.columns}) {
        if (loop) {
            where << tr("%1 %2 of %3").arg(loopLetter(*loop)).arg(iteration[*loop] + 1).arg(m_content.walk->nest().iterations[*loop]);
        }
    }
    return tr("%1, %2\nbrought in %3 times so far, %4 words each time")
        .arg(volume.label, where.join(QStringLiteral(", ")))
        .arg(timesFetched(m_content, m_cycle, volume.tensor, iteration))
        .arg(style::count(volume.wordsBehind));
}

bool TensorCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), style::literal(toolTipAt(help->pos())), this);
    return true;
}

TensorView::TensorView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace), m_clock(workspace.clock())
{
    setObjectName(QStringLiteral("tensorView"));
    setAccessibleName(tr("Tensors"));
    m_canvas = new TensorCanvas;
    m_player = new widgets::PlayerBar({tr("one filling of the registers (→)"), tr("one filling of the buffer (↓)")});
    m_legend = new plot::LegendStrip;
    m_legend->setRows(2);
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("tensorMoment"));
    m_text->setToolTip(tr("How often the buffer and the registers are filled until the loops of the layer have run.") + QLatin1Char('\n')
                       + style::manualLine(style::Origin::Words));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setContentsMargins(9, 2, 9, 2);
    m_text->setMinimumWidth(1);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_player);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_text);
    layout->addWidget(m_legend);
    setFocusProxy(m_canvas);
    m_export = widgets::addFigureExport(m_canvas, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    connect(m_player, &widgets::PlayerBar::stepAsked, this, &TensorView::step);
    connect(m_player, &widgets::PlayerBar::farStepAsked, this, &TensorView::farStep);
    connect(m_player, &widgets::PlayerBar::playAsked, this, &TensorView::playOrPause);
    connect(m_player, &widgets::PlayerBar::positionAsked, this,
            [this](qint64 step) { m_clock.setCycle(content().walk ? step * content().walk->cyclesOfStep() : 0); });
    connect(m_player, &widgets::PlayerBar::speedAsked, &m_clock, &Clock::setSpeed);
    connect(m_canvas, &TensorCanvas::stepAsked, this, &TensorView::step);
    connect(m_canvas, &TensorCanvas::farStepAsked, this, &TensorView::farStep);
    connect(m_canvas, &TensorCanvas::endAsked, this, [this](bool last) { m_clock.setCycle(last ? m_clock.cycles() - 1 : 0); });
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    connect(&m_clock, &Clock::walkChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_clock, &Clock::moved, m_updates, [this] { m_updates->request([this] { refreshMoment(); }); });
    connect(&m_clock, &Clock::playingChanged, m_player, [this] { m_player->showPlaying(m_clock.isPlaying()); });
    connect(&m_clock, &Clock::settingsChanged, m_player, [this] { m_player->showSpeed(m_clock.speed()); });
    m_player->showSpeed(m_clock.speed());
    refresh();
}

QString TensorView::reasonForNothing() const
{
    const auto schedule = m_workspace.schedule();
    if (schedule && !schedule->hasResult()) {
        return tr("There is no schedule: the list of problems says why.");
    }
    return m_workspace.selectedLayer() ? tr("The selected layer is not scheduled.") : tr("Select a layer to see its tensors in the memories of a tile.");
}

void TensorView::refresh()
{
    const auto schedule = m_workspace.schedule();
    const schedule::ScheduledLayer* layer = schedule && m_clock.layer() ? schedule->find(*m_clock.layer()) : nullptr;
    const bool shows = layer && m_clock.walk();
    m_export->setEnabled(shows);
    m_canvas->setContent(shows ? tensorContent(*schedule->problem, *layer, m_clock.walk()) : TensorContent(), reasonForNothing());
    m_player->setEnabled(shows);
    refreshLegend();
    m_player->showPlaying(m_clock.isPlaying());
    refreshMoment();
}

void TensorView::refreshLegend()
{
    m_legend->setItems(content().walk ? tensorLegend(content(), palette()) : std::vector<plot::LegendEntry>());
}

void TensorView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_updates) {
        refreshLegend();
    }
}

void TensorView::refreshMoment()
{
    const auto& walk = content().walk;
    m_canvas->setCycle(m_clock.cycle());
    m_text->setText(walk ? momentText(content(), m_clock.cycle()).front() : QString());
    m_player->showPosition(walk ? m_clock.cycle() / walk->cyclesOfStep() : 0, walk ? walk->steps() - 1 : 0);
}

QString TensorView::text() const { return m_text->text(); }

void TensorView::step(int steps)
{
    if (const auto& walk = content().walk) {
        m_clock.setStep(walk->cyclesOfStep());
        steps > 0 ? m_clock.stepOn() : m_clock.stepBack();
    }
}

void TensorView::farStep(int steps)
{
    if (const auto& walk = content().walk) {
        m_clock.setStep(walk->cyclesOfBuffer());
        steps > 0 ? m_clock.stepOn() : m_clock.stepBack();
    }
}

void TensorView::playOrPause()
{
    if (const auto& walk = content().walk; walk && !m_clock.isPlaying() && m_clock.step() != walk->cyclesOfBuffer()) {
        m_clock.setStep(walk->cyclesOfStep());
    }
    m_clock.playOrPause();
}

widgets::Figure TensorView::figure() const
{
    m_updates->catchUp();
    if (content().walk) {
        return tensorFigure(content(), m_clock.cycle());
    }
    widgets::Figure nothing;
    nothing.name = QStringLiteral("tensors");
    nothing.heightFor = [](double, const QFont&) { return 1.0; };
    nothing.paint = [](QPainter&, QSizeF, const QFont&) {};
    return nothing;
}

} // namespace tilescape::ui::tensor
