#include "ui/layers/row_delegate.h"

#include "ui/layers/layers_model.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QPainter>

namespace tilescape::ui::layers {

namespace {

constexpr int markWidth = 4; ///< pixels, of the mark of a layer that changed from the baseline

} // namespace

void RowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // The row is framed as a whole, not the one cell that has the focus.
    option->state.setFlag(QStyle::State_HasFocus, false);
    const QColor base = option->palette.color(QPalette::Base);
    const QColor text = m_dimmed ? style::mutedText(option->palette) : option->palette.color(QPalette::Text);
    // A light ground under the selection keeps the numbers readable in both palettes.
    option->palette.setColor(QPalette::Highlight, style::blend(base, style::selection(option->palette), 0.25));
    option->palette.setColor(QPalette::HighlightedText, text);
    option->palette.setColor(QPalette::Text, text);
    if (m_hoveredRow == index.row()) {
        option->backgroundBrush = style::blend(base, style::selection(option->palette), 0.09);
    }
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    if (index.column() == LayersModel::Name && index.data(LayersModel::IsChangedRole).toBool()) {
        painter->fillRect(QRect(option.rect.topLeft(), QSize(markWidth, option.rect.height())), style::categorical(1));
    }
    QStyleOptionViewItem text = option;
    text.rect.adjust(cellPadding, 0, -cellPadding, 0);
    QStyledItemDelegate::paint(painter, text, index);
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * cellPadding, 0);
}

} // namespace tilescape::ui::layers
