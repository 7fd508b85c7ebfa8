#include "ui/plot/labelled_bars.h"

#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/widget_figure.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace tilescape::ui::plot {

namespace {
constexpr int margin = 9;
constexpr int top = 4;
constexpr int groupGap = 6;

double largestOf(const LabelledBars::Group& group)
{
    double most = 0;
    for (const LabelledBars::Bar& bar : group.bars) {
        most = std::isfinite(bar.value) ? std::max(most, bar.value) : most;
    }
    return most;
}

} // namespace

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
    return {340, lines * lineHeight() + static_cast<int>(m_groups.size()) * groupGap + groupGap};
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
    int y = top;
    for (const Group& group : m_groups) {
        painter.setFont(font());
        painter.setPen(style::mutedText(palette()));
        painter.drawText(QRect(margin, y, width() - 2 * margin, lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         group.title);
        y += lineHeight();
        const double most = largestOf(group);
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
        y += groupGap;
    }
}

QString LabelledBars::toolTipAt(int y) const
{
    int from = top;
    for (const Group& group : m_groups) {
        from += lineHeight();
        for (const Bar& bar : group.bars) {
            if (y >= from && y < from + lineHeight()) {
                QStringList lines{group.title, tr("%1: %2").arg(bar.label, bar.text)};
                if (std::isfinite(bar.value)) {
                    lines.back() += tr(", %1 of the largest").arg(style::percentOf(bar.value, largestOf(group)));
                }
                return (m_origin.isEmpty() ? lines : lines << m_origin).join(QLatin1Char('\n'));
            }
            from += lineHeight();
        }
        from += groupGap;
    }
    return {};
}

bool LabelledBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(help->pos().y());
        QToolTip::showText(help->globalPos(), text.isEmpty() ? toolTip() : style::literal(text), this);
        return true;
    }
    return QWidget::event(event);
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
