#pragma once

#include "core/explore/sensitivity.h"
#include "core/hardware/parameters.h"

#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;

namespace tilescape::ui::widgets {
class QuantityBox;
class StopSlider;
} // namespace tilescape::ui::widgets

namespace tilescape::ui::hardware {

class SensitivityMark;

/// One row of the parameter table as widgets: label, box with unit and slider, or a combo box for a choice. A value that
/// differs from the reference (the chip's preset) is marked, and can be reset from the context menu.
class ParameterRow : public QWidget {
    Q_OBJECT

public:
    explicit ParameterRow(const tilescape::hardware::Parameter& parameter, QWidget* parent = nullptr);

    /// Shows `value`; `referenceName` says whose value the reference is.
    void showValue(double value, double reference, const QString& referenceName);
    /// What a step makes of the schedule, beside the slider; null: nothing is known. `largest`: of all parameters.
    void showSensitivity(const tilescape::explore::Sensitivity* sensitivity, tilescape::explore::SensitivityMeasure measure, double largest);
    /// All words of `filter` stand in label, key, group, unit or help.
    [[nodiscard]] bool matches(const QString& filter) const;
    [[nodiscard]] const tilescape::hardware::Parameter& parameter() const { return m_parameter; }
    /// Other values that one turn of the box or the slider leads to, the nearest first.
    [[nodiscard]] std::vector<double> neighbours() const;
    /// What the box needs, and what it gets so that all boxes stand in one column.
    [[nodiscard]] int boxWidth() const;
    void setBoxWidth(int width);

Q_SIGNALS:
    void edited(double value);
    void dragStarted();
    void dragEnded();
    void focused(); ///< box or slider has the keyboard

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildQuantity();
    void buildChoice();
    void mark();
    void colour();
    void showNote(const QString& reference);
    [[nodiscard]] QString helpText(double value) const;

    const tilescape::hardware::Parameter& m_parameter;
    QLabel* m_label = nullptr;
    QLabel* m_note = nullptr;
    widgets::QuantityBox* m_box = nullptr;
    widgets::StopSlider* m_slider = nullptr;
    QComboBox* m_combo = nullptr;
    QAction* m_reset = nullptr;
    SensitivityMark* m_sensitivity = nullptr;
    double m_reference = 0;
    std::optional<double> m_shown; ///< value that the texts are about
    QString m_referenceName;
    bool m_marked = false;
};

} // namespace tilescape::ui::hardware
