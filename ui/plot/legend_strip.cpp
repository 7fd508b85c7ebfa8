#include "ui/plot/legend_strip.h"

#include "ui/style/format.h"
#include "ui/style/stale.h"

#include <QPainter>
#include <QStringList>

#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr int sideMargin = 9;
constexpr int edgeMargin = 3;

double rowHeight(const QFont& font) { return legendInRows({{QStringLiteral("l"), {}, 0}}, 100, font).size.height(); }

} // namespace

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend"));
}

void LegendStrip::setItems(std::vector<LegendEntry> items, const QString& more)
{
    m_items = std::move(items);
    QStringList lines = texts();
    if (!more.isEmpty()) {
        lines << more;
    }
    setAccessibleDescription(lines.join(QStringLiteral(". ")));
    setToolTip(style::literal(lines.join(QLatin1Char('\n'))));
    update();
}

QStringList LegendStrip::texts() const
{
    QStringList texts;
    for (const LegendEntry& item : m_items) {
        texts << item.text;
    }
    return texts;
}

int LegendStrip::heightOf(int rows) const
{
    return static_cast<int>(std::ceil(rows * rowHeight(font()))) + 2 * edgeMargin;
}

void LegendStrip::setRows(int rows)
{
    if (m_rows != rows) {
        m_rows = rows;
        updateGeometry();
    }
}

void LegendStrip::setDimmed(bool dimmed)
{
    if (m_dimmed != dimmed) {
        m_dimmed = dimmed;
        update();
    }
}

std::vector<LegendEntry> LegendStrip::shownItems() const
{
    std::vector<LegendEntry> shown = m_items;
    const QSizeF room(width() - 2 * sideMargin, m_rows * rowHeight(font()) + 0.5);
    const auto fits = [&] { return room.expandedTo(legendInRows(shown, room.width(), font()).size) == room; };
    while (!shown.empty() && !fits()) {
        shown.pop_back();
    }
    return shown;
}

QSize LegendStrip::sizeHint() const { return {0, heightOf(m_rows)}; }

void LegendStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(m_dimmed ? style::staleOpacity : 1);
    const std::vector<LegendEntry> shown = shownItems();
    const LegendLayout layout = legendInRows(shown, width() - 2 * sideMargin, font());
    paintLegend(painter, shown, layout, QPointF(sideMargin, edgeMargin), palette().color(QPalette::WindowText), font());
}

} // namespace tilescape::ui::plot
