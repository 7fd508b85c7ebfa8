#pragma once

#include "core/schedule/schedule.h"
#include "core/support/result.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace tilescape::ui::lessons {

/// What a learner sees at some time: the problem and the schedule that answers it.
struct Moment {
    schedule::Problem problem;
    std::shared_ptr<const schedule::Schedule> schedule; ///< with a result
    double gap = 1; ///< as `Workspace::gap`
};

/// A number of a schedule, its problem or a training step, in the unit of its key (J, s, words, bytes; a bare number).
struct Number {
    enum class Of {
        Now,    ///< of the moment
        Before, ///< when the step of the lesson began
        Fall,   ///< 1 - now / before
        Rise    ///< now / before - 1
    };
    Of of = Of::Now;
    QString key;
    QString layer; ///< of the whole network if empty
};

/// A number, or one divided by another. In text: `[before|fall|rise] KEY [of LAYER]`, `NUMBER over NUMBER`. Keys are those of
/// `measureKeys()`, or of numbers that can be set (`buffer_bytes_per_tile`, `batch`).
struct Measure {
    Number number;
    std::optional<Number> over;
};

/// Faults: an unknown key.
support::Result<Measure> readMeasure(const QString& text);
QStringList measureKeys();
/// "J", "s", "B" of a capacity, "byte" of traffic; empty for bare numbers, parts and quotients.
QString unitOf(const Measure& measure);

/// Nothing where the schedule has no such layer, or the key is one of layers and none is named, or the other way round.
std::optional<double> valueOf(const Measure& measure, const Moment& now, const Moment& before);

} // namespace tilescape::ui::lessons
