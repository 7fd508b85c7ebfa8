#include "ui/window/start_delegate.h"

#include "ui/style/palette.h"

#include <QImage>
#include <QListView>
#include <QPainter>

#include <algorithm>

namespace tilescape::ui::window {

namespace {
constexpr int gap = 8;
constexpr int usualWidth = 300;
constexpr int leastLines = 3; ///< on what the project shows
constexpr int wrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

QFont nameFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// In as many lines as it needs: a name that is cut names nothing.
int nameHeight(const QFont& font, int width, const QString& name)
{
    return QFontMetrics(nameFont(font)).boundingRect(QRect(0, 0, width, 10000), wrapped, name).height();
}

/// As many of the words as have room, with dots where some have none.
QString shortened(const QString& text, const QRect& room, const QFontMetrics& metrics)
{
    const auto fits = [&](const QString& part) {
        return metrics.boundingRect(room, wrapped, part).height() <= room.height();
    };
    QString part = text;
    for (qsizetype end = text.size(); !fits(part) && end > 0;) {
        end = text.lastIndexOf(QLatin1Char(' '), end - 1);
        part = end > 0 ? text.left(end) + QChar(0x2026) : QString();
    }
    return part;
}

} // namespace

QRect StartDelegate::textRect(const QRect& entry) const
{
    const int left = entry.left() + m_picture.width() + 2 * gap + 1;
    return {left, entry.top() + gap, entry.right() - left - gap, entry.height() - 2 * gap};
}

int StartDelegate::heightOf(const QListView& list, int width)
{
    const auto* delegate = qobject_cast<const StartDelegate*>(list.itemDelegate());
    int height = delegate ? delegate->m_picture.height() : 0;
    for (int row = 0; delegate && row < list.model()->rowCount(); ++row) {
        const QString name = list.model()->index(row, 0).data().toString();
        const int text = delegate->textRect({0, 0, width, 0}).width();
        height = std::max(height, nameHeight(list.font(), text, name) + leastLines * list.fontMetrics().lineSpacing());
    }
    return height + 2 * gap;
}

QSize StartDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const auto* list = qobject_cast<const QListView*>(option.widget);
    if (!list) {
        return {usualWidth, m_picture.height() + 2 * gap};
    }
    return list->gridSize().isValid() ? list->gridSize() : QSize(list->viewport()->width(), heightOf(*list, list->viewport()->width()));
}

void StartDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    const QPalette& palette = option.palette;
    const QRectF frame = QRectF(option.rect).adjusted(2, 2, -2, -2);
    const bool chosen = option.state & QStyle::State_Selected && option.state & QStyle::State_Active;
    if (chosen || option.state & QStyle::State_MouseOver) {
        painter->setPen(chosen ? QPen(style::selection(palette), 2) : QPen(Qt::NoPen));
        painter->setBrush(style::idleFill(palette));
        painter->drawRoundedRect(frame, 5, 5);
    }
    const QRect place(QPoint(option.rect.left() + gap, option.rect.top() + gap), m_picture);
    painter->setPen(style::outline(palette));
    painter->setBrush(style::idleFill(palette));
    painter->drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    if (const QImage image = index.data(pictureRole).value<QImage>(); !image.isNull()) {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawImage(place, image);
    }
    const QRect text = textRect(option.rect);
    painter->setFont(nameFont(option.font));
    painter->setPen(palette.color(QPalette::Text));
    painter->drawText(text, wrapped, index.data().toString());
    painter->setFont(option.font);
    painter->setPen(style::mutedText(palette));
    // Whole lines only.
    const QFontMetrics metrics(option.font);
    QRect below = text.adjusted(0, nameHeight(option.font, text.width(), index.data().toString()) + 2, 0, 0);
    below.setHeight(below.height() / metrics.lineSpacing() * metrics.lineSpacing());
    painter->drawText(below, wrapped, shortened(index.data(lineRole).toString(), below, metrics));
    painter->restore();
}

} // namespace tilescape::ui::window
