#pragma once

#include <QObject>

namespace tilescape::ui::widgets {

/// What boxes of numbers and choices leave to others, in the whole program: the wheel to what scrolls, unless the box has the keyboard;
/// undo and redo to the window, unless something was typed and is not taken yet. `QuantityBox` keeps to that by itself, wherever it is. And what they keep: Escape, which closes
/// an open list of choices, or a menu, and does nothing else.
class BoxEvents : public QObject {
    Q_OBJECT

public:
    explicit BoxEvents(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tilescape::ui::widgets
