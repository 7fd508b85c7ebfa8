#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// The text with the letters replaced that mean something in XML.
std::string escaped(const std::string& text);

/// A picture of this size, in pixels, on white paper; `body` is what is drawn.
std::string svgDocument(double width, double height, const std::string& title, const std::string& body);

/// Okabe and Ito's colours, black last, over and over.
std::string_view seriesColour(std::size_t series);

/// 1, 2 or 5 times a power of ten, so that `range`, above 0, takes about five of them.
double niceStep(double range);

/// Round numbers from `from` to `to`; on a logarithmic axis, of positive numbers, powers of ten or, over less than two of them,
/// 1, 2 and 5 times these.
std::vector<double> ticksOf(double from, double to, bool logarithmic);

} // namespace tilescape::io
