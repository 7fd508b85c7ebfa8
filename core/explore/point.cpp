#include "core/explore/point.h"

#include "core/schedule/bound_prover.h"
#include "core/schedule/proven_bounds.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

double watts(const PointResult& point) { return point.energyPj * 1e-12 / point.seconds; }

constexpr std::array<Measure, 11> rows{{
    {"energy_pj", "Energy", "pJ", false, [](const PointResult& point) { return point.energyPj; }},
    {"cycles", "Cycles", "", false, [](const PointResult& point) { return point.cycles; }},
    {"delay_s", "Delay", "s", false, [](const PointResult& point) { return point.seconds; }},
    {"energy_delay_pj_s", "Energy x delay", "pJ s", false,
     [](const PointResult& point) { return point.energyPj * point.seconds; }},
    {"area_mm2", "Area", "mm\u00b2", false, [](const PointResult& point) { return point.areaMm2; }},
    {"power_w", "Power", "W", false, watts},
    {"gops", "Throughput", "GOPS", true, [](const PointResult& point) { return point.gops; }},
    {"gops_per_w", "Energy efficiency", "GOPS/W", true, [](const PointResult& point) { return point.gops / watts(point); }},
    {"gops_per_mm2", "Area efficiency", "GOPS/mm\u00b2", true,
     [](const PointResult& point) { return point.gops / point.areaMm2; }},
    {"dram_words", "DRAM words", "", false, [](const PointResult& point) { return point.dramWords; }},
    {"gap", "To the lower bound", "", false, [](const PointResult& point) { return point.gap; }},
}};

/// The first fault as one line, and how many more there are.
std::string reasonOf(const support::Diagnostics& faults)
{
    if (faults.empty()) {
        return "no schedule was found";
    }
    std::string text = support::describe(faults.front());
    std::replace(text.begin(), text.end(), '\n', ' ');
    return faults.size() == 1 ? text : fmt::format("{} ({} more)", text, faults.size() - 1);
}

} // namespace

std::span<const Measure> measures() { return rows; }

const Measure* findMeasure(std::string_view key)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Measure& row) { return row.key == key; });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<double> minimized(const PointResult& result, std::span<const std::string> keys)
{
    std::vector<double> values;
    for (const std::string& key : keys) {
        const Measure& measure = *findMeasure(key);
        values.push_back(measure.of(result) * (measure.moreIsBetter ? -1 : 1));
    }
    return values;
}

std::optional<PointResult> solvePoint(const schedule::Problem& problem, const PointOptions& options,
                                      const schedule::SolveControl& control)
{
    schedule::Schedule schedule = schedule::solve(problem, control);
    if (schedule.status == schedule::Status::Stopped || control.stop.stop_requested()) {
        return std::nullopt;
    }
    PointResult point;
    point.status = schedule.status;
    point.areaMm2 = hardware::areaOf(problem.hardware).total();
    if (!schedule.hasResult()) {
        point.reason = reasonOf(schedule.diagnostics);
        return point;
    }
    if (options.proveBounds && !schedule::proveBounds(schedule, control.threads, control.stop)) {
        return std::nullopt;
    }
    point.energyPj = schedule.totals.energy.total();
    point.cycles = schedule.totals.cycles;
    point.seconds = schedule.totals.seconds;
    point.gops = schedule.totals.gops;
    point.dramWords = schedule.totals.accesses[Level::Dram];
    point.gap = schedule::gapOf(schedule);
    if (options.within > 0) {
        point.parts = partsOf(schedule.totals.energy);
    }
    return point;
}

} // namespace tilescape::explore
