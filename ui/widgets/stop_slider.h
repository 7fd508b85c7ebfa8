#pragma once

#include <QSlider>

#include <vector>

namespace tilescape::ui::widgets {

/// A lying slider over given values, ascending; the last may be infinity. A press beside the handle brings it there.
/// The wheel turns it only while it has the focus. A drag lies between `sliderPressed` and `sliderReleased`.
class StopSlider : public QSlider {
    Q_OBJECT

public:
    explicit StopSlider(std::vector<double> stops, QWidget* parent = nullptr);

    /// Moves to the stop that is nearest, without a signal; not while it is dragged.
    void showValue(double value);
    [[nodiscard]] const std::vector<double>& stops() const { return m_stops; }
    [[nodiscard]] int nearestStop(double value) const;

Q_SIGNALS:
    /// A person moved it.
    void valueEdited(double value);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    std::vector<double> m_stops;
};

} // namespace tilescape::ui::widgets
