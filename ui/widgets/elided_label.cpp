#include "ui/widgets/elided_label.h"

#include "ui/style/format.h"

#include <QPainter>
#include <QTextLayout>

namespace tilescape::ui::widgets {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

void ElidedLabel::showText(const QString& text)
{
    setText(text);
    setToolTip(style::literal(text));
}

void ElidedLabel::setLines(int lines)
{
    if (lines != m_lines) {
        m_lines = lines;
        updateGeometry();
        update();
    }
}

QSize ElidedLabel::sizeHint() const
{
    return QLabel::sizeHint() + QSize(0, (m_lines - 1) * fontMetrics().lineSpacing());
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, QLabel::minimumSizeHint().height() + (m_lines - 1) * fontMetrics().lineSpacing()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect room = contentsRect();
    QStringList lines;
    QTextLayout layout(text(), font());
    layout.beginLayout();
    qsizetype begin = 0;
    while (lines.size() < m_lines - 1) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(room.width());
        lines << text().mid(line.textStart(), line.textLength()).trimmed();
        begin = line.textStart() + line.textLength();
    }
    layout.endLayout();
    lines << fontMetrics().elidedText(text().mid(begin), Qt::ElideMiddle, room.width());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, lines.join(QLatin1Char('\n')).trimmed());
}

} // namespace tilescape::ui::widgets
