#pragma once

#include <QSyntaxHighlighter>

namespace tilescape::ui::directives {

/// Colours a text of directives: words of the language, numbers, remarks; heads of scopes are bold.
class DirectivesHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit DirectivesHighlighter(QTextDocument* document);
    /// Colours that suit this palette.
    void setColours(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    QTextCharFormat m_keyword;
    QTextCharFormat m_number;
    QTextCharFormat m_remark;
    QTextCharFormat m_head;
};

} // namespace tilescape::ui::directives
