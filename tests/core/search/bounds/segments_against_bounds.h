#pragma once

#include "tests/core/search/bounds/bounded_problems.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <variant>

namespace samples {

/// Lower bounds of a segment: energy in pJ, with an energy for each of its cycles, and cycles.
struct SegmentLeast {
    double energyPj = 0;
    double cycles = 0;
};

/// The bounds of a schedule's segment with this number; nothing if it is not among those that they range over.
using SegmentLeasts =
    std::function<std::optional<SegmentLeast>(std::size_t number, const pipeline::Segment& segment, double cyclePj)>;
/// Prepared for all segments of a schedule, as searches see its problem.
using ScheduleLeasts = std::function<SegmentLeasts(const BoundedTask& of, const schedule::Schedule& schedule)>;

inline bool hasConvolutionInGroups(const schedule::Schedule& schedule, std::size_t number)
{
    return std::any_of(schedule.layers.begin(), schedule.layers.end(), [&](const schedule::ScheduledLayer& placed) {
        const network::Layer& layer = schedule.problem->network.layers[placed.layer];
        return placed.slot.segment == static_cast<Count>(number) && std::holds_alternative<network::Convolution>(layer.kind)
               && network::groupsOf(layer) > 1 && !network::isDepthwise(layer);
    });
}

/// Compares every segment of a schedule with its bounds; tells where one is above, else nothing.
inline QString firstAbove(const schedule::Schedule& schedule, double cyclePj, const ScheduleLeasts& leasts, int& compared)
{
    const BoundedTask of(*schedule.problem);
    const SegmentLeasts leastOf = leasts(of, schedule);
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const auto cycles = static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1));
        const double energy = energyOfSegment(schedule, number, of.machine.prices.staticPjPerCycle + cyclePj);
        const std::optional<SegmentLeast> found = leastOf(number, segmentOf(schedule, number), cyclePj);
        if (!found) {
            continue;
        }
        const SegmentLeast& least = *found;
        // Convolutions in groups that hand on are in no search space (cost-model.md 5): a random schedule may have them, no bound does.
        if (least.energyPj == std::numeric_limits<double>::infinity() && hasConvolutionInGroups(schedule, number)) {
            continue;
        }
        if (!(least.energyPj <= energy * (1 + 1e-9))) {
            return QStringLiteral("segment %1: %2 pJ, bound %3").arg(number).arg(energy).arg(least.energyPj);
        }
        if (!(least.cycles <= cycles * (1 + 1e-9) + 1e-6)) {
            return QStringLiteral("segment %1: %2 cycles, bound %3").arg(number).arg(cycles).arg(least.cycles);
        }
        ++compared;
    }
    return {};
}

/// Schedules that no search would choose are not below the bounds of their segments.
inline void verifyNoRandomScheduleIsBelow(unsigned seed, const ScheduleLeasts& leasts)
{
    Dice dice(seed + static_cast<unsigned>(qEnvironmentVariableIntValue("TILESCAPE_SEED")));
    int compared = 0;
    const int factor = std::max(1, qEnvironmentVariableIntValue("TILESCAPE_LONGER"));
    for (int number = 0; number < 300 * factor; ++number) {
        const schedule::Schedule schedule = randomSchedule(dice).evaluated();
        QVERIFY(schedule.hasResult());
        const QString fault = firstAbove(schedule, dice.once(2) ? 0 : 1e4, leasts, compared);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("schedule %1, %2").arg(number).arg(fault)));
    }
    QVERIFY(compared > 200);
}

} // namespace samples
