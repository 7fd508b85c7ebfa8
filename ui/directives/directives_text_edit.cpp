#include "ui/directives/directives_text_edit.h"

#include "ui/directives/directives_highlighter.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QHelpEvent>
#include <QScrollArea>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace tilescape::ui::directives {

using dataflow::directives::Fault;
using dataflow::directives::Faults;
using dataflow::directives::Place;

namespace {

constexpr int fewestLines = 4;

/// Position in the line's text of the character that `column`, counted from 1, names.
int utf16Offset(const QString& line, Count column)
{
    int offset = 0;
    for (Count at = 1; at < column && offset < line.size(); ++at) {
        offset += line.at(offset).isHighSurrogate() ? 2 : 1;
    }
    return std::min(offset, static_cast<int>(line.size()));
}

} // namespace

QString faultText(const Fault& fault, bool withPlace)
{
    const QString kind = fault.severity == support::Severity::Error ? DirectivesTextEdit::tr("Error")
                                                                    : DirectivesTextEdit::tr("Remark");
    const QString sentence = QString::fromStdString(fault.problem + "; " + fault.remedy + ".");
    return withPlace ? DirectivesTextEdit::tr("%1 in line %2, column %3: %4").arg(kind).arg(fault.place.line).arg(fault.place.column).arg(sentence)
                     : DirectivesTextEdit::tr("%1: %2").arg(kind, sentence);
}

DirectivesTextEdit::DirectivesTextEdit(QWidget* parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("directivesText"));
    setFont(style::codeFont());
    // What it stands in scrolls; the text itself does not.
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QPlainTextEdit::textChanged, this, &DirectivesTextEdit::fitHeight);
    // Queued: where the text grows, so must what it stands in first.
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &DirectivesTextEdit::bringCursorIntoSight,
            Qt::QueuedConnection);
    setTabChangesFocus(true);
    setAccessibleName(tr("Directives"));
    setWhatsThis(tr("The dataflow as text. Edit it: what that costs stands beneath, beside the solver’s price. F1 has the grammar."));
    m_highlighter = new DirectivesHighlighter(document());
    m_highlighter->setColours(palette());
}

void DirectivesTextEdit::setFaults(Faults faults)
{
    m_faults = std::move(faults);
    underline();
}

const Fault* DirectivesTextEdit::faultToTell() const
{
    const Count line = textCursor().blockNumber() + 1;
    const Fault* tell = nullptr;
    const auto weight = [line](const Fault& fault) {
        return (fault.place.line == line ? 2 : 0) + (fault.severity == support::Severity::Error ? 1 : 0);
    };
    for (const Fault& fault : m_faults) {
        if (!tell || weight(fault) > weight(*tell)) {
            tell = &fault;
        }
    }
    return tell;
}

void DirectivesTextEdit::replaceText(const QString& text)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
}

void DirectivesTextEdit::fitHeight()
{
    // The layout of plain text counts its height in lines.
    const int lines = std::max(static_cast<int>(document()->documentLayout()->documentSize().height()), fewestLines);
    const int frame = 2 * frameWidth() + static_cast<int>(2 * document()->documentMargin());
    setFixedHeight(lines * fontMetrics().lineSpacing() + frame);
}

void DirectivesTextEdit::bringCursorIntoSight()
{
    for (QWidget* widget = parentWidget(); widget && hasFocus(); widget = widget->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(widget)) {
            const QRect line = cursorRect();
            const QPoint place = viewport()->mapTo(area->widget(), line.center());
            area->ensureVisible(place.x(), place.y(), 0, line.height());
            return;
        }
    }
}

void DirectivesTextEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

QTextCursor DirectivesTextEdit::cursorAt(const Place& place) const
{
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(std::min<Count>(place.line, blockCount()) - 1));
    const QString line = block.text();
    int begin = utf16Offset(line, place.column);
    int end = utf16Offset(line, place.column + std::max<Count>(1, place.length));
    if (begin == end) { // at the end of a line: what comes before it
        begin = std::max(0, end - 1);
    }
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + begin);
    cursor.setPosition(block.position() + end, QTextCursor::KeepAnchor);
    return cursor;
}

void DirectivesTextEdit::underline()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const Fault& fault : m_faults) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = cursorAt(fault.place);
        const bool error = fault.severity == support::Severity::Error;
        selection.format.setUnderlineStyle(error ? QTextCharFormat::WaveUnderline : QTextCharFormat::DotLine);
        const QColor colour = error ? style::errorColour(palette()) : style::warningColour(palette());
        selection.format.setUnderlineColor(colour);
        selection.format.setBackground(style::blend(palette().color(QPalette::Base), colour, 0.14));
        selections.push_back(selection);
    }
    setExtraSelections(selections);
}

bool DirectivesTextEdit::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int at = cursorForPosition(help->pos()).position();
        QStringList reasons;
        for (const Fault& fault : m_faults) {
            const QTextCursor place = cursorAt(fault.place);
            if (at >= place.selectionStart() && at <= place.selectionEnd()) {
                reasons << style::literal(faultText(fault, false));
            }
        }
        QToolTip::showText(help->globalPos(), reasons.join(QStringLiteral("<br>")), viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

void DirectivesTextEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_highlighter) {
        m_highlighter->setColours(palette());
        underline();
    }
}

} // namespace tilescape::ui::directives
