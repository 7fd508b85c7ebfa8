#include "ui/explore/points_chart.h"

#include "core/support/quantity_text.h"
#include "ui/explore/axis_row.h"
#include "ui/explore/measure_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <set>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

constexpr double border = 8;          ///< pixels around the chart
constexpr std::size_t mostTicks = 16; ///< values of an axis that each have a tick

const std::string& valueOf(const std::vector<keys::Setting>& settings, const std::string& key)
{
    return std::find_if(settings.begin(), settings.end(), [&](const keys::Setting& each) { return each.key == key; })->value;
}

/// The different values that the key has, numbers ascending.
std::vector<std::string> valuesOf(const keys::Sweep& sweep, const keys::PointResults& results, const std::string& key)
{
    std::vector<std::string> values;
    for (const auto& [number, result] : results) {
        const std::string value = valueOf(settingsAt(sweep, number), key);
        if (std::find(values.begin(), values.end(), value) == values.end()) {
            values.push_back(value);
        }
    }
    if (keys::isNumeric(key)) {
        const auto number = [](const std::string& text) { return support::readQuantity(text, "").value_or(HUGE_VAL); };
        std::stable_sort(values.begin(), values.end(), [&](const auto& a, const auto& b) { return number(a) < number(b); });
    }
    return values;
}

QString pointText(const std::vector<keys::Setting>& settings, const keys::PointResult& result)
{
    QStringList lines;
    for (const keys::Setting& setting : settings) {
        lines << QStringLiteral("%1: %2").arg(settingLabel(setting.key), settingText(setting.key, setting.value));
    }
    for (const keys::Measure& measure : keys::measures()) {
        lines << QStringLiteral("%1: %2").arg(measureLabel(measure), measureText(measure, measure.of(result)));
    }
    return lines.join(QLatin1Char('\n'));
}

/// Whether all are above 0 and spread over more than a factor of ten.
bool spreads(const plot::Scatter& chart, double plot::Scatter::Point::*of)
{
    double least = HUGE_VAL;
    double most = 0;
    for (const plot::Scatter::Point& point : chart.points) {
        least = std::min(least, point.*of);
        most = std::max(most, point.*of);
    }
    return least > 0 && most > 10 * least;
}

plot::TickText tickTextOf(const keys::Measure& measure)
{
    return [&measure](double value) { return measureText(measure, value); };
}

/// One colour for each value of the key; none for all.
std::vector<plot::Scatter::Series> seriesFor(const std::string& by, const std::vector<std::string>& values)
{
    std::vector<plot::Scatter::Series> series;
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.push_back({by.empty() ? QString() : settingText(by, values[i]), style::categorical(static_cast<int>(i))});
    }
    return series;
}

} // namespace

PointsChart::PointsChart(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("pointsChart"));
    setAccessibleName(tr("Points of the sweep"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void PointsChart::setContent(const keys::Sweep& sweep, const keys::PointResults& results, const ChartChoice& choice)
{
    const std::optional<std::size_t> chosen = m_chart.chosen ? std::optional(m_numbers[*m_chart.chosen]) : std::nullopt;
    m_chart = {};
    m_numbers.clear();
    m_texts.clear();
    const keys::Measure& y = *keys::findMeasure(choice.y);
    const keys::Measure* x = keys::findMeasure(choice.x);
    const bool named = !x && !keys::isNumeric(choice.x);
    const std::vector<std::string> columns = named ? valuesOf(sweep, results, choice.x) : std::vector<std::string>();
    const std::vector<std::string> values = choice.by.empty() ? std::vector<std::string>{""} : valuesOf(sweep, results, choice.by);
    const auto placeIn = [](const std::vector<std::string>& list, const std::string& value) {
        return static_cast<int>(std::find(list.begin(), list.end(), value) - list.begin());
    };
    const std::vector<std::size_t> front =
        x ? frontOf(results, std::vector<std::string>{choice.x, choice.y}) : std::vector<std::size_t>();
    for (const auto& [number, result] : results) {
        const std::vector<keys::Setting> settings = settingsAt(sweep, number);
        plot::Scatter::Point point;
        point.x = x ? x->of(result) : named ? placeIn(columns, valueOf(settings, choice.x))
                                            : support::readQuantity(valueOf(settings, choice.x), "").value_or(HUGE_VAL);
        point.y = y.of(result);
        if (!result.hasSchedule() || !std::isfinite(point.x) || !std::isfinite(point.y)) {
            continue;
        }
        point.series = choice.by.empty() ? 0 : placeIn(values, valueOf(settings, choice.by));
        point.marked = std::binary_search(front.begin(), front.end(), number);
        if (point.marked) {
            m_chart.line.push_back(m_chart.points.size());
        }
        m_chart.points.push_back(point);
        m_numbers.push_back(number);
        m_texts.push_back(pointText(settings, result));
    }
    const auto& points = m_chart.points;
    std::sort(m_chart.line.begin(), m_chart.line.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(points[a].x, points[a].y) < std::pair(points[b].x, points[b].y);
    });
    m_chart.series = seriesFor(choice.by, values);
    m_chart.joinsSeries = !x;
    m_chart.xTitle = x ? measureLabel(*x) : settingLabel(choice.x);
    m_chart.yTitle = choice.by.empty() ? measureLabel(y) : tr("%1, by %2").arg(measureLabel(y), settingLabel(choice.by));
    m_chart.yText = tickTextOf(y);
    if (x) {
        m_chart.xText = tickTextOf(*x);
    } else {
        m_chart.xText = [key = choice.x](double value) { return settingText(key, QString::number(value, 'g', 12).toStdString()); };
    }
    for (const std::string& column : columns) {
        m_chart.xNames.push_back(settingText(choice.x, column));
    }
    std::set<double> xValues;
    for (const plot::Scatter::Point& point : points) {
        xValues.insert(point.x);
    }
    if (!x && !named && xValues.size() <= mostTicks) {
        m_chart.xValues.assign(xValues.begin(), xValues.end());
    }
    m_chart.logarithmicX = !named && spreads(m_chart, &plot::Scatter::Point::x);
    m_chart.logarithmicY = spreads(m_chart, &plot::Scatter::Point::y);
    setAccessibleDescription(tr("%1 against %2: %n points", nullptr, static_cast<int>(points.size())).arg(m_chart.yTitle, m_chart.xTitle));
    setChosen(chosen);
}

void PointsChart::setChosen(std::optional<std::size_t> number)
{
    const auto found = number ? std::find(m_numbers.begin(), m_numbers.end(), *number) : m_numbers.end();
    m_chart.chosen = found == m_numbers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_numbers.begin()));
    update();
}

QPointF PointsChart::placeOf(std::size_t index) const { return chartLayout().at(m_chart.points[index]); }

plot::ScatterLayout PointsChart::chartLayout() const
{
    return layOut(m_chart, QRectF(rect()).adjusted(border, border, -border, -border / 2), font());
}

void PointsChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (m_chart.points.empty()) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Run a sweep: every point is a schedule of the open problem with other values along the axes."));
        return;
    }
    paint(painter, m_chart, chartLayout(), palette(), font());
}

bool PointsChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto index = chartLayout().pointAt(m_chart, help->pos())) {
        QToolTip::showText(help->globalPos(), m_texts[*index], this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void PointsChart::mouseMoveEvent(QMouseEvent* event)
{
    const bool over = chartLayout().pointAt(m_chart, event->position()).has_value();
    setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PointsChart::mouseReleaseEvent(QMouseEvent* event)
{
    const auto index = chartLayout().pointAt(m_chart, event->position());
    if (index && event->button() == Qt::LeftButton) {
        setChosen(m_numbers[*index]);
        Q_EMIT pointAsked(m_numbers[*index]);
    }
}

/// To the next point by x.
void PointsChart::step(int by)
{
    std::vector<std::size_t> order(m_chart.points.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    const auto& points = m_chart.points;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(points[a].x, points[a].y) < std::pair(points[b].x, points[b].y);
    });
    const auto found = m_chart.chosen ? std::find(order.begin(), order.end(), *m_chart.chosen) : order.end();
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t place = found == order.end() ? (by > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(found - order.begin() + by, 0, last);
    setChosen(m_numbers[order[static_cast<std::size_t>(place)]]);
}

void PointsChart::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by != 0 && !m_chart.points.empty()) {
        step(by);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_chart.chosen) {
        Q_EMIT pointAsked(m_numbers[*m_chart.chosen]);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace tilescape::ui::explore
