#pragma once

#include <QLabel>

namespace tilescape::ui::widgets {

/// Plain text in one line, or a set number of lines, that is as narrow as its place: what does not fit is left out in the
/// middle of the last line, and stands in the tooltip. A long name so never widens the window.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void showText(const QString& text);
    /// Its height follows from the number alone: what is beneath it stays where it is while the text changes.
    void setLines(int lines);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_lines = 1;
};

} // namespace tilescape::ui::widgets
