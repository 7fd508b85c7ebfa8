#pragma once

#include <QAbstractSpinBox>

#include <optional>

namespace tilescape::ui::widgets {

/// What a quantity may be.
struct QuantityRange {
    QString unit; ///< "B" is shown and read in binary steps (KiB, MiB, GiB)
    double smallest = 0;
    double largest = 0;
    double step = 1;
    bool logarithmic = false;    ///< whole numbers double and halve, others move by a tenth where `step` is coarse
    bool integer = false;
    bool mayBeUnlimited = false; ///< infinity, "unlimited"
    bool mayBeZero = false;      ///< zero beside the range

    [[nodiscard]] bool allows(double value) const;
    /// The nearest allowed number.
    [[nodiscard]] double nearest(double value) const;
    /// One sentence: "a whole number from 1 to 64".
    [[nodiscard]] QString describe() const;
};

/// A spin box for a number with a unit: "128 KiB", "25.6 GB/s", "unlimited". Reads SI prefixes ("1.5k"). A number is set
/// when it is stepped, or when the typing ends; what may not be is refused and the old number comes back.
class QuantityBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit QuantityBox(QuantityRange range, QWidget* parent = nullptr);

    [[nodiscard]] double value() const { return m_value; }
    /// Shows `value`; no signal.
    void setValue(double value);
    [[nodiscard]] const QuantityRange& range() const { return m_range; }

    [[nodiscard]] QString textOf(double value) const;
    [[nodiscard]] std::optional<double> valueOf(const QString& text) const;

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    /// The user set another number.
    void valueEdited(double value);
    /// The user wrote what cannot be; `why` is a sentence.
    void refused(const QString& why);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void commit();
    void edit(double value);
    [[nodiscard]] double stepped(double value, int direction) const;

    QuantityRange m_range;
    double m_value = 0;
};

} // namespace tilescape::ui::widgets
