#pragma once

#include <QWidget>

namespace tilescape::ui::widgets {

/// Lies over the whole of `covered` and fades it; the mouse passes through. Starts hidden. (A graphics effect would draw
/// other parts of the window where scroll areas lie within each other.)
class Veil : public QWidget {
    Q_OBJECT

public:
    explicit Veil(QWidget* covered);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tilescape::ui::widgets
