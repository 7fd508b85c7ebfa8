#pragma once

#include <QStyledItemDelegate>

namespace tilescape::ui::window {

/// A project of the start page: a picture, its name, and a line on what it shows, in as many lines of text as there is room.
class StartDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int lineRole = Qt::UserRole;     ///< the line beneath the name
    static constexpr int pathRole = Qt::UserRole + 1; ///< the project's file
    static constexpr int pictureRole = Qt::UserRole + 2; ///< a QImage; none: a place for it is kept free

    /// `picture`: room for it, in which it is shown whole.
    StartDelegate(QSize picture, QObject* parent) : QStyledItemDelegate(parent), m_picture(picture) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QSize m_picture;
};

} // namespace tilescape::ui::window
