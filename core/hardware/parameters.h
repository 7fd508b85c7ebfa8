#pragma once

#include "core/hardware/hardware.h"
#include "core/support/result.h"

#include <span>
#include <string_view>

namespace tilescape::hardware {

/// One row of the parameter table: a number that a user may turn. The table drives the JSON checks, the hardware
/// panel's boxes and sliders, tooltips, `--set key=value` and the reference page. A new parameter is one row.
struct Parameter {
    std::string_view key;    ///< as in files and `--set`
    std::string_view group;  ///< heading in the panel: "Array", "Memory", "Speed", "Energy"
    std::string_view label;
    std::string_view unit;   ///< "" for a bare count
    std::string_view help;
    std::string_view source;
    double smallest = 0;
    double defaultValue = 0;
    double largest = 0;
    double step = 1;
    bool logarithmic = false;
    bool integer = false;
    bool mayBeUnlimited = false; ///< infinity is allowed beside the range
    bool mayBeZero = false;      ///< zero is allowed beside a logarithmic range
    std::span<const std::string_view> choices{}; ///< names of the values 0, 1, ... where the number is a choice
    double (*get)(const Hardware&) = nullptr;
    void (*set)(Hardware&, double) = nullptr;
};

std::span<const Parameter> parameters();

/// Null if there is no such key.
const Parameter* findParameter(std::string_view key);

/// What is wrong with `value` for `parameter`, and what would be right; no diagnostic if it is allowed.
support::Diagnostics checkValue(const Parameter& parameter, double value);

/// Sets the parameter `key` from its text: a number with any prefix and unit that fits (support/quantity_text.h),
/// "unlimited", or a choice's name. The text of `--set`.
support::Diagnostics setFromText(Hardware& hardware, std::string_view key, std::string_view text);

/// The value as `setFromText` reads it.
std::string valueText(const Parameter& parameter, double value);

} // namespace tilescape::hardware
