#include "core/io/svg_parts.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tilescape::io {

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char letter : text) {
        switch (letter) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        default: result += letter;
        }
    }
    return result;
}

std::string svgDocument(double width, double height, const std::string& title, const std::string& body)
{
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1b1e27\">\n"
                       "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                       width, height, escaped(title))
        + body + "</svg>\n";
}

std::string_view seriesColour(std::size_t series)
{
    static constexpr std::array<std::string_view, 8> colours{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                             "#56b4e9", "#d55e00", "#f0e442", "#000000"};
    return colours[series % colours.size()];
}

double niceStep(double range)
{
    const double power = std::pow(10, std::floor(std::log10(range / 5)));
    const double rest = range / 5 / power;
    return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

std::vector<double> ticksOf(double from, double to, bool logarithmic)
{
    std::vector<double> ticks;
    if (!logarithmic) {
        const double step = niceStep(to - from);
        for (double i = std::ceil(from / step); i * step <= to; ++i) {
            ticks.push_back(i * step);
        }
        return ticks;
    }
    const bool fine = to < 100 * from;
    for (double power = std::pow(10, std::floor(std::log10(from))); power <= to; power *= 10) {
        for (const double part : {1.0, 2.0, 5.0}) {
            if ((fine || part == 1) && part * power >= from && part * power <= to) {
                ticks.push_back(part * power);
            }
        }
    }
    return ticks;
}

} // namespace tilescape::io
