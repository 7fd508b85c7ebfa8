#include "random_schedules.h"

#include "core/io/files.h"
#include "core/io/project_json.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <array>
#include <cmath>

namespace tst_energy_sums {

using namespace tilescape;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

using Component = double cost::Energy::*;
constexpr std::array<Component, 8> components{&cost::Energy::mac,       &cost::Energy::dram,        &cost::Energy::noc,
                                              &cost::Energy::buffer,    &cost::Energy::bus,         &cost::Energy::registers,
                                              &cost::Energy::staticPower, &cost::Energy::sharedBuffers};

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

double sumOf(const cost::Energy& energy)
{
    double sum = 0;
    for (const Component component : components) {
        sum += energy.*component;
    }
    return sum;
}

/// Layers add up to their segment, segments to the schedule, component by component and in total.
void checkSums(const Schedule& schedule)
{
    const hardware::Machine machine = hardware::machineOf(schedule.problem->hardware);
    std::vector<cost::Energy> segments(schedule.segments.size());
    cost::Energy all;
    for (const ScheduledLayer& layer : schedule.layers) {
        segments[static_cast<std::size_t>(layer.slot.segment)] += layer.cost.energy;
        all += layer.cost.energy;
        QVERIFY(close(sumOf(layer.cost.energy), layer.cost.energy.total()));
    }
    double cycles = 0;
    double total = 0;
    for (std::size_t number = 0; number < segments.size(); ++number) {
        const auto own = static_cast<double>(pipeline::cyclesOf(schedule.segments[number], segments.size() == 1));
        QVERIFY(close(segments[number].staticPower, machine.prices.staticPjPerCycle * own));
        cycles += own;
        total += segments[number].total();
    }
    QCOMPARE(cycles, schedule.totals.cycles);
    QVERIFY(close(total, schedule.totals.energy.total()));
    QVERIFY(close(schedule.totals.energy.staticPower, machine.prices.staticPjPerCycle * cycles));
    for (const Component component : components) {
        QVERIFY(close(all.*component, schedule.totals.energy.*component));
    }
}

/// In a segment, tiles that work as long pay alike.
void checkShares(const Schedule& schedule)
{
    for (const ScheduledLayer& one : schedule.layers) {
        for (const ScheduledLayer& other : schedule.layers) {
            const auto work = [](const ScheduledLayer& layer) {
                return static_cast<double>(layer.scheme.region.extent.size()) * layer.cost.cycles;
            };
            if (one.slot.segment == other.slot.segment) {
                QVERIFY(close(one.cost.energy.staticPower * work(other), other.cost.energy.staticPower * work(one)));
            }
        }
    }
}

QJsonObject parse(const std::string& text) { return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object(); }

/// The same of what is written into files.
void checkFiles(const Schedule& schedule)
{
    const QJsonObject file = parse(io::writeScheduleJson(schedule));
    const QJsonObject total = file["total"].toObject()["energy_pj"].toObject();
    for (const QString& key : total.keys()) {
        double sum = 0;
        for (const QJsonValue& layer : file["layers"].toArray()) {
            sum += layer.toObject()["energy_pj"].toObject()[key].toDouble();
        }
        QVERIFY2(close(sum, total[key].toDouble()), qPrintable(key));
    }

    const QStringList lines = QString::fromStdString(io::writeScheduleCsv(schedule)).trimmed().split(u'\n');
    const QStringList columns = lines.front().split(u',');
    for (const auto& [column, key] : {std::pair{"energy_pj", "total"}, std::pair{"static_pj", "static"}, std::pair{"noc_pj", "noc"}}) {
        double sum = 0;
        for (qsizetype line = 1; line < lines.size(); ++line) {
            sum += lines[line].split(u',')[columns.indexOf(QLatin1String(column))].toDouble();
        }
        QVERIFY2(close(sum, total[QLatin1String(key)].toDouble()), column);
    }
}

} // namespace

/// Energies of parts add up to those of the whole, and shares to one.
class TestEnergySums : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsOfRandomSchedulesAddUp()
    {
        samples::Dice dice(17);
        int together = 0;
        for (int number = 0; number < 300; ++number) {
            samples::RandomSchedule random = samples::randomSchedule(dice);
            random.problem.hardware.staticMilliwatts = static_cast<double>(dice.upTo(1000));
            const Schedule schedule = random.evaluated();
            checkSums(schedule);
            checkShares(schedule);
            checkFiles(schedule);
            together += schedule.layers.size() > schedule.segments.size() ? 1 : 0;
        }
        QVERIFY(together > 100);
    }

    /// As the reference counts, each layer pays for its own time: those of a segment seldom for that of the segment.
    void asTheReferenceCountsLayersPayForTheirOwnTime()
    {
        samples::Dice dice(18);
        int others = 0;
        for (int number = 0; number < 200; ++number) {
            samples::RandomSchedule random = samples::randomSchedule(dice);
            random.problem.space.counts = Counts::Reference;
            random.problem.hardware.staticMilliwatts = 100;
            const Schedule schedule = random.evaluated();
            const double pjPerCycle = hardware::machineOf(random.problem.hardware).prices.staticPjPerCycle;
            double sum = 0;
            for (const ScheduledLayer& layer : schedule.layers) {
                QCOMPARE(layer.cost.energy.staticPower, pjPerCycle * layer.cost.cycles);
                sum += layer.cost.energy.staticPower;
            }
            QVERIFY(close(schedule.totals.energy.staticPower, pjPerCycle * schedule.totals.cycles));
            others += close(sum, schedule.totals.energy.staticPower) ? 0 : 1;
        }
        QVERIFY(others > 20);
    }

    void partsOfTheExamplesAddUp_data()
    {
        QTest::addColumn<QString>("path");
        QDirIterator files(TILESCAPE_SOURCE_DIR "/examples", {"*.tilescape"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
    }

    void partsOfTheExamplesAddUp()
    {
        QFETCH(QString, path);
        schedule::Problem problem = io::readProject(io::readFile(path.toStdString()).value(), path.toStdString()).value();
        problem.solver = "kapla"; // takes less time, and the law holds whoever searches
        const Schedule schedule = schedule::solve(problem);
        QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
        checkSums(schedule);
        checkShares(schedule);
        checkFiles(schedule);
    }
};

TILESCAPE_TEST(TestEnergySums)

} // namespace tst_energy_sums
#include "tst_energy_sums.moc"
