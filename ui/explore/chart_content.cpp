#include "ui/explore/chart_content.h"

#include "core/support/quantity_text.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/measure_text.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

constexpr std::size_t mostTicks = 16; ///< values of an axis that each have a tick
constexpr std::array<std::string_view, 4> parallelMeasures{"energy_pj", "delay_s", "area_mm2", "gops_per_w"};

struct ChartText {
    Q_DECLARE_TR_FUNCTIONS(ExploreChart)
};

const std::string& valueOf(const std::vector<keys::Setting>& settings, const std::string& key)
{
    return std::find_if(settings.begin(), settings.end(), [&](const keys::Setting& each) { return each.key == key; })->value;
}

double numberOf(const std::string& text) { return support::readQuantity(text, "").value_or(HUGE_VAL); }

/// The different values that a key has, numbers ascending; a single empty one without a key.
class Values {
public:
    Values(const keys::Sweep& sweep, const keys::PointResults& results, std::string key) : m_key(std::move(key))
    {
        std::set<std::string> seen;
        for (const auto& [number, result] : results) {
            const std::string value = m_key.empty() ? std::string() : valueOf(settingsAt(sweep, number), m_key);
            if (seen.insert(value).second) {
                m_values.push_back(value);
            }
        }
        if (keys::isNumeric(m_key)) {
            std::stable_sort(m_values.begin(), m_values.end(), [](const auto& a, const auto& b) { return numberOf(a) < numberOf(b); });
        }
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_places.emplace(m_values[i], i);
        }
    }
    [[nodiscard]] std::size_t placeOf(const std::vector<keys::Setting>& settings) const
    {
        return m_places.at(m_key.empty() ? std::string() : valueOf(settings, m_key));
    }
    [[nodiscard]] std::vector<QString> texts() const
    {
        std::vector<QString> texts;
        for (const std::string& value : m_values) {
            texts.push_back(m_key.empty() ? QString() : settingText(m_key, value));
        }
        return texts;
    }

private:
    std::string m_key;
    std::vector<std::string> m_values;
    std::map<std::string, std::size_t> m_places;
};

plot::TickText tickTextOf(const keys::Measure& measure)
{
    return [&measure](double value) { return measureText(measure, value); };
}

plot::TickText tickTextOf(const std::string& key)
{
    return [key](double value) { return settingText(key, QString::number(value, 'g', 12).toStdString()); };
}

/// Whether all are above 0 and spread over more than a factor of ten.
template <typename Points, typename Of>
bool spreads(const Points& points, const Of& of)
{
    double least = HUGE_VAL;
    double most = 0;
    for (const auto& point : points) {
        least = std::min(least, of(point));
        most = std::max(most, of(point));
    }
    return least > 0 && most > 10 * least;
}

QColor colourOf(std::size_t place) { return style::categorical(static_cast<int>(place)); }

class Plane {
public:
    Plane(const keys::Sweep& sweep, const keys::PointResults& results, const ChartChoice& choice)
        : m_choice(choice), m_y(*keys::findMeasure(choice.y)), m_x(keys::findMeasure(choice.x)),
          m_columns(sweep, results, m_x ? std::string() : choice.x), m_values(sweep, results, choice.by)
    {}

    ChartContent make(const keys::Sweep& sweep, const keys::PointResults& results)
    {
        const std::vector<std::size_t> front =
            m_x ? frontOf(results, std::vector<std::string>{m_choice.x, m_choice.y}) : std::vector<std::size_t>();
        for (const auto& [number, result] : results) {
            const std::vector<keys::Setting> settings = settingsAt(sweep, number);
            plot::Scatter::Point point{xOf(settings, result), m_y.of(result), static_cast<int>(m_values.placeOf(settings)),
                                       std::binary_search(front.begin(), front.end(), number)};
            if (!result.hasSchedule() || !std::isfinite(point.x) || !std::isfinite(point.y)) {
                continue;
            }
            if (point.marked) {
                m_chart.line.push_back(m_chart.points.size());
            }
            m_chart.points.push_back(point);
            m_content.numbers.push_back(number);
        }
        finish();
        m_content.chart = std::move(m_chart);
        return std::move(m_content);
    }

private:
    [[nodiscard]] bool named() const { return !m_x && !keys::isNumeric(m_choice.x); }
    [[nodiscard]] double xOf(const std::vector<keys::Setting>& settings, const keys::PointResult& result) const
    {
        return m_x ? m_x->of(result) : named() ? static_cast<double>(m_columns.placeOf(settings)) : numberOf(valueOf(settings, m_choice.x));
    }

    void finish()
    {
        const auto& points = m_chart.points;
        std::sort(m_chart.line.begin(), m_chart.line.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(points[a].x, points[a].y) < std::pair(points[b].x, points[b].y);
        });
        const std::vector<QString> names = m_values.texts();
        for (std::size_t i = 0; i < names.size(); ++i) {
            m_chart.series.push_back({names[i], colourOf(i)});
        }
        m_chart.joinsSeries = !m_x;
        m_chart.xTitle = m_x ? measureLabel(*m_x) : settingLabel(m_choice.x);
        m_chart.yTitle = m_choice.by.empty() ? measureLabel(m_y) : ChartText::tr("%1, by %2").arg(measureLabel(m_y), settingLabel(m_choice.by));
        m_chart.yText = tickTextOf(m_y);
        m_chart.xText = m_x ? tickTextOf(*m_x) : tickTextOf(m_choice.x);
        m_chart.xNames = named() ? m_columns.texts() : std::vector<QString>();
        std::set<double> xs;
        for (const plot::Scatter::Point& point : points) {
            xs.insert(point.x);
        }
        if (!m_x && !named() && xs.size() <= mostTicks) {
            m_chart.xValues.assign(xs.begin(), xs.end());
        }
        m_chart.logarithmicX = !named() && spreads(points, [](const auto& point) { return point.x; });
        m_chart.logarithmicY = spreads(points, [](const auto& point) { return point.y; });
    }

    const ChartChoice& m_choice;
    const keys::Measure& m_y;
    const keys::Measure* m_x; ///< null: an axis
    Values m_columns;
    Values m_values;
    plot::Scatter m_chart;
    ChartContent m_content;
};

ChartContent heatMapOf(const keys::Sweep& sweep, const keys::PointResults& results, const ChartChoice& choice)
{
    const keys::Measure& measure = *keys::findMeasure(choice.by);
    const Values columns(sweep, results, choice.x);
    const Values rows(sweep, results, choice.y);
    plot::HeatMap map;
    ChartContent content;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> cells;
    for (const auto& [number, result] : results) {
        const std::vector<keys::Setting> settings = settingsAt(sweep, number);
        const std::pair place(columns.placeOf(settings), rows.placeOf(settings));
        const bool known = result.hasSchedule() && std::isfinite(measure.of(result));
        const std::optional<double> value = known ? std::optional(measure.of(result)) : std::nullopt;
        const auto [cell, isNew] = cells.emplace(place, map.cells.size());
        if (isNew) {
            map.cells.push_back({place.first, place.second, value});
            content.numbers.push_back(number);
            continue;
        }
        std::optional<double>& before = map.cells[cell->second].value;
        if (value && (!before || (measure.moreIsBetter ? *value > *before : *value < *before))) {
            before = value;
            content.numbers[cell->second] = number;
        }
    }
    map.columns = columns.texts();
    map.rows = rows.texts();
    map.xTitle = settingLabel(choice.x);
    map.yTitle = settingLabel(choice.y);
    map.valueTitle = measureLabel(measure);
    map.valueText = tickTextOf(measure);
    std::vector<double> values;
    for (const plot::HeatMap::Cell& cell : map.cells) {
        if (cell.value) {
            values.push_back(*cell.value);
        }
    }
    map.logarithmic = spreads(values, [](double value) { return value; });
    content.chart = std::move(map);
    return content;
}

ChartContent parallelOf(const keys::Sweep& sweep, const keys::PointResults& results, const ChartChoice& choice)
{
    plot::ParallelAxes chart;
    ChartContent content;
    const std::vector<std::string> axes = keysOf(sweep);
    std::vector<Values> values;
    for (const std::string& key : axes) {
        values.emplace_back(sweep, results, key);
        const bool named = !keys::isNumeric(key);
        chart.axes.push_back({settingLabel(key), named ? plot::TickText() : tickTextOf(key),
                              named ? values.back().texts() : std::vector<QString>(), false, {}});
    }
    for (const std::string_view key : parallelMeasures) {
        const keys::Measure& measure = *keys::findMeasure(key);
        chart.axes.push_back({measureLabel(measure), tickTextOf(measure), {}, false, {}});
    }
    const Values colours(sweep, results, choice.by);
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    for (const auto& [number, result] : results) {
        if (!result.hasSchedule()) {
            continue;
        }
        const std::vector<keys::Setting> settings = settingsAt(sweep, number);
        plot::ParallelAxes::Point point{{}, colourOf(colours.placeOf(settings)), std::binary_search(front.begin(), front.end(), number)};
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            point.values.push_back(keys::isNumeric(axes[axis]) ? numberOf(settings[axis].value)
                                                               : static_cast<double>(values[axis].placeOf(settings)));
        }
        for (const std::string_view key : parallelMeasures) {
            point.values.push_back(keys::findMeasure(key)->of(result));
        }
        chart.points.push_back(std::move(point));
        content.numbers.push_back(number);
    }
    for (std::size_t axis = 0; axis < chart.axes.size(); ++axis) {
        chart.axes[axis].logarithmic =
            chart.axes[axis].names.empty() && spreads(chart.points, [axis](const auto& point) { return point.values[axis]; });
    }
    content.chart = std::move(chart);
    return content;
}

} // namespace

ChartContent contentOf(const keys::Sweep& sweep, const keys::PointResults& results, const ChartChoice& choice)
{
    switch (choice.kind) {
    case ChartKind::HeatMap: return heatMapOf(sweep, results, choice);
    case ChartKind::Parallel: return parallelOf(sweep, results, choice);
    case ChartKind::Plane: break;
    }
    return Plane(sweep, results, choice).make(sweep, results);
}

QString pointText(const keys::Sweep& sweep, const keys::PointResults& results, std::size_t number)
{
    const keys::PointResult& result = results.at(number);
    QStringList lines;
    for (const keys::Setting& setting : settingsAt(sweep, number)) {
        lines << QStringLiteral("%1: %2").arg(settingLabel(setting.key), settingText(setting.key, setting.value));
    }
    if (!result.hasSchedule()) {
        return (lines << QString::fromStdString(result.reason)).join(QLatin1Char('\n'));
    }
    for (const keys::Measure& measure : keys::measures()) {
        lines << QStringLiteral("%1: %2").arg(measureLabel(measure), measureText(measure, measure.of(result)));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tilescape::ui::explore
