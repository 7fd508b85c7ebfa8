#pragma once

#include <QLabel>

namespace tilescape::ui::widgets {

/// One line of plain text that is as narrow as its place: what does not fit is left out in the middle, and stands in the
/// tooltip. A long name so never widens the window.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void showText(const QString& text);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tilescape::ui::widgets
