#include "ui/gradient/gradient_pane.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_legend.h"
#include "ui/gradient/gradient_pane_painter.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::gradient {

GradientPane::GradientPane(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void GradientPane::setRun(std::shared_ptr<const GradientRun> run, Count longest)
{
    m_player = run ? std::make_unique<GradientPlayer>(std::move(run)) : nullptr;
    m_longest = std::max<Count>(longest, 1);
    if (m_player) {
        setAccessibleName(tr("Tiles of the order %1").arg(style::coreText(labelOf(m_player->run().order))));
    }
    refresh();
}

void GradientPane::showTime(Count ticks)
{
    if (m_player) {
        m_player->seekTime(ticks);
        refresh();
    }
}

void GradientPane::showStep(std::size_t step)
{
    if (m_player) {
        m_player->seek(step);
        refresh();
    }
}

QString GradientPane::statusText() const { return gradient::statusText(m_player.get()); }

QString GradientPane::toolTipText() const
{
    if (!m_player) {
        return {};
    }
    const GradientRun& run = m_player->run();
    const GradientTally& tally = m_player->tally();
    const auto all = static_cast<double>(tally.moved());
    const auto part = [all](const QString& name, Count bytes) {
        return tr("%1 %2 (%3)").arg(name, style::byteCount(static_cast<double>(bytes)), style::percentOf(static_cast<double>(bytes), all));
    };
    const auto ticks = static_cast<double>(m_player->timeAt(m_player->position()));
    return QStringList{tr("%1: %2 cycles in all, %3 of them done")
                           .arg(style::coreText(labelOf(run.order)), style::exactCount(static_cast<double>(run.measure.cycles)),
                                style::percentOf(ticks, static_cast<double>(run.measure.ticks))),
                       tr("DRAM so far %1: %2").arg(style::byteCount(all),
                               QStringList{part(tr("for the first time"), tally.fetched), part(tr("again"), tally.fetchedAgain),
                                           part(tr("sums out and in"), tally.spilled), part(tr("results"), tally.written)}
                                   .join(QStringLiteral(", "))),
                       part(tr("Of it dY"), tally.dyRead), tr("Saved by reuse %1").arg(style::byteCount(static_cast<double>(tally.reused))),
                       style::manualLine(style::Origin::GradientOrder)}
        .join(QLatin1Char('\n'));
}

bool GradientPane::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipText(), this);
        return true;
    }
    return QWidget::event(event);
}

void GradientPane::refresh()
{
    setAccessibleDescription(statusText());
    update();
}

void GradientPane::paintEvent(QPaintEvent*)
{
    if (m_player) {
        QPainter painter(this);
        GradientPanePainter(*m_player, m_longest, palette(), font()).paint(painter, QRectF(rect()).adjusted(8, 4, -8, -4));
    }
}

GradientLegend::GradientLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend of the tiles"));
}

int GradientLegend::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(plot::legendInRows(gradientLegend(palette()), width - 2 * margin, font()).size.height()));
}

QSize GradientLegend::sizeHint() const { return {600, heightForWidth(width() > 100 ? width() : 600)}; }

void GradientLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const std::vector<plot::LegendEntry> entries = gradientLegend(palette());
    plot::paintLegend(painter, entries, plot::legendInRows(entries, width() - 2 * margin, font()), QPointF(margin, 0),
                      palette().color(QPalette::WindowText), font());
}

} // namespace tilescape::ui::gradient
