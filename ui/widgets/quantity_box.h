#pragma once

#include "ui/widgets/quantity.h"

#include <QAbstractSpinBox>

namespace tilescape::ui::widgets {

/// A spin box for one number with its unit. Any text may be typed; Enter or leaving takes it, clamped to the range, Esc
/// restores. Steps follow the quantity. The wheel turns it only while it has the focus. Actions added to the box stand in
/// its context menu.
class QuantityBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit QuantityBox(Quantity quantity, QWidget* parent = nullptr);

    [[nodiscard]] const Quantity& quantity() const { return m_quantity; }
    [[nodiscard]] double value() const { return m_value; }
    /// Shows `value` as it is, without a signal; what was being typed is dropped.
    void setValue(double value);

    void stepBy(int steps) override;
    void fixup(QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    /// A person changed the value.
    void valueEdited(double value);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] bool isTyped() const; ///< something else than the value stands there
    /// A letter where no quantity has one: before its number. It means something to the window, if to anyone.
    [[nodiscard]] bool isForeignLetter(const QKeyEvent& key) const;
    void takeText();
    void edit(double value);
    void showValue();
    void selectNumber();

    Quantity m_quantity;
    double m_value = 0;
};

} // namespace tilescape::ui::widgets
