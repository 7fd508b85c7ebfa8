#pragma once

#include "ui/lessons/measure.h"

namespace tilescape::ui::lessons {

/// A number that stands in the text of a step, and where it comes from: "24 %" is `fall energy`.
struct Claim {
    QString text; ///< as it stands in the step: "24 %", "1.3 mJ", "five copies" as "5"
    Measure measure;
};

/// What a condition says of a measure: that it changed in a direction since the step began, or how it compares to another.
struct Condition {
    enum class Is { Rises, Falls, Stays, Less, More, Equal };
    Measure left;
    Is is = Is::Stays;
    std::optional<Measure> right; ///< of the last three: a measure,
    double number = 0;            ///< or, without one, a number in the unit of the left
};

/// "MEASURE rises", "falls" or "stays"; "MEASURE < MEASURE", or ">" or "=", or a number ("10 %") on the right. Faults: anything else.
support::Result<Condition> readCondition(const QString& text);
/// False where a measure has no value.
bool holds(const Condition& condition, const Moment& now, const Moment& before);

/// A number as it is written: its value in the unit, and by how much it may differ to be written like that. Nothing: no number.
struct WrittenNumber {
    double value = 0;
    double tolerance = 0;
};
std::optional<WrittenNumber> readWritten(const QString& text, const QString& unit);

/// Whether the schedule has the number, rounded as it is written.
bool holds(const Claim& claim, const Moment& now, const Moment& before);
/// The number that the schedule has instead, to be shown.
QString actual(const Claim& claim, const Moment& now, const Moment& before);

} // namespace tilescape::ui::lessons
