#pragma once

#include <QWidget>

namespace tilescape::ui::widgets {

/// A thin frame over a widget while it has the keyboard focus; a child of it, so that what scrolls beneath leaves it alone.
class FocusRim : public QWidget {
    Q_OBJECT

public:
    explicit FocusRim(QWidget* owner);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tilescape::ui::widgets
