#include "ui/directives/directives_highlighter.h"

#include "ui/style/palette.h"

#include <QRegularExpression>

namespace tilescape::ui::directives {

DirectivesHighlighter::DirectivesHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
{
    m_head.setFontWeight(QFont::Bold);
}

void DirectivesHighlighter::setColours(const QPalette& palette)
{
    const style::CodeColours colours = style::codeColours(palette);
    m_keyword.setForeground(colours.keyword);
    m_number.setForeground(colours.number);
    m_remark.setForeground(colours.remark);
    rehighlight();
}

void DirectivesHighlighter::highlightBlock(const QString& text)
{
    static const QRegularExpression words(QStringLiteral(
        R"((?<name>\{[^}]*\})|(?<head>^\s*("[^"]*"|[^\s:"({#]+)\s*:\s*\w+)|(?<keyword>\b(tensor|stack|update|rotate|tiles|segment|region|bypass)\b)|(?<number>(?<![\w.])[0-9]+(x[0-9]+)?)|(?<remark>(#|//).*$))"));
    for (auto match = words.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        const auto colour = [&](const QString& group, const QTextCharFormat& format) {
            if (found.hasCaptured(group)) {
                setFormat(static_cast<int>(found.capturedStart(group)), static_cast<int>(found.capturedLength(group)), format);
            }
        };
        colour(QStringLiteral("head"), m_head);
        colour(QStringLiteral("keyword"), m_keyword);
        colour(QStringLiteral("number"), m_number);
        colour(QStringLiteral("remark"), m_remark);
    }
}

} // namespace tilescape::ui::directives
