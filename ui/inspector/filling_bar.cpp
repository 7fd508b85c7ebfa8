#include "ui/inspector/filling_bar.h"

#include "ui/plot/bar.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QPainter>
#include <QStringList>

namespace tilescape::ui::inspector {

FillingBar::FillingBar(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize FillingBar::sizeHint() const { return {160, fontMetrics().height() + 4}; }

double FillingBar::heldWords() const
{
    double held = 0;
    for (const Part& part : m_parts) {
        held += part.words;
    }
    return held;
}

void FillingBar::setFilling(std::vector<Part> parts, double capacityWords)
{
    m_parts = std::move(parts);
    m_capacity = capacityWords;
    QStringList lines;
    for (const Part& part : m_parts) {
        lines << tr("%1: %2, %3 of the capacity")
                     .arg(part.label, style::words(part.words), style::percentOf(part.words, m_capacity));
    }
    lines << tr("Together %1 of %2").arg(style::words(heldWords()), style::words(m_capacity));
    setToolTip(lines.join(QLatin1Char('\n')));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

void FillingBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF track = QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style::idleFill(palette()));
    painter.drawRoundedRect(track, 3, 3);
    std::vector<plot::BarPart> parts;
    for (const Part& part : m_parts) {
        parts.push_back({part.words, part.colour, part.label});
    }
    plot::paintBar(painter, parts, plot::layOutBar(parts, m_capacity, track), font());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style::outline(palette()));
    painter.drawRoundedRect(track, 3, 3);
}

} // namespace tilescape::ui::inspector
