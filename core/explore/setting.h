#pragma once

#include "core/schedule/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescape::explore {

/// One thing that is set in a problem, as texts: a key of the parameter table, of the switches of the search space or of
/// the settings of the solvers, or one of `questionKeys()`, and its value.
struct Setting {
    std::string key;
    std::string value;
    friend bool operator==(const Setting&, const Setting&) = default;
};

/// What a problem asks beside its network, chip and search space: "batch", "goal", "solver".
const std::vector<std::string_view>& questionKeys();

/// All keys that `apply` knows.
std::vector<std::string_view> settingKeys();

/// Changes `problem`. Faults: an unknown key, a value that it cannot have; `said` stands before the key in their texts.
support::Diagnostics apply(const Setting& setting, schedule::Problem& problem, std::string_view said = {});

/// The value of a known key as `apply` reads it; equal values have equal texts: "65536", "on", "energy".
std::string valueText(const schedule::Problem& problem, std::string_view key);

/// Whether the values of this key are whole numbers.
bool isWhole(std::string_view key);

/// Whether the values of this key are numbers, and not names.
bool isNumeric(std::string_view key);

/// Whether equal steps of this key are equal factors.
bool isLogarithmic(std::string_view key);

/// The words with which this key is shown; the key itself where there are none.
std::string_view labelOf(std::string_view key);
/// "" for a bare count or a name.
std::string_view unitOf(std::string_view key);

} // namespace tilescape::explore
