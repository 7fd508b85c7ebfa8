#include "ui/explore/chart_content.h"

#include "core/explore/pareto_front.h"
#include "core/hardware/hardware.h"
#include "core/support/quantity_text.h"
#include "ui/explore/measure_text.h"
#include "ui/explore/setting_text.h"
#include "ui/plot/round_numbers.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

constexpr std::size_t mostColours = 7; ///< that are told apart
constexpr qsizetype mostOverNamed = 2; ///< axes, in the title of a heat map's values
constexpr int mostTicks = 16; ///< values of an axis that each have a tick
constexpr std::array<std::string_view, 4> parallelMeasures{"energy_pj", "delay_s", "area_mm2", "gops_per_w"};

struct ChartText {
    Q_DECLARE_TR_FUNCTIONS(ExploreChart)
};

double numberOf(const std::string& text) { return support::readQuantity(text, "").value_or(HUGE_VAL); }

/// What stands in cells, and gives values to axes and colours.
bool isInCharts(const PointSet::Point& point) { return point.isGood() && point.number != PointSet::baseNumber; }

/// The different values that a key has, numbers ascending; a single empty one without a key. The chip that a search began with adds none.
class Values {
public:
    Values(const PointSet& set, std::string key) : m_key(std::move(key)), m_place(set.placeOf(m_key))
    {
        std::set<std::string> seen;
        for (const PointSet::Point& point : set.points) {
            if (point.number != PointSet::baseNumber && seen.insert(valueOf(point)).second) {
                m_values.push_back(valueOf(point));
            }
        }
        if (keys::isNumeric(m_key)) {
            std::stable_sort(m_values.begin(), m_values.end(), [](const auto& a, const auto& b) { return numberOf(a) < numberOf(b); });
        }
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_places.emplace(m_values[i], i);
        }
    }
    [[nodiscard]] std::string valueOf(const PointSet::Point& point) const
    {
        return m_key.empty() ? std::string() : point.settings[m_place].value;
    }
    [[nodiscard]] std::size_t placeOf(const PointSet::Point& point) const { return m_places.at(valueOf(point)); }
    [[nodiscard]] std::size_t count() const { return m_values.size(); }
    /// Of many numbers a scale of colours, of names and few numbers each its own.
    [[nodiscard]] QColor colourAt(std::size_t place) const
    {
        return isScale() ? style::blend(style::categorical(0), style::categorical(1), static_cast<double>(place) / static_cast<double>(count() - 1))
                         : style::categorical(static_cast<int>(place));
    }
    /// Only what has a colour of its own.
    [[nodiscard]] int shapeAt(std::size_t place) const { return isScale() ? 0 : static_cast<int>(place); }
    /// The ends of a scale, or all.
    [[nodiscard]] bool isInLegend(std::size_t place) const { return !isScale() || place == 0 || place + 1 == count(); }
    [[nodiscard]] std::vector<double> numbers() const
    {
        std::vector<double> numbers;
        std::transform(m_values.begin(), m_values.end(), std::back_inserter(numbers), numberOf);
        return numbers;
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
    [[nodiscard]] bool isScale() const { return keys::isNumeric(m_key) && count() > mostColours; }

    std::string m_key;
    std::size_t m_place = 0; ///< among a point's settings
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

class Plane {
public:
    Plane(const PointSet& set, const ChartChoice& choice)
        : m_set(set), m_choice(choice), m_y(*keys::findMeasure(choice.y)), m_x(keys::findMeasure(choice.x)),
          m_columns(set, m_x ? std::string() : choice.x), m_values(set, choice.by)
    {}

    ChartContent make()
    {
        for (const PointSet::Point& each : m_set.points) {
            const bool isBase = each.number == PointSet::baseNumber;
            if (!(isBase && m_x ? each.result.hasSchedule() : isInCharts(each))) {
                continue;
            }
            const plot::Scatter::Point point{xOf(each), m_y.of(each.result), isBase ? 0 : static_cast<int>(m_values.placeOf(each)), false};
            if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
                continue;
            }
            if (isBase) {
                m_chart.reference = m_chart.points.size();
                m_chart.referenceName =
                    each.isGood() ? ChartText::tr("to begin with") : ChartText::tr("to begin with, not allowed");
            }
            m_chart.points.push_back(point);
            m_content.numbers.push_back(each.number);
        }
        markFront();
        finish();
        m_content.chart = std::move(m_chart);
        return std::move(m_content);
    }

private:
    [[nodiscard]] bool named() const { return !m_x && !keys::isNumeric(m_choice.x); }
    [[nodiscard]] double xOf(const PointSet::Point& point) const
    {
        return m_x ? m_x->of(point.result) : named() ? static_cast<double>(m_columns.placeOf(point)) : numberOf(m_columns.valueOf(point));
    }

    /// Of the two measures that are shown.
    void markFront()
    {
        if (!m_x) {
            return;
        }
        std::vector<std::size_t> candidates;
        std::vector<std::vector<double>> rows;
        for (std::size_t i = 0; i < m_chart.points.size(); ++i) {
            if (i != m_chart.reference) {
                candidates.push_back(i);
                rows.push_back({m_chart.points[i].x * (m_x->moreIsBetter ? -1 : 1), m_chart.points[i].y * (m_y.moreIsBetter ? -1 : 1)});
            }
        }
        for (const std::size_t row : keys::paretoFront(rows)) {
            m_chart.points[candidates[row]].marked = true;
            m_chart.line.push_back(candidates[row]);
        }
        m_chart.lineName = ChartText::tr("Pareto front of the two axes");
    }

    /// The line of a series goes through its best point at each value of the axis.
    void joinBest()
    {
        std::map<std::pair<int, double>, plot::Scatter::Point*> best;
        for (plot::Scatter::Point& point : m_chart.points) {
            plot::Scatter::Point*& known = best[{point.series, point.x}];
            if (known && (m_y.moreIsBetter ? point.y <= known->y : point.y >= known->y)) {
                point.joined = false;
            } else {
                if (known) {
                    known->joined = false;
                }
                known = &point;
            }
        }
    }

    void finish()
    {
        const auto& points = m_chart.points;
        std::sort(m_chart.line.begin(), m_chart.line.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(points[a].x, points[a].y) < std::pair(points[b].x, points[b].y);
        });
        const std::vector<QString> names = m_values.texts();
        for (std::size_t i = 0; i < names.size(); ++i) {
            m_chart.series.push_back({m_values.isInLegend(i) ? names[i] : QString(), m_values.colourAt(i), m_values.shapeAt(i)});
        }
        m_chart.joinsSeries = !m_x && !named();
        if (m_chart.joinsSeries) {
            joinBest();
        }
        m_chart.xTitle = m_x ? measureLabel(*m_x) : settingLabel(m_choice.x);
        m_chart.yTitle = m_choice.by.empty() ? measureLabel(m_y) : ChartText::tr("%1, by %2").arg(measureLabel(m_y), settingLabel(m_choice.by));
        m_chart.yText = tickTextOf(m_y);
        m_chart.xText = m_x ? tickTextOf(*m_x) : tickTextOf(m_choice.x);
        m_chart.xNames = named() ? m_columns.texts() : std::vector<QString>();
        std::set<double> xs;
        for (const plot::Scatter::Point& point : points) {
            xs.insert(point.x);
        }
        if (!m_x && !named() && xs.size() <= std::size_t{mostTicks}) {
            m_chart.xValues.assign(xs.begin(), xs.end());
        } else if (!m_x && keys::unitOf(m_choice.x) == "B") {
            m_chart.xValues = plot::roundNumbers(*xs.begin(), *xs.rbegin(), mostTicks, {true, true});
        }
        m_chart.logarithmicX = !named() && spreads(points, [](const auto& point) { return point.x; });
        m_chart.logarithmicY = spreads(points, [](const auto& point) { return point.y; });
    }

    const PointSet& m_set;
    const ChartChoice& m_choice;
    const keys::Measure& m_y;
    const keys::Measure* m_x; ///< null: an axis
    Values m_columns;
    Values m_values;
    plot::Scatter m_chart;
    ChartContent m_content;
};

/// How many of the numbers, which ascend, are not unlimited.
std::size_t limitedOf(const std::vector<double>& numbers)
{
    return static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), hardware::unlimited)
                                    - numbers.begin());
}

plot::HeatMap::Numbers numbersOf(const Values& values, const std::string& key)
{
    if (!keys::isNumeric(key)) {
        return {};
    }
    const std::vector<double> numbers = values.numbers();
    const std::size_t limited = limitedOf(numbers);
    if (limited == 0) {
        return {};
    }
    const double least = numbers.front();
    const double most = numbers[limited - 1];
    const double middle = numbers[limited / 2];
    const bool logarithmic = least > 0 && most > 4 * least && middle * middle < 1.5 * least * most;
    return {numbers, tickTextOf(key), {logarithmic, keys::unitOf(key) == "B"}};
}

/// What else the points differ in than the axes of the heat map: a cell has the best of them.
QStringList otherAxes(const PointSet& set, const ChartChoice& choice)
{
    QStringList others;
    for (const std::string& key : set.keys) {
        if (key != choice.x && key != choice.y && Values(set, key).count() > 1) {
            others << settingLabel(key);
        }
    }
    return others;
}

ChartContent heatMapOf(const PointSet& set, const ChartChoice& choice)
{
    const keys::Measure& measure = *keys::findMeasure(choice.by);
    const Values columns(set, choice.x);
    const Values rows(set, choice.y);
    plot::HeatMap map;
    ChartContent content;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> cells;
    bool isShared = false; // some cell, by several points
    for (const PointSet::Point& point : set.points) {
        if (point.number == PointSet::baseNumber) {
            continue;
        }
        const std::pair place(columns.placeOf(point), rows.placeOf(point));
        const bool known = point.isGood() && std::isfinite(measure.of(point.result));
        const std::optional<double> value = known ? std::optional(measure.of(point.result)) : std::nullopt;
        const auto [cell, isNew] = cells.emplace(place, map.cells.size());
        if (isNew) {
            map.cells.push_back({place.first, place.second, value});
            content.numbers.push_back(point.number);
            continue;
        }
        isShared = true;
        std::optional<double>& before = map.cells[cell->second].value;
        if (value && (!before || (measure.moreIsBetter ? *value > *before : *value < *before))) {
            before = value;
            content.numbers[cell->second] = point.number;
        }
    }
    map.columns = columns.texts();
    map.rows = rows.texts();
    map.columnNumbers = numbersOf(columns, choice.x);
    map.rowNumbers = numbersOf(rows, choice.y);
    map.xTitle = settingLabel(choice.x);
    map.yTitle = settingLabel(choice.y);
    map.valueTitle = measureLabel(measure);
    if (const QStringList over = isShared ? otherAxes(set, choice) : QStringList(); !over.isEmpty()) {
        map.valueTitle = (measure.moreIsBetter ? ChartText::tr("%1, most over %2") : ChartText::tr("%1, least over %2"))
                             .arg(map.valueTitle, over.size() > mostOverNamed ? ChartText::tr("other axes")
                                                                              : over.join(ChartText::tr(", ")));
    }
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

ChartContent parallelOf(const PointSet& set, const ChartChoice& choice)
{
    plot::ParallelAxes chart;
    ChartContent content;
    const std::vector<std::string>& axes = set.keys;
    std::vector<Values> values;
    for (const std::string& key : axes) {
        values.emplace_back(set, key);
        // What is unlimited lies nowhere on a scale.
        const bool named = !keys::isNumeric(key) || limitedOf(values.back().numbers()) < values.back().count();
        chart.axes.push_back({settingLabel(key), named ? plot::TickText() : tickTextOf(key),
                              named ? values.back().texts() : std::vector<QString>(), false, {}});
    }
    for (const std::string_view key : parallelMeasures) {
        const keys::Measure& measure = *keys::findMeasure(key);
        chart.axes.push_back({measureLabel(measure), tickTextOf(measure), {}, false, {}});
    }
    const Values colours(set, choice.by);
    for (const PointSet::Point& each : set.points) {
        if (!each.isGood() || each.number == PointSet::baseNumber) {
            continue;
        }
        plot::ParallelAxes::Point point{{}, colours.colourAt(colours.placeOf(each)), each.onFront};
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            point.values.push_back(chart.axes[axis].names.empty() ? numberOf(each.settings[axis].value)
                                                                  : static_cast<double>(values[axis].placeOf(each)));
        }
        for (const std::string_view key : parallelMeasures) {
            point.values.push_back(keys::findMeasure(key)->of(each.result));
        }
        chart.points.push_back(std::move(point));
        content.numbers.push_back(each.number);
    }
    for (std::size_t axis = 0; axis < chart.axes.size(); ++axis) {
        chart.axes[axis].logarithmic =
            chart.axes[axis].names.empty() && spreads(chart.points, [axis](const auto& point) { return point.values[axis]; });
    }
    const std::vector<QString> names = colours.texts();
    for (std::size_t i = 0; i < names.size() && !choice.by.empty(); ++i) {
        if (colours.isInLegend(i)) {
            chart.colours.push_back({names[i], colours.colourAt(i)});
        }
    }
    chart.colourTitle = choice.by.empty() ? QString() : settingLabel(choice.by);
    chart.markedName = ChartText::tr("on the Pareto front");
    content.chart = std::move(chart);
    return content;
}

} // namespace

ChartContent contentOf(const PointSet& set, const ChartChoice& choice)
{
    switch (choice.kind) {
    case ChartKind::HeatMap: return heatMapOf(set, choice);
    case ChartKind::Parallel: return parallelOf(set, choice);
    case ChartKind::Plane: break;
    }
    return Plane(set, choice).make();
}

} // namespace tilescape::ui::explore
