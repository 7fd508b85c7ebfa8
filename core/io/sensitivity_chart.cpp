#include "core/io/sensitivity_parts.h"
#include "core/io/sensitivity_text.h"
#include "core/io/svg_parts.h"
#include "core/support/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilescape::io {

using explore::Sensitivity;
using explore::SensitivityMeasure;
using explore::Step;

namespace {

constexpr double tornadoLeft = 196;  ///< for labels
constexpr double tornadoTop = 62;    ///< title and legend
constexpr double tornadoWidth = 420;
constexpr double tornadoRight = 24;
constexpr double tornadoBottom = 48;
constexpr double rowHeight = 30; ///< one parameter: a step down above a step up
constexpr double barHeight = 11;
constexpr double valueRoom = 0.3; ///< of the plot's half, beside the longest bar: the value that the step goes to

class Tornado {
public:
    Tornado(const std::vector<Sensitivity>& rows, SensitivityMeasure measure, double largest)
        : m_rows(rows), m_measure(measure), m_reach(largest > 0 ? largest * (1 + valueRoom) : 1)
    {}

    std::string text()
    {
        const double height = tornadoTop + rowHeight * static_cast<double>(m_rows.size()) + tornadoBottom;
        m_text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                             "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
                             tornadoLeft + tornadoWidth + tornadoRight, height);
        put(tornadoLeft, 22, "start", fmt::format("What a step of each parameter makes of {}", wordsOf(m_measure)), " font-size=\"14\"");
        putLegend();
        putAxis();
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            putRow(m_rows[row], tornadoTop + rowHeight * static_cast<double>(row));
        }
        return m_text + "</svg>\n";
    }

private:
    static std::string_view wordsOf(SensitivityMeasure measure)
    {
        return measure == SensitivityMeasure::Energy ? "energy" : measure == SensitivityMeasure::Cycles ? "cycles" : "energy x delay";
    }
    [[nodiscard]] double x(double change) const { return tornadoLeft + tornadoWidth * (0.5 + 0.5 * std::clamp(change / m_reach, -1.0, 1.0)); }

    void put(double at, double y, std::string_view anchor, const std::string& words, std::string_view more = {})
    {
        m_text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", at, y, anchor, more, escaped(words));
    }
    void putBar(double from, double to, double y, std::size_t series)
    {
        m_text += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n", std::min(from, to), y,
                              std::max(std::abs(to - from), 0.5), barHeight, seriesColour(series));
    }
    void putLegend()
    {
        putBar(tornadoLeft, tornadoLeft + barHeight, 34, 0);
        put(tornadoLeft + 18, 44, "start", "a step down");
        putBar(tornadoLeft + 120, tornadoLeft + 120 + barHeight, 34, 1);
        put(tornadoLeft + 138, 44, "start", "a step up");
    }
    void putAxis()
    {
        const double end = tornadoTop + rowHeight * static_cast<double>(m_rows.size());
        for (const double tick : ticksOf(-m_reach, m_reach, false)) {
            m_text += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"{3}\"/>\n", x(tick), tornadoTop, end,
                                  std::abs(tick) < 1e-12 ? "black" : "#d0d0d0");
            put(x(tick), end + 16, "middle", std::abs(tick) < 1e-12 ? std::string("0 %") : fmt::format("{:+.6g} %", 100 * tick));
        }
        put(tornadoLeft + tornadoWidth / 2, end + 36, "middle", fmt::format("Change of {}", wordsOf(m_measure)));
    }
    void putRow(const Sensitivity& own, double y)
    {
        put(tornadoLeft - 8, y + rowHeight / 2 - 2, "end", std::string(own.parameter->label));
        put(tornadoLeft - 8, y + rowHeight / 2 + 10, "end", shownValue(*own.parameter, own.value), " font-size=\"10\" fill=\"#606060\"");
        std::size_t series = 0;
        for (const std::optional<Step>* step : {&own.down, &own.up}) {
            const double barTop = y + 3 + static_cast<double>(series) * (barHeight + 1);
            if (*step) {
                putStep(own, *step, barTop, series);
            }
            ++series;
        }
    }
    void putStep(const Sensitivity& own, const std::optional<Step>& step, double barTop, std::size_t series)
    {
        const auto change = own.change(step, m_measure);
        const double to = x(change.value_or(0));
        if (change) {
            putBar(x(0), to, barTop, series);
        }
        const bool leftwards = change.value_or(0) < 0;
        const bool cut = std::abs(change.value_or(0)) > m_reach;
        const std::string value = shownValue(*own.parameter, step->value) + (change ? "" : ": no schedule") + (cut ? fmt::format(" ({:+.0f} %)", 100 * *change) : "");
        put(cut ? x(0) + (leftwards ? 4 : -4) : to + (leftwards ? -4 : 4), barTop + barHeight - 1.5, leftwards != cut ? "end" : "start", value,
            " font-size=\"10\"");
    }

    const std::vector<Sensitivity>& m_rows;
    SensitivityMeasure m_measure;
    double m_reach; ///< at both ends of the plot
    std::string m_text;
};

} // namespace

std::string shownValue(const hardware::Parameter& parameter, double value)
{
    return parameter.choices.empty() ? support::quantityText(value, parameter.unit)
                                     : hardware::valueText(parameter, value);
}

void sortByChange(std::vector<Sensitivity>& all, SensitivityMeasure measure)
{
    std::stable_sort(all.begin(), all.end(), [measure](const Sensitivity& a, const Sensitivity& b) {
        return a.largestChange(measure) > b.largestChange(measure);
    });
}

std::string svgOf(std::vector<Sensitivity> all, SensitivityMeasure measure)
{
    const double largest = explore::largestChange(all, measure);
    sortByChange(all, measure);
    std::erase_if(all, [measure](const Sensitivity& own) {
        const auto fits = [](const std::optional<Step>& step) { return !step || step->outcome; };
        return own.largestChange(measure) == 0 && fits(own.down) && fits(own.up);
    });
    return Tornado(all, measure, largest).text();
}

} // namespace tilescape::io
