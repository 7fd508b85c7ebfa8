#pragma once

#include <QPointer>
#include <QWidget>

namespace tilescape::ui::lessons {

/// A frame around the widget that a step tells about; clicks go through it.
class Spotlight : public QWidget {
    Q_OBJECT

public:
    explicit Spotlight(QWidget* window);
    /// Null: nothing is framed.
    void show(QWidget* target);
    [[nodiscard]] QWidget* target() const { return m_target; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QPointer<QWidget> m_target;
};

} // namespace tilescape::ui::lessons
