#pragma once

#include <QDialog>

namespace tilescape::ui::window {

/// What the keyboard can do: the shortcuts of the window's menus, and the keys inside the views. Not modal.
class KeyboardSheet : public QDialog {
    Q_OBJECT

public:
    /// A property of actions whose text changes: what the sheet has in its place.
    static constexpr const char* wordsProperty = "keyboardSheetWords";

    /// `window`: its actions are listed.
    explicit KeyboardSheet(const QWidget& window, QWidget* parent = nullptr);
};

} // namespace tilescape::ui::window
