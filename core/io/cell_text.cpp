#include "core/io/cell_text.h"

#include <cmath>

#include <fmt/format.h>

namespace tilescape::io {

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + '"';
}

std::string markdownCell(const std::string& text)
{
    std::string escaped;
    for (const char letter : text) {
        if (letter == '|' || letter == '<') { // the end of the cell, and the beginning of HTML
            escaped += '\\';
        }
        escaped += letter;
    }
    return escaped;
}

std::string percentText(double part)
{
    const double percent = 100 * part;
    return fmt::format("{:.1f}%", std::abs(percent) < 0.05 ? 0 : percent);
}

} // namespace tilescape::io
