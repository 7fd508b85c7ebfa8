#include "core/io/svg_chart.h"

#include "core/io/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilescape::io {
namespace {

constexpr double left = 76;
constexpr double top = 66; // title and legend
constexpr double plotHeight = 260;
constexpr double bottom = 96; // names of categories, aslant
constexpr double right = 20;

class Drawing {
public:
    explicit Drawing(const SvgChart& chart) : m_chart(chart)
    {
        const auto categories = static_cast<double>(chart.categories.size());
        m_width = std::max(420.0, categories * 28);
        findRange();
    }

    std::string draw()
    {
        axes();
        for (std::size_t s = 0; s < m_chart.series.size(); ++s) {
            line(s);
        }
        legend();
        const double width = std::max(left + m_width + right, m_legendEnd + right);
        const double height = top + plotHeight + bottom;
        return svgDocument(width, height, m_chart.title, m_svg);
    }

private:
    void findRange()
    {
        double least = std::numeric_limits<double>::infinity();
        double most = 0;
        for (const SvgChart::Series& series : m_chart.series) {
            for (const double value : series.values) {
                if (std::isnan(value) || (m_chart.logarithmic && value <= 0)) {
                    continue;
                }
                most = std::max(most, value);
                least = std::min(least, value);
            }
        }
        if (m_chart.logarithmic) {
            m_from = std::pow(10, std::floor(std::log10(std::isfinite(least) ? least * 0.999 : 1)));
            m_to = std::max(most * 1.2, m_from * 10);
        } else {
            m_to = most > 0 ? most * 1.05 : 1;
        }
    }

    [[nodiscard]] double y(double value) const
    {
        const double share = m_chart.logarithmic ? std::log(std::max(value, m_from) / m_from) / std::log(m_to / m_from)
                                                 : value / m_to;
        return top + plotHeight * (1 - share);
    }

    [[nodiscard]] double slot() const { return m_width / static_cast<double>(std::max<std::size_t>(m_chart.categories.size(), 1)); }
    [[nodiscard]] double middle(std::size_t category) const { return left + slot() * (static_cast<double>(category) + 0.5); }

    void tick(double value)
    {
        m_svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dcdfe4\"/>\n", left,
                             y(value), left + m_width, y(value));
        m_svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.6g}</text>\n", left - 6, y(value) + 4,
                             value);
    }

    void axes()
    {
        m_svg += fmt::format("<text x=\"{}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", 12,
                             escaped(m_chart.title));
        if (m_chart.logarithmic) {
            for (double value = m_from; value <= m_to * 1.0001; value *= 10) {
                tick(value);
            }
        } else {
            const double step = niceStep(m_to);
            for (int i = 0; i * step <= m_to; ++i) {
                tick(i * step);
            }
        }
        const double end = top + plotHeight;
        m_svg += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"#1b1e27\"/>\n", left,
                             end, left + m_width);
        const bool lying = std::all_of(m_chart.categories.begin(), m_chart.categories.end(),
                                       [&](const std::string& name) { return 7.0 * static_cast<double>(name.size()) < slot(); });
        for (std::size_t i = 0; i < m_chart.categories.size(); ++i) {
            if (lying) {
                m_svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", middle(i), end + 18,
                                     escaped(m_chart.categories[i]));
                continue;
            }
            m_svg += fmt::format("<text transform=\"translate({:.1f},{:.1f}) rotate(-35)\" text-anchor=\"end\">{}</text>\n",
                                 middle(i) + 4, end + 14, escaped(m_chart.categories[i]));
        }
        m_svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", left + m_width / 2,
                             end + bottom - 8, escaped(m_chart.xLabel));
        m_svg += fmt::format("<text transform=\"translate(16,{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                             top + plotHeight / 2, escaped(m_chart.yLabel));
    }

    void line(std::size_t index)
    {
        const SvgChart::Series& series = m_chart.series[index];
        std::string points;
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            if (!std::isnan(series.values[i]) && (!m_chart.logarithmic || series.values[i] > 0)) {
                points += fmt::format("{:.2f},{:.2f} ", middle(i), y(series.values[i]));
                m_svg += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3\" {}><title>{}, {}: {:.6g}</title></circle>\n",
                                     middle(i), y(series.values[i]), fill(index), escaped(m_chart.categories[i]),
                                     escaped(series.name), series.values[i]);
            }
        }
        m_svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
                             seriesColour(index));
    }

    [[nodiscard]] std::string fill(std::size_t index) const { return fmt::format("fill=\"{}\"", seriesColour(index)); }

    void legend()
    {
        double x = left;
        for (std::size_t i = 0; i < m_chart.series.size(); ++i) {
            m_svg += fmt::format("<rect x=\"{:.1f}\" y=\"38\" width=\"12\" height=\"12\" {}/>\n", x, fill(i));
            m_svg += fmt::format("<text x=\"{:.1f}\" y=\"48\">{}</text>\n", x + 17, escaped(m_chart.series[i].name));
            x += 34 + 6.8 * static_cast<double>(m_chart.series[i].name.size()); // about a letter's width in 12 px
        }
        m_legendEnd = std::max(x, left + 8.6 * static_cast<double>(m_chart.title.size()));
    }

    const SvgChart& m_chart;
    std::string m_svg;
    double m_width = 0;
    double m_from = 0;
    double m_to = 1;
    double m_legendEnd = 0;
};

} // namespace

std::string svgOf(const SvgChart& chart) { return Drawing(chart).draw(); }

} // namespace tilescape::io
