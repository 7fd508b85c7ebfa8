#include "core/io/svg_scatter.h"

#include "core/io/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::io {

namespace {

constexpr double scatterLeft = 84;
constexpr double scatterTop = 66; // title and legend
constexpr double scatterWidth = 520;
constexpr double scatterHeight = 320;
constexpr double scatterBottom = 56;
constexpr double scatterRight = 24;

/// One axis: which numbers it spans, and where they lie between 0 and 1.
class Axis {
public:
    explicit Axis(bool logarithmic) : m_logarithmic(logarithmic) {}

    void include(double value)
    {
        m_from = std::min(m_from, value);
        m_to = std::max(m_to, value);
    }
    /// Leaves a margin at both ends.
    void finish()
    {
        if (!(m_from <= m_to)) {
            m_from = m_to = 1; // of no points
        }
        if (m_logarithmic) {
            const double margin = m_from == m_to ? 2 : std::pow(m_to / m_from, 0.05);
            m_from /= margin;
            m_to *= margin;
        } else {
            const double margin = m_from == m_to ? std::max(1.0, std::abs(m_from)) : 0.05 * (m_to - m_from);
            m_from -= margin;
            m_to += margin;
        }
    }
    [[nodiscard]] double share(double value) const
    {
        return m_logarithmic ? std::log(value / m_from) / std::log(m_to / m_from) : (value - m_from) / (m_to - m_from);
    }
    [[nodiscard]] std::vector<double> ticks() const { return ticksOf(m_from, m_to, m_logarithmic); }

private:
    bool m_logarithmic;
    double m_from = std::numeric_limits<double>::infinity();
    double m_to = -std::numeric_limits<double>::infinity();
};

class ScatterDrawing {
public:
    explicit ScatterDrawing(const SvgScatter& chart) : m_chart(chart), m_x(chart.logarithmicX), m_y(chart.logarithmicY)
    {
        const auto include = [this](const SvgScatter::Point& point) {
            m_x.include(point.x);
            m_y.include(point.y);
        };
        for (const SvgScatter::Series& series : chart.series) {
            std::for_each(series.points.begin(), series.points.end(), include);
        }
        std::for_each(chart.line.begin(), chart.line.end(), include);
        m_x.finish();
        m_y.finish();
    }

    std::string draw()
    {
        axes();
        joined();
        for (std::size_t s = 0; s < m_chart.series.size(); ++s) {
            for (const SvgScatter::Point& point : m_chart.series[s].points) {
                dot(point, s);
            }
        }
        const double width = std::max(scatterLeft + scatterWidth + scatterRight, legend() + scatterRight);
        const double height = scatterTop + scatterHeight + scatterBottom;
        return svgDocument(width, height, m_chart.title, m_svg);
    }

private:
    [[nodiscard]] double x(double value) const { return scatterLeft + scatterWidth * m_x.share(value); }
    [[nodiscard]] double y(double value) const { return scatterTop + scatterHeight * (1 - m_y.share(value)); }

    void axes()
    {
        const double end = scatterTop + scatterHeight;
        m_svg += fmt::format("<text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", escaped(m_chart.title));
        for (const double tick : m_y.ticks()) {
            m_svg += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"#dcdfe4\"/>\n"
                                 "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.6g}</text>\n",
                                 scatterLeft, y(tick), scatterLeft + scatterWidth, scatterLeft - 6, y(tick) + 4, tick);
        }
        for (const double tick : m_x.ticks()) {
            m_svg += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#dcdfe4\"/>\n"
                                 "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4:.6g}</text>\n",
                                 x(tick), scatterTop, end, end + 18, tick);
        }
        m_svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", scatterLeft + scatterWidth / 2,
                             end + scatterBottom - 12, escaped(m_chart.xLabel));
        m_svg += fmt::format("<text transform=\"translate(16,{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                             scatterTop + scatterHeight / 2, escaped(m_chart.yLabel));
    }

    void joined()
    {
        if (m_chart.line.empty()) {
            return;
        }
        std::string points;
        for (const SvgScatter::Point& point : m_chart.line) {
            points += fmt::format("{:.2f},{:.2f} ", x(point.x), y(point.y));
        }
        m_svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#1b1e27\" stroke-width=\"1.4\"/>\n", points);
    }

    void dot(const SvgScatter::Point& point, std::size_t series)
    {
        m_svg += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" fill=\"{}\"{}><title>{}</title></circle>\n", x(point.x),
                             y(point.y), point.marked ? 4.5 : 3, seriesColour(series),
                             point.marked ? " stroke=\"#1b1e27\" stroke-width=\"1.4\"" : " fill-opacity=\"0.7\"",
                             escaped(point.label));
    }

    /// Where it ends.
    double legend()
    {
        double end = scatterLeft;
        for (std::size_t s = 0; s < m_chart.series.size(); ++s) {
            const std::string& name = m_chart.series[s].name;
            if (!name.empty()) {
                m_svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"44\" r=\"5\" fill=\"{}\"/>\n<text x=\"{:.1f}\" y=\"48\">{}</text>\n",
                                     end + 6, seriesColour(s), end + 17, escaped(name));
                end += 34 + 6.8 * static_cast<double>(name.size()); // about a letter's width in 12 px
            }
        }
        return std::max(end, 12 + 8.6 * static_cast<double>(m_chart.title.size()));
    }

    const SvgScatter& m_chart;
    Axis m_x;
    Axis m_y;
    std::string m_svg;
};

} // namespace

std::string svgOf(const SvgScatter& chart) { return ScatterDrawing(chart).draw(); }

} // namespace tilescape::io
