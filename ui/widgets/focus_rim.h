#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace tilescape::ui::widgets {

/// Frames whatever widget of the application has the keyboard focus, all in one manner. A button that was clicked is not framed: it has
/// done what was asked. One is enough for all windows.
class FocusRim : public QObject {
    Q_OBJECT

public:
    explicit FocusRim(QObject* parent = nullptr);
    ~FocusRim() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPointer<QWidget> m_rim; ///< a child of the widget in focus, which deletes it with itself
};

} // namespace tilescape::ui::widgets
