#pragma once

#include <QString>

#include <limits>
#include <optional>
#include <vector>

namespace tilescape::ui::widgets {

/// What a number may be, and in which unit it is counted. Infinity stands for "unlimited".
/// Text with units is read and written as by core/support/quantity_text.h.
struct Quantity {
    QString unit{}; ///< empty for a bare count
    double smallest = 0;
    double largest = 100;
    double step = 1;             ///< of linear quantities
    bool integer = false;
    bool logarithmic = false;
    bool mayBeUnlimited = false; ///< infinity is allowed beside the range
    bool mayBeZero = false;      ///< zero is allowed beside the range

    [[nodiscard]] bool allows(double value) const;
    /// The allowed value that is nearest.
    [[nodiscard]] double clamped(double value) const;
    /// One step up or down, several steps at once if `steps` says so: logarithmic ones double (whole numbers) or grow by
    /// a quarter.
    [[nodiscard]] double stepped(double value, int steps) const;
    /// Round values from smallest to largest, evenly spread: where a slider stops.
    [[nodiscard]] std::vector<double> stops() const;

    /// With its unit.
    [[nodiscard]] QString text(double value) const;
    /// Nothing where the text is no number of this unit. A bare number counts in the unit itself. Infinity where the text
    /// says so, whether it is allowed or not.
    [[nodiscard]] std::optional<double> read(const QString& text) const;
    /// What became of a text that is not allowed: the limit that it passes and `taken`, the value that stands now.
    [[nodiscard]] QString correction(const QString& typed, double taken) const;
    /// "2 B to 64 KiB, or unlimited"
    [[nodiscard]] QString rangeText() const;
};

/// A whole number from `smallest` to `largest`: logarithmic where the range is wide.
Quantity wholeNumber(double smallest, double largest, const QString& unit = {});

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

} // namespace tilescape::ui::widgets
