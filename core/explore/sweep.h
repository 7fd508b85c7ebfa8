#pragma once

#include "core/explore/point.h"
#include "core/explore/setting.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tilescape::explore {

/// The keys of axes whose values are names of `Sweep::networks` and `Sweep::chips`.
inline constexpr std::string_view networkKey = "network";
inline constexpr std::string_view hardwareKey = "hardware";

/// Largest number of points of a sweep.
inline constexpr std::size_t mostPoints = 1'000'000;

/// The numbers from `from` to `to`, both positive if `logarithmic`, rounded where the key's values are whole.
struct Range {
    double from = 0;
    double to = 0;
    bool logarithmic = false;
    friend bool operator==(const Range&, const Range&) = default;
};

/// So many values of a range, at least 2, both ends among them.
struct Spacing {
    Range range;
    std::size_t steps = 0;
    friend bool operator==(const Spacing&, const Spacing&) = default;
};

/// What one axis of a sweep turns: one key, or several at once, such as both sides of an array.
struct Axis {
    std::vector<std::string> keys;                ///< at least one
    std::vector<std::vector<std::string>> values; ///< in each row a value for each key; empty if there is a range
    std::optional<Range> range;                   ///< of Sobol points and searches; all keys have the same value
    std::optional<Spacing> spacing{};             ///< what `expand` made the values from; files and the window show them as that
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// The base of a sweep or a search: a problem, and what to set in it after an axis has exchanged network or chip.
struct Base {
    schedule::Problem problem;
    std::vector<Setting> settings;
    std::map<std::string, network::Network> networks; ///< by the name in axes
    std::map<std::string, hardware::Hardware> chips;  ///< by the name in axes
    friend bool operator==(const Base&, const Base&) = default;
};

/// How points are taken from the axes: every combination, the last axis turning fastest; the first values of all axes, the
/// second ones, ...; the base, then each value of each axis with all else as in the base; or points of the Sobol sequence, each
/// in a range or a list of values.
enum class Pattern { Grid, List, OneByOne, Sobol };
std::string_view nameOf(Pattern pattern); ///< "grid", "list", "one_by_one", "sobol"

/// Many problems: a base and what is varied in it.
struct Sweep {
    std::string name;
    Base base;
    Pattern pattern = Pattern::Grid;
    std::vector<Axis> axes;
    std::size_t sobolCount = 0; ///< points of `Pattern::Sobol`
    PointOptions options;
    std::vector<std::string> objectives; ///< keys of `measures()`, whose Pareto front is marked; at least one
    friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// What is wrong with the sweep, all at once, each with a JSON pointer below the sweep's file ("/axes/0/values/2").
support::Diagnostics check(const Sweep& sweep);
/// The same for an axis whose faults begin at `pointer`.
support::Diagnostics check(const Axis& axis, const Base& base, const std::string& pointer);

/// Gives every value of an axis that `check` finds no fault with the text that `valueText` has for it.
void normalize(Axis& axis);

/// Replaces a range that `check` finds no fault with by `steps` of its values, at least 2, both ends among them, and keeps it as
/// the axis' spacing; values that are rounded to the same are there once.
void expand(Axis& axis, std::size_t steps);

/// Points of a sweep without faults.
std::size_t pointCount(const Sweep& sweep);

/// The keys of all axes, in their order.
std::vector<std::string> keysOf(const std::vector<Axis>& axes);
std::vector<std::string> keysOf(const Sweep& sweep);

/// Whether an axis turns prices, so that points may differ in prices only.
bool turnsPrices(const std::vector<Axis>& axes);

/// The value of each of `keysOf` at point `number`, which is below `pointCount`.
std::vector<Setting> settingsAt(const Sweep& sweep, std::size_t number);

/// The value of each key of the axis at `fraction`, in [0, 1), of its range or list.
std::vector<Setting> settingsAt(const Axis& axis, double fraction);

/// The problem with these settings: first network and chip, then those of the base, then the others in their order. Settings that
/// `check` has found no fault with. It keeps no schedule: all points are searched.
schedule::Problem problemWith(const Base& base, const std::vector<Setting>& settings);

/// The values of `keys` with which `problemWith` makes this problem of the base; nothing where it differs in something else.
std::optional<std::vector<Setting>> settingsOf(const schedule::Problem& problem, const Base& base,
                                               const std::vector<std::string>& keys);

/// The points in an order in which neighbours differ in as little as possible that a solve depends on: first by network and
/// chip, then by shape and capacities, and last by rates and prices.
std::vector<std::size_t> solvingOrder(const Sweep& sweep);

} // namespace tilescape::explore
