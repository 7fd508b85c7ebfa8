#include "ui/widgets/elided_label.h"

#include "ui/style/format.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace tilescape::ui::widgets {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

void ElidedLabel::showText(const QString& text, const QStringList& shorter)
{
    m_shorter = shorter;
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

QStringList ElidedLabel::linesOf(const QString& form) const
{
    const int room = contentsRect().width();
    QStringList lines;
    QTextLayout layout(form, font());
    layout.beginLayout();
    qsizetype begin = 0;
    while (lines.size() < m_lines - 1) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(room);
        lines << form.mid(line.textStart(), line.textLength()).trimmed();
        begin = line.textStart() + line.textLength();
    }
    layout.endLayout();
    lines << form.mid(begin);
    return lines;
}

QString ElidedLabel::shownForm() const
{
    const QStringList forms = QStringList{text()} + m_shorter;
    const auto fits = [this](const QString& form) { return fontMetrics().horizontalAdvance(linesOf(form).constLast()) <= contentsRect().width(); };
    const auto first = std::find_if(forms.begin(), forms.end(), fits);
    return first == forms.end() ? forms.constLast() : *first;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect room = contentsRect();
    QStringList lines = linesOf(shownForm());
    lines.back() = fontMetrics().elidedText(lines.constLast(), Qt::ElideMiddle, room.width());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, lines.join(QLatin1Char('\n')).trimmed());
}

} // namespace tilescape::ui::widgets
