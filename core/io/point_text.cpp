#include "core/io/point_text.h"

#include <array>
#include <charconv>
#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilescape::io {

namespace {

constexpr std::array<double explore::PointResult::*, 7> numbers{
    &explore::PointResult::energyPj, &explore::PointResult::cycles, &explore::PointResult::seconds,
    &explore::PointResult::areaMm2,  &explore::PointResult::gops,   &explore::PointResult::dramWords,
    &explore::PointResult::gap};
constexpr std::array statuses{schedule::Status::Optimal, schedule::Status::Feasible, schedule::Status::Stopped,
                              schedule::Status::Infeasible};

/// The text up to the next blank, which is taken away with it.
std::string_view nextWord(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

constexpr std::string_view withinMark = "within=";
constexpr std::string_view partsMark = "parts=";

std::optional<double> numberOf(std::string_view word)
{
    double value = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    return read.ec == std::errc() && read.ptr == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

/// Numbers with commas between.
std::optional<explore::EnergyParts> partsFrom(std::string_view text)
{
    explore::EnergyParts parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t end = std::min(text.find(','), text.size());
        const auto part = numberOf(text.substr(0, end));
        if (!part || (end == text.size()) != (i + 1 == parts.size())) {
            return std::nullopt;
        }
        parts[i] = *part;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// What only some points have, before the reason.
bool readMarked(std::string_view& rest, explore::PointResult& point)
{
    if (rest.starts_with(withinMark)) {
        point.within = numberOf(nextWord(rest).substr(withinMark.size()));
        if (!point.within) {
            return false;
        }
    }
    if (rest.starts_with(partsMark)) {
        point.parts = partsFrom(nextWord(rest).substr(partsMark.size()));
        return point.parts.has_value();
    }
    return true;
}

} // namespace

std::string writePoint(const explore::PointResult& point)
{
    std::string text(nameOf(point.status));
    for (const auto number : numbers) {
        text += fmt::format(" {}", point.*number);
    }
    text += ' ';
    if (point.within) {
        text += fmt::format("{}{} ", withinMark, *point.within);
    }
    if (point.parts) {
        text += fmt::format("{}{} ", partsMark, fmt::join(*point.parts, ","));
    }
    text += point.reason;
    const auto isBreak = [](char letter) { return letter == '\t' || letter == '\n' || letter == '\r'; };
    std::replace_if(text.begin(), text.end(), isBreak, ' ');
    return text;
}

std::optional<explore::PointResult> readPoint(const std::string& text)
{
    std::string_view rest = text;
    explore::PointResult point;
    const std::string_view status = nextWord(rest);
    const auto known = std::find_if(statuses.begin(), statuses.end(), [&](auto row) { return nameOf(row) == status; });
    if (known == statuses.end()) {
        return std::nullopt;
    }
    point.status = *known;
    for (const auto number : numbers) {
        const auto value = numberOf(nextWord(rest));
        if (!value) {
            return std::nullopt;
        }
        point.*number = *value;
    }
    if (!readMarked(rest, point)) {
        return std::nullopt;
    }
    point.reason = rest;
    return point;
}

} // namespace tilescape::io
