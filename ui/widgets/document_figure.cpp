#include "ui/widgets/document_figure.h"

#include "ui/style/palette.h"

#include <QAbstractTextDocumentLayout>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace tilescape::ui::widgets {

namespace {

constexpr int hang = 4; ///< letters by which a line goes on further to the right

/// Spaces at a line's beginning become its margin, from which it hangs.
void hangLines(QTextDocument& document, const QFont& font)
{
    const double letter = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QString text = block.text();
        int spaces = 0;
        while (spaces < text.size() && text[spaces].isSpace()) {
            ++spaces;
        }
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, spaces);
        cursor.removeSelectedText();
        QTextBlockFormat format = block.blockFormat();
        format.setLeftMargin((spaces + hang) * letter);
        format.setTextIndent(-hang * letter);
        format.setNonBreakableLines(false);
        cursor.setBlockFormat(format);
    }
}

} // namespace

QFont codeFont(const QFont& font)
{
    QFont code = font;
    if (!QFontInfo(font).fixedPitch()) {
        code.setFamilies(style::codeFont().families());
    }
    return code;
}

Figure documentFigure(const QString& name, const QString& title, std::function<std::unique_ptr<QTextDocument>(const QFont& font)> make)
{
    const auto laidOut = [make](double width, const QFont& font) {
        const QFont code = codeFont(font);
        std::unique_ptr<QTextDocument> document = make(code);
        hangLines(*document, code);
        document->setDocumentMargin(0);
        document->setTextWidth(width);
        return document;
    };
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.heightFor = [laidOut](double width, const QFont& font) { return laidOut(width, font)->size().height(); };
    figure.paint = [laidOut](QPainter& painter, QSizeF size, const QFont& font) {
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette = style::paperPalette();
        laidOut(size.width(), font)->documentLayout()->draw(&painter, context);
    };
    return figure;
}

} // namespace tilescape::ui::widgets
