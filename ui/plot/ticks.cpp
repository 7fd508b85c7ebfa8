#include "ui/plot/ticks.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace tilescape::ui::plot {

namespace {

constexpr double air = 1.03; ///< so that the highest bar does not touch the end of the axis

QString textOf(double value, double step, const TickText& text)
{
    if (text) {
        return text(value);
    }
    return QLocale().toString(value, 'f', decimalsFor(step));
}

} // namespace

double stepAbove(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

double stepBelow(double most)
{
    const double power = std::pow(10, std::floor(std::log10(most) + 1e-9));
    for (const double factor : {5.0, 2.0}) {
        if (factor * power <= most * (1 + 1e-9)) {
            return factor * power;
        }
    }
    return power;
}

bool isOneValue(double from, double to)
{
    constexpr double leastSpan = 1e-9; // of the larger end
    return to - from <= leastSpan * std::max(std::abs(from), std::abs(to));
}

std::vector<double> multiplesOf(double step, double from, double to)
{
    // Of a step: what rounding adds to the number of steps must be less.
    constexpr double slack = 1e-9;
    constexpr double mostSteps = 1e12;
    const double first = std::ceil(from / step - slack);
    const double last = std::floor(to / step + slack);
    std::vector<double> values;
    if (std::max(std::abs(first), std::abs(last)) <= mostSteps) {
        for (auto number = static_cast<std::int64_t>(first); number <= static_cast<std::int64_t>(last); ++number) {
            values.push_back(static_cast<double>(number) * step);
        }
    }
    return values;
}

int decimalsFor(double step) { return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12); }

double Ticks::share(double value) const
{
    const double share = logarithmic ? std::log(std::max(value, least) / least) / std::log(most / least) : value / most;
    return std::clamp(share, 0.0, 1.0);
}

Ticks linearTicks(double highest, double length, double room, const TickText& text)
{
    Ticks ticks;
    ticks.most = (highest > 0 ? highest : 1) * air;
    const double step = std::min(stepAbove(ticks.most * room / std::max(length, 1.0)), stepBelow(ticks.most));
    for (int i = 0; i * step <= ticks.most * (1 + 1e-12); ++i) {
        ticks.values.push_back(i * step);
        ticks.texts.push_back(textOf(i * step, step, text));
    }
    return ticks;
}

Ticks logarithmicTicks(double lowest, double highest, double length, double room, const TickText& text)
{
    Ticks ticks;
    ticks.logarithmic = true;
    const double from = std::floor(std::log10(lowest) - 1e-9);
    const double decades = std::max(std::log10(highest * air) - from, 1.0);
    ticks.least = std::pow(10, from);
    ticks.most = std::pow(10, from + decades);
    const double perDecade = length / decades;
    // 1, 2 and 5 are nearest between 1 and 2: 0.3 of a decade.
    const bool parts = decades < 2 && perDecade * std::log10(2) >= room;
    const auto every = std::max(1, static_cast<int>(std::ceil(room / std::max(perDecade, 1e-9))));
    for (int decade = 0; decade <= decades; decade += every) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10, from + decade);
            if ((factor == 1 || parts) && value <= ticks.most * (1 + 1e-9)) {
                ticks.values.push_back(value);
                ticks.texts.push_back(textOf(value, value, text));
            }
        }
    }
    return ticks;
}

} // namespace tilescape::ui::plot
