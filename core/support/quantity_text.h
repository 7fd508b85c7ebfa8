#pragma once

#include "core/support/dimensions.h"

#include <optional>
#include <string>
#include <string_view>

namespace tilescape::support {

/// A number as people write it, counted in `unit` ("B", "MHz", "GB/s", "mm²", "" for a bare count, or any other word):
/// "1.2 GHz" in MHz is 1200. A bare number counts in `unit` itself; "1,048,576" and "1e6" are numbers, "1,5" is none.
/// Prefixes are those of the SI from f to P where the unit can be divided, from k on where it cannot (bits, bytes, counts),
/// and Ki to Ti; kB and MB of a capacity are 1024 and 1024^2 bytes, as the field writes them. A prefix may stand alone
/// ("3 G"). Bits and bytes are turned into each other, with a small b after a capital prefix as bits. Nothing where the text
/// is no number, or has a unit that does not fit.
std::optional<double> readQuantity(std::string_view text, std::string_view unit);

/// A whole number from `smallest` to `largest`, both below 2^53, read as by `readQuantity`.
std::optional<Count> readCount(std::string_view text, std::string_view unit, Count smallest, Count largest);

/// Whether the text says that there is no limit: "unlimited" or its beginning, "inf", "infinite", "infinity".
bool saysUnlimited(std::string_view text);

/// The value with its unit, as `readQuantity` reads it: whole numbers and those of up to ten digits in full, others
/// with six digits; bytes in binary multiples where that is shorter: 131072 is "128 KiB". Infinity is "unlimited".
std::string quantityText(double value, std::string_view unit);

/// A result with six digits, and all before the point where it has more: "0.692455", "1649270".
std::string sixDigits(double value);

} // namespace tilescape::support
