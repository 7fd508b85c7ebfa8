#include "core/support/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::support {
namespace {

/// What is counted: numbers in units of one kind turn into each other.
enum class Kind { Count, Storage, StorageRate, StoragePerCycle, Frequency, Energy, Power, Area, OperationRate };

struct BaseUnit {
    std::string_view word;
    Kind kind;
    int binaryExponent = 0; ///< of bytes, which are 2^3 bits
};
constexpr std::array<BaseUnit, 24> baseUnits{{{"B", Kind::Storage, 3},
                                              {"byte", Kind::Storage, 3},
                                              {"bytes", Kind::Storage, 3},
                                              {"bit", Kind::Storage},
                                              {"bits", Kind::Storage},
                                              {"b", Kind::Storage},
                                              {"B/s", Kind::StorageRate, 3},
                                              {"bit/s", Kind::StorageRate},
                                              {"bits/s", Kind::StorageRate},
                                              {"b/s", Kind::StorageRate},
                                              {"B/cycle", Kind::StoragePerCycle, 3},
                                              {"bytes/cycle", Kind::StoragePerCycle, 3},
                                              {"bit/cycle", Kind::StoragePerCycle},
                                              {"bits/cycle", Kind::StoragePerCycle},
                                              {"b/cycle", Kind::StoragePerCycle},
                                              {"Hz", Kind::Frequency},
                                              {"J", Kind::Energy},
                                              {"W", Kind::Power},
                                              {"m\u00b2", Kind::Area},
                                              {"m2", Kind::Area},
                                              {"m^2", Kind::Area},
                                              {"OPS", Kind::OperationRate},
                                              {"OP/s", Kind::OperationRate},
                                              {"", Kind::Count}}};

struct Prefix {
    std::string_view word;
    int thousands = 0; ///< 1000 to this power
    bool binary = false;
};
constexpr std::array<Prefix, 19> prefixes{{{"", 0},         {"f", -5},        {"p", -4},        {"n", -3},
                                           {"u", -2},       {"\u00b5", -2},   {"\u03bc", -2},   {"m", -1},
                                           {"k", 1},        {"K", 1},         {"M", 2},         {"G", 3},
                                           {"T", 4},        {"P", 5},         {"Ki", 1, true},  {"ki", 1, true},
                                           {"Mi", 2, true}, {"Gi", 3, true},  {"Ti", 4, true}}};

/// A unit as a multiple of the base of its kind: 10^decimal x 2^binary.
struct Scale {
    Kind kind = Kind::Count;
    int decimalExponent = 0;
    int binaryExponent = 0;
};

bool isDivisible(Kind kind)
{
    return kind == Kind::Frequency || kind == Kind::Energy || kind == Kind::Power || kind == Kind::Area;
}

Scale scaled(const BaseUnit& base, const Prefix& prefix)
{
    const bool binary = prefix.binary || base.kind == Kind::Storage;
    const int power = base.kind == Kind::Area ? 2 : 1; // a square millimetre is the square of a millimetre
    return {base.kind, binary ? 0 : 3 * power * prefix.thousands,
            base.binaryExponent + (binary ? 10 * prefix.thousands : 0)};
}

std::string lowered(std::string_view text)
{
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return low;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\n\r");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

/// A lone b, which many write for bytes, counts as bits only as the standards write it: after a capital prefix.
bool isBitAmongCapitals(const BaseUnit& base, const Prefix& prefix)
{
    return !base.word.starts_with("b") || base.word.starts_with("bi") || base.word.starts_with("by")
        || (!prefix.word.empty() && prefix.word[0] >= 'A' && prefix.word[0] <= 'Z');
}

bool mayPrecede(const Prefix& prefix, const BaseUnit& base) { return prefix.thousands >= 0 || isDivisible(base.kind); }

/// The unit `word` of any kind that `fits`, as it is written.
template <typename Fits>
std::optional<Scale> exactScale(std::string_view word, Fits fits)
{
    for (const BaseUnit& base : baseUnits) {
        for (const Prefix& prefix : prefixes) {
            const bool same = word.size() == prefix.word.size() + base.word.size() && word.starts_with(prefix.word)
                && word.ends_with(base.word);
            if (same && fits(base) && mayPrecede(prefix, base) && isBitAmongCapitals(base, prefix)) {
                return scaled(base, prefix);
            }
        }
    }
    return {};
}

/// The same whatever the case: "mhz" is MHz, and so is a small m of bits, bytes and counts, which are not divided.
std::optional<Scale> caselessScale(std::string_view word, Kind kind)
{
    const std::string low = lowered(word);
    for (const BaseUnit& base : baseUnits) {
        for (const Prefix& prefix : prefixes) {
            const bool million = prefix.word == "m" && (!isDivisible(kind) || kind == Kind::Frequency);
            const bool same = low == lowered(prefix.word) + lowered(base.word);
            if (same && base.kind == kind && !million && mayPrecede(prefix, base)) {
                return scaled(base, prefix);
            }
        }
    }
    return {};
}

/// The scale of `word` beside a number that counts in `unit`, which is of this kind.
std::optional<Scale> writtenScale(std::string_view word, std::string_view unit, Kind kind)
{
    const auto scaleOf = [kind](std::string_view whole) {
        const std::optional<Scale> exact = exactScale(whole, [kind](const BaseUnit& base) { return base.kind == kind; });
        return exact ? exact : caselessScale(whole, kind);
    };
    const std::optional<Scale> scale = scaleOf(word);
    if (scale || kind == Kind::Area || kind == Kind::Count) {
        return scale;
    }
    // A prefix alone stands before the base of the unit: of bytes, not bits, where bytes are counted.
    const auto base = std::find_if(baseUnits.begin(), baseUnits.end(), [&](const BaseUnit& each) {
        return each.kind == kind && unit.ends_with(each.word);
    });
    return scaleOf(std::string(word) + std::string(base->word));
}

/// A number's text in parts: sign and digits without groups, and the power of ten.
struct Decimal {
    std::string digits;
    int exponent = 0;
};

/// Commas may stand before groups of three digits, and only there.
bool hasSoundGroups(std::string_view digits)
{
    const std::size_t point = std::min(digits.find('.'), digits.size());
    std::size_t comma = digits.find(',');
    if (comma == std::string_view::npos) {
        return true;
    }
    if (comma == 0 || comma > 3 || digits.find(',', point) != std::string_view::npos) {
        return false;
    }
    for (; comma < point; comma += 4) {
        const std::size_t next = std::min(digits.find(',', comma + 1), point);
        if (digits[comma] != ',' || next != comma + 4) {
            return false;
        }
    }
    return true;
}

/// Takes the number off the front of `text`.
std::optional<Decimal> takeNumber(std::string_view& text)
{
    Decimal number;
    if (text.starts_with("+") || text.starts_with("-")) {
        number.digits = text.starts_with("-") ? "-" : "";
        text.remove_prefix(1);
    }
    const std::size_t end = std::min(text.find_first_not_of("0123456789.,"), text.size());
    const std::string_view digits = text.substr(0, end);
    if (digits.empty() || !hasSoundGroups(digits)) {
        return {};
    }
    std::copy_if(digits.begin(), digits.end(), std::back_inserter(number.digits), [](char c) { return c != ','; });
    text.remove_prefix(end);
    if (text.starts_with("e") || text.starts_with("E")) {
        const std::size_t skipped = text.size() > 1 && text[1] == '+' ? 2 : 1;
        const auto [after, error] = std::from_chars(text.data() + skipped, text.data() + text.size(), number.exponent);
        if (error == std::errc{}) {
            text.remove_prefix(static_cast<std::size_t>(after - text.data()));
        } else if (error == std::errc::result_out_of_range) {
            return {};
        }
    }
    return number;
}

/// Rounded once: 3.3 fJ are the number nearest to 0.0033 pJ.
std::optional<double> valueOf(const Decimal& number, int decimalExponent, int binaryExponent)
{
    const std::string text = fmt::format("{}e{}", number.digits, static_cast<long long>(number.exponent) + decimalExponent);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return {};
    }
    return std::ldexp(value, binaryExponent) + 0.0; // no -0
}

/// To six digits, but never to fewer than stand before the point.
double shortened(double value)
{
    const int wholeDigits = 1 + static_cast<int>(std::floor(std::log10(std::abs(value))));
    const std::string text = fmt::format("{:.{}e}", value, std::max(6, wholeDigits) - 1);
    double rounded = value;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

/// Whether so many digits are this very number.
bool hasDigits(double value, int digits)
{
    double read = 0;
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    std::from_chars(text.data(), text.data() + text.size(), read);
    return read == value;
}

/// Plain where that is readable, else with an exponent: "1e-9", not "1e-09".
std::string numberText(double value)
{
    constexpr int mostDigits = 10; // that anyone would type
    if (value != std::floor(value) && !hasDigits(value, mostDigits)) {
        value = shortened(value);
    }
    const double size = std::abs(value);
    std::array<char, 64> buffer{};
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e12);
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific).ptr;
    std::string text(buffer.data(), end);
    const std::size_t exponent = text.find('e');
    if (exponent == std::string::npos) {
        return text;
    }
    const bool negative = text[exponent + 1] == '-';
    const std::size_t digit = text.find_first_not_of('0', exponent + 2);
    return text.substr(0, exponent + 1) + (negative ? "-" : "") + text.substr(digit);
}

} // namespace

std::optional<double> readQuantity(std::string_view text, std::string_view unit)
{
    text = trimmed(text);
    const std::optional<Scale> own = exactScale(unit, [](const BaseUnit&) { return true; });
    if (!own) {
        const bool named = lowered(text).ends_with(lowered(unit));
        return readQuantity(named ? text.substr(0, text.size() - unit.size()) : text, "");
    }
    const std::optional<Decimal> number = takeNumber(text);
    if (!number) {
        return {};
    }
    const std::string_view word = trimmed(text);
    const std::optional<Scale> written = word.empty() ? own : writtenScale(word, unit, own->kind);
    if (!written) {
        return {};
    }
    return valueOf(*number, written->decimalExponent - own->decimalExponent, written->binaryExponent - own->binaryExponent);
}

std::optional<Count> readCount(std::string_view text, std::string_view unit, Count smallest, Count largest)
{
    const std::optional<double> value = readQuantity(text, unit);
    const bool fits = value && *value == std::floor(*value) && *value >= static_cast<double>(smallest)
        && *value <= static_cast<double>(largest);
    return fits ? std::optional(static_cast<Count>(*value)) : std::nullopt;
}

bool saysUnlimited(std::string_view text)
{
    const std::string word = lowered(trimmed(text));
    return (word.size() >= 2 && std::string_view("unlimited").starts_with(word)) || word == "inf" || word == "infinite"
        || word == "infinity";
}

std::string sixDigits(double value)
{
    return std::abs(value) < 999999.5 ? fmt::format("{:.6g}", value) : fmt::format("{:.0f}", value);
}

std::string quantityText(double value, std::string_view unit)
{
    if (std::isinf(value)) {
        return "unlimited";
    }
    if (unit == "B") {
        static constexpr std::array<std::string_view, 4> multiples{"TiB", "GiB", "MiB", "KiB"};
        double bytes = 1099511627776.0;
        for (const std::string_view multiple : multiples) {
            // In quarters at most: "1.25 KiB" is shorter to the eye than "1280 B", "0.9765625 KiB" is not.
            const double quarters = value / bytes * 4;
            if (quarters >= 4 && quarters < 4e6 && quarters == std::floor(quarters)) {
                return fmt::format("{} {}", numberText(value / bytes), multiple);
            }
            bytes /= 1024;
        }
    }
    return unit.empty() ? numberText(value) : fmt::format("{} {}", numberText(value), unit);
}

} // namespace tilescape::support
