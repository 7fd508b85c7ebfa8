#include "ui/plot/labelled_bars.h"

#include "ui/style/palette.h"
#include "ui/widgets/widget_figure.h"

#include <QPainter>

#include <cmath>

namespace tilescape::ui::plot {

namespace {
constexpr int margin = 9;
}

void LabelledBars::setGroups(std::vector<Group> groups)
{
    m_groups = std::move(groups);
    QStringList words;
    for (const Group& group : m_groups) {
        words << group.title;
        for (const Bar& bar : group.bars) {
            words << bar.label + QStringLiteral(": ") + bar.text;
        }
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize LabelledBars::sizeHint() const
{
    int lines = 0;
    for (const Group& group : m_groups) {
        lines += static_cast<int>(group.bars.size()) + 1;
    }
    return {340, lines * lineHeight() + static_cast<int>(m_groups.size()) * 6 + 6};
}

QSize LabelledBars::minimumSizeHint() const { return {190, sizeHint().height()}; }

void LabelledBars::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int labelWidth = 0;
    int textWidth = 0;
    for (const Group& group : m_groups) {
        for (const Bar& bar : group.bars) {
            labelWidth = std::max(labelWidth, metrics.horizontalAdvance(bar.label) + 10);
            textWidth = std::max(textWidth, metrics.horizontalAdvance(bar.text) + 8);
        }
    }
    const double room = std::max(12, width() - 2 * margin - labelWidth - textWidth);
    int y = 4;
    for (const Group& group : m_groups) {
        painter.setFont(font());
        painter.setPen(style::mutedText(palette()));
        painter.drawText(QRect(margin, y, width() - 2 * margin, lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         group.title);
        y += lineHeight();
        double most = 0;
        for (const Bar& bar : group.bars) {
            most = std::isfinite(bar.value) ? std::max(most, bar.value) : most;
        }
        for (const Bar& bar : group.bars) {
            painter.setFont(bar.strong ? bold : font());
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRect(margin, y, labelWidth, lineHeight()), Qt::AlignLeft | Qt::AlignVCenter, bar.label);
            const double length = std::isfinite(bar.value) && most > 0 ? std::max(1.0, room * bar.value / most) : 0;
            painter.fillRect(QRectF(margin + labelWidth, y + 3, length, lineHeight() - 6),
                             bar.strong ? group.colour : style::blend(group.colour, palette().color(QPalette::Base), 0.45));
            painter.drawText(QRectF(margin + labelWidth + length + 5, y, textWidth + 8, lineHeight()),
                             Qt::AlignLeft | Qt::AlignVCenter, bar.text);
            y += lineHeight();
        }
        y += 6;
    }
}

widgets::Figure LabelledBars::figure(const QString& name, const QString& title) const
{
    return widgets::figureOf(name, title, [groups = m_groups](const QFont& font) {
        auto bars = std::make_unique<LabelledBars>();
        bars->setFont(font);
        bars->setGroups(groups);
        return bars;
    });
}

} // namespace tilescape::ui::plot
