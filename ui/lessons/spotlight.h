#pragma once

#include <QPointer>
#include <QWidget>

namespace tilescape::ui::lessons {

/// A frame around the part that is seen of the widget that a step tells about; around its tab, or the menu of panels, where its
/// panel is not open. Clicks go through it.
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
    [[nodiscard]] QRect seenPart() const;
    [[nodiscard]] QRect wayToTarget() const;

    QPointer<QWidget> m_target;
};

} // namespace tilescape::ui::lessons
