#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilescape::bench {

namespace {

using Line = nlohmann::ordered_json;

/// With so many significant digits, never with an exponent: the larger numbers lose none of their places.
std::string digits(double value, int significant)
{
    if (value == 0 || !std::isfinite(value)) {
        return fmt::format("{}", value);
    }
    const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return fmt::format("{:.{}f}", value, std::clamp(significant - before, 0, 9));
}

std::string grouped(long long value)
{
    std::string text = fmt::format("{}", value);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > (value < 0 ? 1 : 0); place -= 3) {
        text.insert(static_cast<std::size_t>(place), ",");
    }
    return text;
}

std::string escaped(const std::string& text)
{
    std::string cell;
    for (const char letter : text) {
        cell += letter == '|' ? "\\|" : letter == '\n' ? " " : std::string(1, letter);
    }
    return cell;
}

std::string cellOf(const Line& line, const Column& column)
{
    const auto value = line.find(column.key);
    if (value == line.end() || value->is_null()) {
        return "";
    }
    if (value->is_string()) {
        return escaped(value->get<std::string>());
    }
    if (value->is_boolean()) {
        return value->get<bool>() ? "yes" : "no";
    }
    switch (column.form) {
    case Form::Digits3:
        return digits(value->get<double>(), 3);
    case Form::Digits5:
        return digits(value->get<double>(), 5);
    case Form::Count:
        return grouped(std::llround(value->get<double>()));
    case Form::Text:
        break;
    }
    return escaped(value->dump());
}

} // namespace

std::string tableOf(const std::vector<Line>& lines, std::span<const Column> columns)
{
    std::vector<const Column*> shown;
    for (const Column& column : columns) {
        if (std::any_of(lines.begin(), lines.end(), [&](const Line& line) { return !cellOf(line, column).empty(); })) {
            shown.push_back(&column);
        }
    }
    std::string head = "|";
    std::string rule = "|";
    for (const Column* column : shown) {
        head += ' ' + escaped(column->heading) + " |";
        rule += column->form == Form::Text ? "---|" : "---:|";
    }
    std::string text = head + '\n' + rule + '\n';
    for (const Line& line : lines) {
        text += '|';
        for (const Column* column : shown) {
            text += ' ' + cellOf(line, *column) + " |";
        }
        text += '\n';
    }
    return text;
}

} // namespace tilescape::bench
