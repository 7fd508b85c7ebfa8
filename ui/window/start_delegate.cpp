#include "ui/window/start_delegate.h"

#include "ui/style/palette.h"

#include <QImage>
#include <QListView>
#include <QPainter>

namespace tilescape::ui::window {

namespace {
constexpr int gap = 8;
constexpr int usualWidth = 300;
} // namespace

QSize StartDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const auto* list = qobject_cast<const QListView*>(option.widget);
    const int width = list && list->gridSize().isValid() ? list->gridSize().width() : usualWidth;
    return {width, m_picture.height() + 2 * gap};
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
        painter->drawImage(place, image);
    }
    const QRect text(place.right() + gap + 2, place.top(), option.rect.right() - place.right() - 2 * gap, place.height());
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(palette.color(QPalette::Text));
    const QFontMetrics metrics(bold);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignTop, metrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    painter->setFont(option.font);
    painter->setPen(style::mutedText(palette));
    // Whole lines only.
    const int line = QFontMetrics(option.font).lineSpacing();
    QRect below = text.adjusted(0, metrics.lineSpacing() + 2, 0, 0);
    below.setHeight(below.height() / line * line);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, index.data(lineRole).toString());
    painter->restore();
}

} // namespace tilescape::ui::window
