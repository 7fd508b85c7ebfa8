#include "ui/gradient/gradient_pane.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_legend.h"
#include "ui/gradient/gradient_pane_painter.h"
#include "ui/style/core_text.h"

#include <QPainter>

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
