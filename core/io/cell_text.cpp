#include "core/io/cell_text.h"

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

} // namespace tilescape::io
