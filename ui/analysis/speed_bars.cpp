#include "ui/analysis/speed_bars.h"

#include "ui/analysis/analysis_text.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/stale.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::analysis {

namespace {

constexpr int barMargin = 9;
constexpr int columnGap = 12;
constexpr int narrowestBar = 28; ///< pixels

QString shareText(const std::optional<double>& share) { return share ? style::percent(*share) : AnalysisText::tr("no limit"); }

/// PEs as the operations that they do, DRAM as its energy; the others alike.
QColor colourOf(tilescape::explore::Resource resource)
{
    static constexpr std::array<int, 5> components{5, 3, 2, 1, 0};
    return style::componentColour(components[static_cast<std::size_t>(resource)]);
}

} // namespace

SpeedBars::SpeedBars(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Speed of light")); }

void SpeedBars::setColumns(std::vector<Column> columns)
{
    m_columns = std::move(columns);
    QStringList lines;
    for (const Column& column : m_columns) {
        for (const tilescape::explore::Resource resource : tilescape::explore::allResources) {
            lines << tr("%1, %2: %3 of its peak").arg(column.title, style::coreName(tilescape::explore::nameOf(resource)), shareText(column.shares[resource]));
        }
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    setToolTip(m_columns.empty() ? QString()
                                 : tr("Of the peak of each. PEs: operations needed. Array bus: the busiest of each tile's three. Buffers: at three "
                                      "ports as wide as a bus. NoC: at links as wide as a bus. Network and segment: of the whole chip; layer: of "
                                      "its region."));
    updateGeometry();
    update();
}

void SpeedBars::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

QSize SpeedBars::sizeHint() const
{
    const int rows = static_cast<int>(tilescape::explore::allResources.size()) + 1;
    return {380, rows * (fontMetrics().height() + 5) + 8};
}

QSize SpeedBars::minimumSizeHint() const { return {200, sizeHint().height()}; }

void SpeedBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setOpacity(m_dimmed ? style::staleOpacity : 1);
    const QFontMetrics metrics(font());
    const int line = metrics.height() + 5;
    int names = 0;
    for (const tilescape::explore::Resource resource : tilescape::explore::allResources) {
        names = std::max(names, metrics.horizontalAdvance(style::coreName(tilescape::explore::nameOf(resource))));
    }
    const int left = barMargin + names + columnGap;
    // The network first: what is too narrow for the others leaves these out.
    const int texts = metrics.horizontalAdvance(QStringLiteral("100.0\u00a0%")) + 6;
    const int shown = std::clamp((width() - left) / (narrowestBar + texts + columnGap), 1, std::max(1, static_cast<int>(m_columns.size())));
    const int column = (width() - left - barMargin) / shown;
    for (std::size_t row = 0; row < tilescape::explore::allResources.size() && !m_columns.empty(); ++row) {
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(barMargin, static_cast<int>(row + 1) * line, names, line), Qt::AlignLeft | Qt::AlignVCenter,
                         style::coreName(tilescape::explore::nameOf(tilescape::explore::allResources[row])));
    }
    for (int i = 0; i < std::min(shown, static_cast<int>(m_columns.size())); ++i) {
        const Column& own = m_columns[static_cast<std::size_t>(i)];
        const int x = left + i * column;
        painter.setPen(style::mutedText(palette()));
        painter.drawText(QRect(x, 0, column - columnGap, line), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(own.title, Qt::ElideMiddle, column - columnGap));
        for (std::size_t row = 0; row < tilescape::explore::allResources.size(); ++row) {
            const tilescape::explore::Resource resource = tilescape::explore::allResources[row];
            const QRect track(x, static_cast<int>(row + 1) * line + 3, column - columnGap - texts, line - 6);
            painter.fillRect(track, style::idleFill(palette()));
            const double share = own.shares[resource].value_or(0);
            painter.fillRect(QRectF(track.left(), track.top(), track.width() * share, track.height()), colourOf(resource));
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRect(track.right() + 5, track.top() - 3, texts + columnGap, line), Qt::AlignLeft | Qt::AlignVCenter,
                             own.shares[resource] ? style::percent(share) : QStringLiteral("–"));
        }
    }
}

} // namespace tilescape::ui::analysis
