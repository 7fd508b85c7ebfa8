#pragma once

#include <QObject>

namespace tilescape::ui::window {

/// "What's this?" (Shift+F1) tells what tooltips tell, at the click of a mouse and without a wait.
class WhatsThis : public QObject {
    Q_OBJECT

public:
    explicit WhatsThis(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tilescape::ui::window
