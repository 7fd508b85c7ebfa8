#include "ui/widgets/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace tilescape::ui::widgets {

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

std::vector<FlowLayout::Placed> FlowLayout::rows(int width) const
{
    const int space = std::max(spacing(), 0);
    std::vector<Placed> placed;
    std::size_t rowStart = 0;
    QPoint corner;
    int rowHeight = 0;
    const auto endRow = [&] {
        for (std::size_t i = rowStart; i < placed.size(); ++i) {
            placed[i].place.moveTop(corner.y() + (rowHeight - placed[i].place.height()) / 2);
        }
        rowStart = placed.size();
        corner = QPoint(0, corner.y() + rowHeight + space);
        rowHeight = 0;
    };
    for (const auto& item : m_items) {
        if (item->isEmpty()) {
            continue;
        }
        const QSize size = item->sizeHint().boundedTo(QSize(width, QLAYOUTSIZE_MAX)).expandedTo(item->minimumSize());
        if (corner.x() > 0 && corner.x() + size.width() > width) {
            endRow();
        }
        placed.push_back({item.get(), QRect(corner, size)});
        corner.rx() += size.width() + space;
        rowHeight = std::max(rowHeight, size.height());
    }
    endRow();
    return placed;
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = 0;
    for (const Placed& one : rows(width - margins.left() - margins.right())) {
        height = std::max(height, one.place.bottom() + 1);
    }
    return height + margins.top() + margins.bottom();
}

QSize FlowLayout::sizeHint() const
{
    QSize whole;
    for (const Placed& one : rows(QLAYOUTSIZE_MAX)) {
        whole = whole.expandedTo(QSize(one.place.right() + 1, one.place.bottom() + 1));
    }
    return whole.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize least(0, 0);
    for (const auto& item : m_items) {
        least = item->isEmpty() ? least : least.expandedTo(item->minimumSize());
    }
    return least.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const QRect inner = rect.marginsRemoved(contentsMargins());
    for (const Placed& one : rows(inner.width())) {
        one.item->setGeometry(one.place.translated(inner.topLeft()));
    }
}

QWidget* labelled(const QString& name, QWidget* widget)
{
    auto* both = new QWidget;
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins({});
    auto* label = new QLabel(name);
    label->setBuddy(widget);
    line->addWidget(label);
    line->addWidget(widget);
    return both;
}

} // namespace tilescape::ui::widgets
