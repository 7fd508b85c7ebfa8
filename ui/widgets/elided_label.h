#pragma once

#include <QLabel>
#include <QStringList>

namespace tilescape::ui::widgets {

/// Plain text in one line, or a set number of lines, that is as narrow as its place: what does not fit is left out in the
/// middle of the last line, and stands in the tooltip. A long name so never widens the window. Where shorter forms of the text are
/// given, the first that fits is shown, and only the last of them is ever cut.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void showText(const QString& text, const QStringList& shorter = {});
    /// The form that is shown; it is cut if it is the last one and does not fit.
    [[nodiscard]] QString shownForm() const;
    /// Its height follows from the number alone: what is beneath it stays where it is while the text changes.
    void setLines(int lines);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList linesOf(const QString& form) const;

    int m_lines = 1;
    QStringList m_shorter;
};

} // namespace tilescape::ui::widgets
