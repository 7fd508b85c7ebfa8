#pragma once

#include <QStyledItemDelegate>

class QListView;

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
    /// Room for the name and the line in the place of an entry.
    [[nodiscard]] QRect textRect(const QRect& entry) const;
    /// Of every entry of a list of this delegate, if each is so wide: the longest name has room.
    static int heightOf(const QListView& list, int width);

private:
    QSize m_picture;
};

} // namespace tilescape::ui::window
