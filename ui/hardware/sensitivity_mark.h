#pragma once

#include "core/explore/sensitivity.h"

#include <QWidget>

#include <optional>

namespace tilescape::ui::hardware {

/// A small mark beside a slider: a bar for a step down and one for a step up, below the middle where the step makes less of what
/// the goal minimizes, above it where it makes more. The longest bar of a number fills half the height, and so does that of a
/// choice that changes more.
class SensitivityMark : public QWidget {
    Q_OBJECT

public:
    explicit SensitivityMark(QWidget* parent = nullptr);

    /// `largest`: tilescape::explore::largestChange of all parameters. Without a sensitivity the mark is empty.
    void showSensitivity(const tilescape::explore::Sensitivity* sensitivity, tilescape::explore::SensitivityMeasure measure, double largest);
    [[nodiscard]] const std::optional<double>& down() const { return m_down; } ///< what the bars show
    [[nodiscard]] const std::optional<double>& up() const { return m_up; }
    [[nodiscard]] QSize sizeHint() const override { return {18, 18}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<double> m_down;
    std::optional<double> m_up;
    double m_largest = 0;
};

} // namespace tilescape::ui::hardware
