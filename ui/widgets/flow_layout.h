#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace tilescape::ui::widgets {

/// Items in rows, from left to right, each as large as it wants to be and in the middle of its row: what has no room in a row
/// begins the next.
class FlowLayout : public QLayout {
public:
    using QLayout::QLayout;

    void addItem(QLayoutItem* item) override { m_items.emplace_back(item); }
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    /// All in one row.
    [[nodiscard]] QSize sizeHint() const override;
    /// The widest item alone in its row.
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Placed {
        QLayoutItem* item;
        QRect place;
    };
    /// What is not hidden, in a rectangle of this width at the origin, without margins.
    [[nodiscard]] std::vector<Placed> rows(int width) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

/// A widget with its name to the left of it: the two stay together.
QWidget* labelled(const QString& name, QWidget* widget);

} // namespace tilescape::ui::widgets
