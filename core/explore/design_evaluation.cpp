#include "core/explore/design_evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

constexpr std::string_view areaKey = "area_mm2";
constexpr double worseThanAll = 1e60;     ///< above any objective
constexpr double withoutSchedule = 1e6;   ///< the violation of a chip that cannot run a workload

/// All workloads one after another, each as often as its weight says.
PointResult weightedTotal(const std::vector<PointResult>& parts, const std::vector<Workload>& workloads)
{
    PointResult total;
    total.status = schedule::Status::Feasible;
    total.areaMm2 = parts.front().areaMm2;
    double operations = 0; // billions
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const PointResult& part = parts[i];
        const double weight = workloads[i].weight;
        if (!part.hasSchedule()) {
            PointResult none = part;
            none.reason = fmt::format("{}: {}", workloads[i].network, part.reason);
            return none;
        }
        total.energyPj += weight * part.energyPj;
        total.cycles += weight * part.cycles;
        total.seconds += weight * part.seconds;
        total.dramWords += weight * part.dramWords;
        total.gap = std::max(total.gap, part.gap);
        operations += weight * part.gops * part.seconds;
    }
    // Of one workload its own, to the last digit: limits are copied from sweeps.
    total.gops = parts.size() == 1 ? parts.front().gops : total.seconds > 0 ? operations / total.seconds : 0;
    return total;
}

/// How far a value lies beyond a limit, as a fraction of the limit.
double excess(const Limit& limit, double value)
{
    const auto beyond = [](double distance, double bound) { return distance / std::max(std::abs(bound), 1e-300); };
    return value > limit.atMost ? beyond(value - limit.atMost, limit.atMost)
        : value < limit.atLeast ? beyond(limit.atLeast - value, limit.atLeast)
                                : 0;
}

std::string phraseOf(const Limit& limit, const Measure& measure, double value)
{
    const bool above = value > limit.atMost;
    const double bound = above ? limit.atMost : limit.atLeast;
    std::array<std::string, 2> numbers{fmt::format("{:.5g}", value), fmt::format("{:.5g}", bound)};
    if (numbers[0] == numbers[1]) {
        numbers = {fmt::format("{}", value), fmt::format("{}", bound)};
    }
    const std::string unit = measure.unit.empty() ? "" : fmt::format(" {}", measure.unit);
    return fmt::format("{}{} is {}{}, {} {}{}", limit.network.empty() ? "" : limit.network + ": ", measure.label,
                       numbers[0], unit, above ? "above" : "below", numbers[1], unit);
}

} // namespace

std::string evaluationKey(const std::vector<Setting>& settings)
{
    std::string key;
    for (const Setting& setting : settings) {
        key += fmt::format("{}{}={}", key.empty() ? "" : " ", setting.key, setting.value);
    }
    return key;
}

DesignEvaluation::DesignEvaluation(const ChipSearch& search, Evaluations known, const SearchControl& control,
                                   const SolvePoints& solve)
    : m_search(search), m_known(std::move(known)), m_control(control), m_solve(solve)
{}

std::vector<Setting> DesignEvaluation::pointOf(const std::vector<Setting>& chip, const Workload& workload) const
{
    std::vector<Setting> point{{std::string(networkKey), workload.network}};
    point.insert(point.end(), chip.begin(), chip.end());
    return point;
}

const PointResult& DesignEvaluation::limited(const Limit& limit, const Design& design) const
{
    const auto own = std::find_if(m_search.workloads.begin(), m_search.workloads.end(),
                                  [&](const Workload& each) { return each.network == limit.network; });
    return limit.network.empty() ? design.total : design.parts[static_cast<std::size_t>(own - m_search.workloads.begin())];
}

void DesignEvaluation::checkLimits(Design& design, bool solved) const
{
    for (const Limit& limit : m_search.limits) {
        if (!solved && limit.measure != areaKey) {
            continue;
        }
        const Measure& measure = *findMeasure(limit.measure);
        const double value = measure.of(limited(limit, design));
        if (excess(limit, value) > 0 && design.violation.empty()) {
            design.violation = phraseOf(limit, measure, value);
        }
    }
}

/// Without the results of workloads: its area, and whether that is too much.
Design DesignEvaluation::designOf(const std::vector<Setting>& chip) const
{
    Design design{chip, {}, {}, {}};
    const schedule::Problem problem = problemWith(m_search.base, pointOf(chip, m_search.workloads.front()));
    design.total.areaMm2 = hardware::areaOf(problem.hardware).total();
    checkLimits(design, false);
    if (!design.violation.empty()) {
        design.total.reason = "not solved: " + design.violation;
    }
    return design;
}

bool DesignEvaluation::solveMissing(const std::vector<std::vector<Setting>>& points)
{
    std::vector<std::vector<Setting>> missing;
    std::set<std::string> seen;
    for (const std::vector<Setting>& point : points) {
        const std::string key = evaluationKey(point);
        if (!m_known.contains(key) && seen.insert(key).second) {
            missing.push_back(point);
        }
    }
    RunControl control{m_control.stop, m_control.threads, m_control.beforePoint, {}};
    std::size_t solved = 0;
    control.onPoint = [&](std::size_t index, const PointResult& result) {
        const std::string key = evaluationKey(missing[index]);
        m_known.emplace(key, result);
        ++solved;
        if (m_control.onEvaluation) {
            m_control.onEvaluation(key, result);
        }
    };
    m_solve(m_search.base, missing, m_search.options, control);
    return solved == missing.size();
}

std::optional<std::vector<Design>> DesignEvaluation::evaluate(const std::vector<std::vector<Setting>>& chips)
{
    std::vector<Design> designs;
    std::vector<std::vector<Setting>> points;
    for (const std::vector<Setting>& chip : chips) {
        designs.push_back(designOf(chip));
        if (designs.back().violation.empty()) {
            for (const Workload& workload : m_search.workloads) {
                points.push_back(pointOf(chip, workload));
            }
        }
    }
    if (!solveMissing(points)) {
        return std::nullopt;
    }
    for (Design& design : designs) {
        if (design.violation.empty()) {
            complete(design);
        }
    }
    return designs;
}

std::optional<Design> DesignEvaluation::evaluateBase()
{
    Design design;
    std::vector<std::vector<Setting>> points;
    for (const Workload& workload : m_search.workloads) {
        points.push_back(pointOf({}, workload));
    }
    if (!solveMissing(points)) {
        return std::nullopt;
    }
    complete(design);
    return design;
}

void DesignEvaluation::complete(Design& design) const
{
    for (const Workload& workload : m_search.workloads) {
        design.parts.push_back(m_known.at(evaluationKey(pointOf(design.settings, workload))));
    }
    design.total = weightedTotal(design.parts, m_search.workloads);
    if (design.total.hasSchedule()) {
        checkLimits(design, true);
    }
}

std::vector<double> DesignEvaluation::objectivesOf(const Design& design) const
{
    if (design.allowed()) {
        std::vector<double> values = minimized(design.total, m_search.objectives);
        std::replace_if(values.begin(), values.end(), [](double value) { return std::isnan(value); }, worseThanAll);
        return values;
    }
    double violation = design.violation.empty() ? withoutSchedule : 0;
    for (const Limit& limit : m_search.limits) {
        const bool known = design.total.hasSchedule() || (limit.measure == areaKey && limit.network.empty());
        violation += known ? excess(limit, findMeasure(limit.measure)->of(limited(limit, design))) : 0;
    }
    return std::vector<double>(m_search.objectives.size(), worseThanAll * (1 + violation));
}

} // namespace tilescape::explore
