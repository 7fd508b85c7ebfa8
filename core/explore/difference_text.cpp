#include "core/explore/difference_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace tilescape::explore {

namespace {

/// pJ: what is less would be written as 0.00; sums of the same numbers in another order differ by such.
constexpr double leastTold = 0.005;

constexpr std::size_t mostTerms = 3; ///< that one sentence names
constexpr double leastShare = 0.05;  ///< of the largest difference, that a term has to be named
constexpr double roundingShare = 1e-9; ///< the same, that it is a difference at all
constexpr std::size_t mostNames = 3; ///< of layers that do not follow each other

/// Three significant digits, none of the whole part cut off.
std::string threeDigits(double value)
{
    const double size = std::abs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return fmt::format("{:+.{}f}", value, decimals);
}

/// With the largest prefix that leaves at least 1, from `prefixes[0]` on.
template <std::size_t Size>
std::string prefixed(double value, const std::array<std::string_view, Size>& prefixes, std::string_view unit)
{
    std::size_t prefix = 0;
    while (std::abs(value) >= 999.5 && prefix + 1 < Size) {
        value /= 1000;
        ++prefix;
    }
    return fmt::format("{} {}{}", threeDigits(value), prefixes[prefix], unit);
}

struct Named {
    std::string_view label;
    double difference = 0;
};

/// The largest differences with their labels, and the sum of the others, so that they add up.
template <typename Row, typename Terms, typename Text>
std::string termsText(std::span<const Row> rows, const Terms& before, const Terms& after, const Text& text)
{
    std::vector<Named> named;
    for (const Row& row : rows) {
        named.push_back({row.label, after.*row.value - before.*row.value});
    }
    std::stable_sort(named.begin(), named.end(),
                     [](const Named& a, const Named& b) { return std::abs(a.difference) > std::abs(b.difference); });
    std::string list;
    std::vector<Named> others;
    const double largest = std::abs(named.front().difference);
    for (std::size_t place = 0; place < named.size(); ++place) {
        const double size = std::abs(named[place].difference);
        if (place < mostTerms && size > 0 && size >= leastShare * largest) {
            list += fmt::format("{}{} {}", list.empty() ? "" : ", ", text(named[place].difference), named[place].label);
        } else if (size > roundingShare * largest) {
            others.push_back(named[place]);
        }
    }
    if (others.size() == 1) {
        list += fmt::format(", {} {}", text(others.front().difference), others.front().label);
    } else if (!others.empty()) {
        const double sum = std::accumulate(others.begin(), others.end(), 0.0,
                                           [](double all, const Named& own) { return all + own.difference; });
        list += fmt::format(", {} in {} others", text(sum), others.size());
    }
    return list;
}

std::string stateText(const ChangedPart& part, bool hasOtherBatch)
{
    const std::size_t then = part.segmentsBefore;
    const std::size_t now = part.segmentsAfter;
    if (part.runsAsBefore()) {
        return part.layers.size() == 1 ? "runs as before" : "run as before";
    }
    if (then == 0) {
        return part.layers.size() == 1 ? "is new" : "are new";
    }
    if (now == 0) {
        return part.layers.size() == 1 ? "is gone" : "are gone";
    }
    if (!part.changed[Aspect::Segment]) {
        return (hasOtherBatch ? "with another batch and other " : "with other ") + changesText(part.changed);
    }
    if (now == 1) {
        return "now one segment";
    }
    return then == 1 ? fmt::format("now {} segments", now) : fmt::format("now {} segments in place of {}", now, then);
}

std::vector<std::string> orderOf(const ScheduleDifference& whole)
{
    std::vector<std::string> order;
    for (const LayerDifference& layer : whole.layers) {
        order.push_back(layer.name);
    }
    return order;
}

} // namespace

std::string signedEnergy(double pj)
{
    static constexpr std::array<std::string_view, 5> prefixes{"p", "n", "\u00b5", "m", ""};
    if (std::abs(pj) < leastTold) {
        return "\u00b10 pJ";
    }
    return prefixed(pj, prefixes, "J");
}

std::string signedCycles(double cycles)
{
    static constexpr std::array<std::string_view, 4> prefixes{"k ", "M ", "G ", "T "};
    if (std::abs(cycles) >= 99999.5) {
        return prefixed(cycles / 1000, prefixes, "cycles");
    }
    const auto whole = static_cast<Count>(std::llround(std::abs(cycles)));
    const std::string digits =
        whole >= 1000 ? fmt::format("{},{:03}", whole / 1000, whole % 1000) : fmt::format("{}", whole);
    return fmt::format("{}{} cycle{}", whole == 0 ? "\u00b1" : cycles < 0 ? "-" : "+", digits, whole == 1 ? "" : "s");
}

std::string layersText(const std::vector<std::string>& layers, const std::vector<std::string>& order)
{
    const auto first = std::find(order.begin(), order.end(), layers.front());
    const bool isRun = static_cast<std::size_t>(order.end() - first) >= layers.size()
                       && std::equal(layers.begin(), layers.end(), first);
    if (layers.size() > 2 && isRun) {
        return layers.front() + " to " + layers.back();
    }
    std::string text = layers.front();
    const std::size_t shown = layers.size() <= mostNames ? layers.size() : mostNames - 1;
    for (std::size_t place = 1; place < shown; ++place) {
        text += (place + 1 == layers.size() ? " and " : ", ") + layers[place];
    }
    return shown == layers.size() ? text : fmt::format("{} and {} more", text, layers.size() - shown);
}

std::string changesText(const PerAspect<bool>& changed)
{
    std::vector<std::string_view> names;
    for (const Aspect aspect : allAspects) {
        if (changed[aspect]) {
            names.push_back(nameOf(aspect));
        }
    }
    std::string text;
    for (std::size_t place = 0; place < names.size(); ++place) {
        text += place == 0 ? "" : place + 1 == names.size() ? " and " : ", ";
        text += names[place];
    }
    return text;
}

std::string describe(const ChangedPart& part, const ScheduleDifference& whole)
{
    const std::string energy = termsText(energyTerms(), part.before.energy, part.after.energy, signedEnergy);
    const std::string cycles = termsText(cycleTerms(), part.before.cycles, part.after.cycles, signedCycles);
    const std::string both = energy + (energy.empty() || cycles.empty() ? "" : "; ") + cycles;
    return fmt::format("{} {}: {}", layersText(part.layers, orderOf(whole)), stateText(part, whole.hasOtherBatch()),
                       both.empty() ? "no difference" : both);
}

} // namespace tilescape::explore
