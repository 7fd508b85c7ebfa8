#include "core/io/svg_chart.h"
#include "core/io/svg_scatter.h"
#include "core/io/sweep_result.h"
#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace tilescape::io {

using explore::Measure;
using explore::PointResult;
using explore::Setting;

namespace {

std::string labelOf(const Measure& measure)
{
    return measure.unit.empty() ? std::string(measure.label) : fmt::format("{}, {}", measure.label, measure.unit);
}

/// A measure in the unit in which its numbers are short: up to a thousand where the unit has prefixes.
struct ScaledMeasure {
    ScaledMeasure(const Measure& ofPoint, const explore::PointResults& results) : measure(ofPoint), label(labelOf(ofPoint))
    {
        struct Prefixed {
            std::string_view base;
            std::string_view unit;
            double factor;
        };
        static constexpr std::array<Prefixed, 8> units{{{"pJ", "nJ", 1e-3}, {"pJ", "µJ", 1e-6}, {"pJ", "mJ", 1e-9}, {"pJ", "J", 1e-12},
                                                        {"s", "s", 1}, {"s", "ms", 1e3}, {"s", "µs", 1e6}, {"s", "ns", 1e9}}};
        double most = 0;
        for (const auto& [number, result] : results) {
            const double own = result.hasSchedule() ? std::abs(measure.of(result)) : 0;
            most = std::isfinite(own) ? std::max(most, own) : most;
        }
        double shortest = INFINITY;
        for (const Prefixed& unit : units) {
            const double scaled = most * unit.factor;
            if (unit.base == measure.unit && scaled >= 1 && scaled < shortest) {
                shortest = scaled;
                factor = unit.factor;
                label = fmt::format("{}, {}", measure.label, unit.unit);
            }
        }
    }
    [[nodiscard]] double of(const PointResult& result) const { return measure.of(result) * factor; }

    const Measure& measure;
    double factor = 1;
    std::string label;
};

std::string labelOf(const std::string& key)
{
    const std::string_view unit = explore::unitOf(key);
    return unit.empty() ? std::string(explore::labelOf(key)) : fmt::format("{}, {}", explore::labelOf(key), unit);
}

std::string valueOf(const std::vector<Setting>& settings, const std::string& key)
{
    const auto found = std::find_if(settings.begin(), settings.end(), [&](const Setting& each) { return each.key == key; });
    return found == settings.end() ? std::string() : found->value;
}

/// The different values that a key has at the points, numbers in their order and names as they come.
std::vector<std::string> valuesOf(const explore::Sweep& sweep, const explore::PointResults& results, const std::string& key)
{
    std::vector<std::string> values;
    for (const auto& [number, result] : results) {
        const std::string value = valueOf(settingsAt(sweep, number), key);
        if (std::find(values.begin(), values.end(), value) == values.end()) {
            values.push_back(value);
        }
    }
    if (explore::isNumeric(key)) {
        const auto number = [](const std::string& text) { return support::readQuantity(text, "").value_or(INFINITY); };
        std::stable_sort(values.begin(), values.end(), [&](const auto& a, const auto& b) { return number(a) < number(b); });
    }
    return values;
}

std::string pointLabel(const explore::Sweep& sweep, std::size_t number)
{
    std::string text = fmt::format("point {}", number);
    for (const Setting& setting : settingsAt(sweep, number)) {
        text += fmt::format(", {}={}", setting.key, setting.value);
    }
    return text;
}

std::string seriesName(const std::string& by, const std::string& value)
{
    return by.empty() ? std::string() : fmt::format("{} {}", explore::labelOf(by), value);
}

/// Whether the numbers spread over more than a factor of ten.
bool spreads(const SvgScatter& chart, double SvgScatter::Point::*of)
{
    double least = INFINITY;
    double most = 0;
    for (const SvgScatter::Series& series : chart.series) {
        for (const SvgScatter::Point& point : series.points) {
            least = std::min(least, point.*of);
            most = std::max(most, point.*of);
        }
    }
    return least > 0 && most > 10 * least;
}

std::string scatterOf(const explore::Sweep& sweep, const explore::PointResults& results, const Measure& along, const Measure& up,
                      const std::string& by)
{
    const ScaledMeasure x(along, results);
    const ScaledMeasure y(up, results);
    SvgScatter chart{sweep.name, x.label, y.label, {}, {}, false, false};
    const std::vector<std::string> objectives{std::string(along.key), std::string(up.key)};
    const std::vector<std::size_t> front = frontOf(results, objectives);
    const std::vector<std::string> values = by.empty() ? std::vector<std::string>{""} : valuesOf(sweep, results, by);
    for (const std::string& value : values) {
        chart.series.push_back({seriesName(by, value), {}});
    }
    for (const auto& [number, result] : results) {
        if (!result.hasSchedule() || !std::isfinite(x.of(result)) || !std::isfinite(y.of(result))) {
            continue;
        }
        const std::string value = by.empty() ? std::string() : valueOf(settingsAt(sweep, number), by);
        const auto series = static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
        const bool onFront = std::binary_search(front.begin(), front.end(), number);
        const SvgScatter::Point point{x.of(result), y.of(result), pointLabel(sweep, number), onFront};
        chart.series[series].points.push_back(point);
        if (onFront) {
            chart.line.push_back(point);
        }
    }
    std::sort(chart.line.begin(), chart.line.end(),
              [](const auto& a, const auto& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
    chart.logarithmicX = spreads(chart, &SvgScatter::Point::x);
    chart.logarithmicY = spreads(chart, &SvgScatter::Point::y);
    return svgOf(chart);
}

std::string linesOf(const explore::Sweep& sweep, const explore::PointResults& results, const std::string& x, const Measure& up,
                    const std::string& by)
{
    const ScaledMeasure y(up, results);
    SvgChart chart;
    chart.title = sweep.name;
    chart.xLabel = labelOf(x);
    chart.yLabel = y.label;
    chart.categories = valuesOf(sweep, results, x);
    const std::vector<std::string> values = by.empty() ? std::vector<std::string>{""} : valuesOf(sweep, results, by);
    for (const std::string& value : values) {
        chart.series.push_back({seriesName(by, value), std::vector<double>(chart.categories.size(), SvgChart::none)});
    }
    const auto indexOf = [](const std::vector<std::string>& list, const std::string& value) {
        return static_cast<std::size_t>(std::find(list.begin(), list.end(), value) - list.begin());
    };
    double least = INFINITY;
    double most = 0;
    for (const auto& [number, result] : results) {
        if (!result.hasSchedule() || !std::isfinite(y.of(result))) {
            continue;
        }
        const std::vector<Setting> settings = settingsAt(sweep, number);
        auto& series = chart.series[by.empty() ? 0 : indexOf(values, valueOf(settings, by))].values;
        double& value = series[indexOf(chart.categories, valueOf(settings, x))];
        const double own = y.of(result);
        value = std::isnan(value) || (own < value) != up.moreIsBetter ? own : value;
        least = std::min(least, own);
        most = std::max(most, own);
    }
    chart.logarithmic = least > 0 && most > 10 * least;
    return svgOf(chart);
}

} // namespace

support::Result<std::string> svgOf(const explore::Sweep& sweep, const explore::PointResults& results, const SweepChart& chart)
{
    const std::vector<std::string> axes = keysOf(sweep);
    std::vector<std::string_view> known(axes.begin(), axes.end());
    const std::size_t axisCount = known.size();
    for (const Measure& measure : explore::measures()) {
        known.push_back(measure.key);
    }
    support::Diagnostics faults;
    const auto check = [&](const std::string& key, std::string_view what, std::span<const std::string_view> among) {
        if (std::find(among.begin(), among.end(), key) == among.end()) {
            faults.push_back({support::Severity::Error, "", "", "", fmt::format("{} names '{}'", what, key),
                              support::suggestName(key, among)});
        }
    };
    const std::span<const std::string_view> all(known);
    check(chart.x, "the x axis of the chart", all);
    check(chart.y, "the y axis of the chart", all.subspan(axisCount));
    if (!chart.by.empty()) {
        check(chart.by, "the colour of the chart", all.first(axisCount));
    }
    if (!faults.empty()) {
        return faults;
    }
    const Measure& y = *explore::findMeasure(chart.y);
    const Measure* x = explore::findMeasure(chart.x);
    return x ? scatterOf(sweep, results, *x, y, chart.by) : linesOf(sweep, results, chart.x, y, chart.by);
}

} // namespace tilescape::io
