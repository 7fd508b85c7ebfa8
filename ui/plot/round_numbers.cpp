#include "ui/plot/round_numbers.h"

#include "ui/plot/ticks.h"

#include <cmath>
#include <span>

namespace tilescape::ui::plot {

namespace {

/// Powers of `base`, every so many of them, times the factors.
std::vector<double> powersOf(double base, int every, std::span<const double> factors, double from, double to)
{
    const auto exponent = [base](double value) { return std::log(value) / std::log(base); };
    std::vector<double> values;
    for (int power = static_cast<int>(std::floor(exponent(from) + 1e-9)); power <= exponent(to) + 1e-9; ++power) {
        for (const double factor : factors) {
            const double value = factor * std::pow(base, power);
            if (power % every == 0 && value >= from * (1 - 1e-12) && value <= to * (1 + 1e-12)) {
                values.push_back(value);
            }
        }
    }
    return values;
}

std::vector<double> scaleOf(double base, std::span<const std::vector<double>> sets, double from, double to, std::size_t most)
{
    for (const std::vector<double>& factors : sets) {
        auto values = powersOf(base, 1, factors, from, to);
        if (values.size() <= most) {
            return values;
        }
    }
    for (int every = 2;; ++every) {
        auto values = powersOf(base, every, sets.back(), from, to);
        if (values.size() <= most) {
            return values;
        }
    }
}

} // namespace

std::vector<double> roundNumbers(double from, double to, int most, RoundScale scale)
{
    if (!std::isfinite(from) || !std::isfinite(to)) {
        return {};
    }
    static const std::vector<std::vector<double>> ofTwo{{1}};
    static const std::vector<std::vector<double>> ofTen{{1, 2, 5}, {1, 3}, {1}};
    const auto count = static_cast<std::size_t>(most);
    if (scale.logarithmic && from > 0) {
        return scale.bytes ? scaleOf(2, ofTwo, from, to, count) : scaleOf(10, ofTen, from, to, count);
    }
    const double least = std::max((to - from) / most, std::abs(to) * 1e-9);
    double step = scale.bytes ? std::exp2(std::ceil(std::log2(least))) : stepAbove(least);
    while (multiplesOf(step, from, to).size() > count) {
        step = scale.bytes ? 2 * step : stepAbove(1.5 * step);
    }
    return multiplesOf(step, from, to);
}

} // namespace tilescape::ui::plot
