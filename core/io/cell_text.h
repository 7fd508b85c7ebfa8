#pragma once

#include <string>

namespace tilescape::io {

/// The text, in quotes where it has commas, quotes or line breaks.
std::string csvField(const std::string& text);

/// The text with the bars escaped that end a cell of Markdown, and the brackets that begin HTML.
std::string markdownCell(const std::string& text);

/// As "1.2%": one digit behind the point, and no minus before "0.0%".
std::string percentText(double part);

} // namespace tilescape::io
