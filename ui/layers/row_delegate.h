#pragma once

#include <QStyledItemDelegate>

#include <optional>

namespace tilescape::ui::layers {

/// Space between the columns, in pixels: numbers end where the next column's text must not begin.
inline constexpr int cellPadding = 6;

/// Draws cells of an old result in muted text, the row under the mouse on a light ground, and a mark before the name of a layer that
/// changed from the baseline.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setDimmed(bool dimmed) { m_dimmed = dimmed; }
    void setHoveredRow(std::optional<int> row) { m_hoveredRow = row; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    bool m_dimmed = false;
    std::optional<int> m_hoveredRow;
};

} // namespace tilescape::ui::layers
