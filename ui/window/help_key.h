#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace tilescape::ui::window {

/// F1 in the dialogs of a window, which its own shortcuts do not reach.
class HelpKey : public QObject {
    Q_OBJECT

public:
    /// `show` is told the widget that has the keyboard.
    HelpKey(QWidget& window, std::function<void(const QWidget*)> show);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    std::function<void(const QWidget*)> m_show;
};

} // namespace tilescape::ui::window
