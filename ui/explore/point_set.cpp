#include "ui/explore/point_set.h"

#include "ui/explore/measure_text.h"
#include "ui/explore/setting_text.h"
#include "ui/style/origin.h"

#include <QCoreApplication>

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

struct PointTexts {
    Q_DECLARE_TR_FUNCTIONS(PointSet)
};

const std::string& wrongWith(const tilescape::explore::Design& design) { return design.violation.empty() ? design.total.reason : design.violation; }

} // namespace

const PointSet::Point* PointSet::find(std::size_t number) const
{
    const auto found = std::lower_bound(points.begin(), points.end(), number, [](const Point& point, std::size_t wanted) { return point.number < wanted; });
    return found == points.end() || found->number != number ? nullptr : &*found;
}

std::size_t PointSet::placeOf(const std::string& key) const
{
    return static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
}

QString PointSet::usualTitle() const { return isSearch ? PointTexts::tr("Designs of a search") : PointTexts::tr("Points of a sweep"); }

PointSet pointsOf(const tilescape::explore::Sweep& sweep, const tilescape::explore::PointResults& results)
{
    PointSet set{keysOf(sweep), {}, sweep.objectives, false};
    const std::vector<std::size_t> front = frontOf(results, sweep.objectives);
    set.points.reserve(results.size());
    for (const auto& [number, result] : results) {
        set.points.push_back({number, settingsAt(sweep, number), result, result.hasSchedule() ? std::string() : result.reason,
                              std::binary_search(front.begin(), front.end(), number)});
    }
    return set;
}

PointSet pointsOf(const tilescape::explore::ChipSearch& search, const tilescape::explore::SearchResult& result)
{
    PointSet set{keysOf(search.variables), {}, search.objectives, true};
    for (std::size_t i = 0; i < result.designs.size(); ++i) {
        const tilescape::explore::Design& design = result.designs[i];
        set.points.push_back({i, design.settings, design.total, wrongWith(design),
                              std::binary_search(result.front.begin(), result.front.end(), i),
                              !design.violation.empty() && !design.total.hasSchedule()});
    }
    if (!result.base.parts.empty()) {
        const schedule::Problem problem = problemWith(search.base, {});
        std::vector<tilescape::explore::Setting> settings;
        for (const std::string& key : set.keys) {
            settings.push_back({key, key == tilescape::explore::hardwareKey ? problem.hardware.name : tilescape::explore::valueText(problem, key)});
        }
        set.points.push_back({PointSet::baseNumber, std::move(settings), result.base.total, wrongWith(result.base), false});
    }
    return set;
}

PointSet pointsOf(const io::ExploredPoints& read)
{
    PointSet set{read.keys, {}, read.objectives, read.isSearch};
    const auto add = [&set](std::size_t number, const io::ExploredPoints::Point& point) {
        const std::string& wrong = point.violation.empty() ? point.result.reason : point.violation;
        set.points.push_back({number, point.settings, point.result, wrong, point.onFront,
                              !point.violation.empty() && !point.result.hasSchedule()});
    };
    set.points.reserve(read.points.size() + 1);
    for (std::size_t i = 0; i < read.points.size(); ++i) {
        add(i, read.points[i]);
    }
    if (read.base) {
        add(PointSet::baseNumber, *read.base);
    }
    return set;
}

QString pointText(const PointSet::Point& point)
{
    QStringList lines;
    if (point.number == PointSet::baseNumber) {
        lines << PointTexts::tr("The chip to begin with");
    }
    for (const tilescape::explore::Setting& setting : point.settings) {
        lines << QStringLiteral("%1: %2").arg(settingLabel(setting.key), settingText(setting.key, setting.value));
    }
    if (!point.isGood()) {
        lines << QString::fromStdString(point.wrong);
    }
    if (point.result.within) {
        lines << PointTexts::tr("Not solved itself: the best schedule of other points, at most %1 % above the bound that they give")
                     .arg(QString::number(*point.result.within * 100, 'g', 2));
    }
    if (!point.result.hasSchedule()) {
        return lines.join(QLatin1Char('\n'));
    }
    for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
        lines << QStringLiteral("%1: %2").arg(measureLabel(measure), measureText(measure, measure.of(point.result)));
    }
    lines << style::manualLine(style::Origin::Measures);
    return lines.join(QLatin1Char('\n'));
}

} // namespace tilescape::ui::explore
