#pragma once

#include <QMenu>

namespace tilescape::ui::widgets {

/// A menu of boxes, as `form` has them, by mouse and keyboard: Tab goes from box to box, Enter ends what a box does, and Escape
/// closes the menu.
class FormMenu : public QMenu {
    Q_OBJECT

public:
    /// Takes `form` over, which has a box that Tab reaches. In the menu of a button the first box has the keyboard at once; in another menu
    /// when it is opened by keyboard.
    FormMenu(const QString& title, QWidget* form, QWidget* parent);

protected:
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* m_form;
};

} // namespace tilescape::ui::widgets
