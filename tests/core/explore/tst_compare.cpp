#include "tests/core/schedule/random_schedules.h"

#include "core/explore/compare.h"
#include "core/explore/difference_text.h"
#include "core/io/difference_json.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <set>

namespace tst_compare {

using namespace tilescape;
using namespace tilescape::explore;
using schedule::Schedule;

namespace {

bool isClose(double a, double b, double scale) { return std::abs(a - b) <= 1e-12 * scale; }

/// The parts' differences add up to that of the totals, term by term; each segment of either schedule lies in one part.
void checkSums(const Schedule& before, const Schedule& after)
{
    const ScheduleDifference difference = compare(before, after);
    Amounts then;
    Amounts now;
    std::size_t segmentsBefore = 0;
    std::size_t segmentsAfter = 0;
    std::multiset<std::string> names;
    for (const ChangedPart& part : difference.parts) {
        then += part.before;
        now += part.after;
        segmentsBefore += part.segmentsBefore;
        segmentsAfter += part.segmentsAfter;
        names.insert(part.layers.begin(), part.layers.end());
        QVERIFY(!describe(part, difference).empty());
    }
    QCOMPARE(then.cycles.total(), before.totals.cycles);
    QCOMPARE(now.cycles.total(), after.totals.cycles);
    const double energy = before.totals.energy.total() + after.totals.energy.total();
    for (const EnergyTerm& term : energyTerms()) {
        QVERIFY2(isClose(now.energy.*term.value - then.energy.*term.value,
                         after.totals.energy.*term.value - before.totals.energy.*term.value, energy),
                 term.key.data());
    }
    QVERIFY(isClose(now.energy.total() - then.energy.total(), after.totals.energy.total() - before.totals.energy.total(), energy));
    QCOMPARE(segmentsBefore, before.segments.size());
    QCOMPARE(segmentsAfter, after.segments.size());
    QCOMPARE(names.size(), difference.layers.size());
    for (const LayerDifference& layer : difference.layers) {
        QCOMPARE(names.count(layer.name), std::size_t{1});
    }
}

void checkCycleTerms(const Schedule& schedule)
{
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const CycleTerms terms = cycleTermsOf(schedule, number);
        QCOMPARE(terms.total(),
                 static_cast<double>(pipeline::cyclesOf(schedule.segments[number], schedule.segments.size() == 1)));
        for (const CycleTerm& term : cycleTerms()) {
            QVERIFY2(terms.*term.value >= 0 && terms.*term.value == std::floor(terms.*term.value), term.key.data());
        }
    }
}

schedule::Problem alexnet()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.batch = 16;
    problem.solver = "kapla";
    problem.space.spatialPipelining = true;
    return problem;
}

const ChangedPart& partOf(const ScheduleDifference& difference, std::string_view layer)
{
    for (const ChangedPart& part : difference.parts) {
        if (std::find(part.layers.begin(), part.layers.end(), layer) != part.layers.end()) {
            return part;
        }
    }
    qFatal("No part has the layer.");
}

Amounts withEnergy(double dram, double noc)
{
    Amounts amounts;
    amounts.energy.dram = dram;
    amounts.energy.noc = noc;
    return amounts;
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Sums in another order differ in their last digits; that has no sign.
    void whatRoundingLeavesIsNoDifference()
    {
        using namespace tilescape::explore;
        QCOMPARE(signedEnergy(-1e-4), std::string("\u00b10 pJ"));
        QCOMPARE(signedEnergy(-1.5), std::string("-1.50 pJ"));
        QCOMPARE(signedCycles(-0.2), std::string("\u00b10 cycles"));
        QCOMPARE(signedCycles(-1), std::string("-1 cycle"));
        QCOMPARE(signedCycles(1234), std::string("+1,234 cycles"));
    }

    /// Whatever the two schedules are: of one network, or of two whose layers bear the same names in part.
    void partsOfRandomPairsAddUp()
    {
        samples::Dice dice(31);
        for (int number = 0; number < 200; ++number) {
            auto first = samples::randomSchedule(dice);
            auto second = samples::randomSchedule(dice);
            for (auto* random : {&first, &second}) {
                random->problem.hardware.staticMilliwatts = static_cast<double>(dice.upTo(1000));
                random->problem.space.counts = dice.once(4) ? Counts::Reference : Counts::Executed;
            }
            const Schedule one = first.evaluated();
            const Schedule other = second.evaluated();
            checkCycleTerms(one);
            checkSums(one, other);
            checkSums(one, one);
        }
    }

    void aScheduleDoesNotDifferFromItself()
    {
        samples::Dice dice(32);
        for (int number = 0; number < 20; ++number) {
            const Schedule schedule = samples::randomSchedule(dice).evaluated();
            const ScheduleDifference difference = compare(schedule, schedule);
            QCOMPARE(difference.parts.size(), std::size_t{1});
            QVERIFY(difference.parts.front().runsAsBefore());
            for (const LayerDifference& layer : difference.layers) {
                QVERIFY(!layer.isChanged());
            }
            QVERIFY(describe(difference.parts.front(), difference).ends_with("as before: no difference"));
        }
    }

    /// At other prices the same schemes cost something else, and no layer changed.
    void pricesAloneMoveNoLayer()
    {
        samples::Dice dice(33);
        samples::RandomSchedule random = samples::randomSchedule(dice);
        const Schedule before = random.evaluated();
        random.problem.hardware.dramPj *= 2;
        const ScheduleDifference difference = compare(before, random.evaluated());
        QCOMPARE(difference.parts.size(), std::size_t{1});
        const ChangedPart& part = difference.parts.front();
        QVERIFY(part.runsAsBefore());
        QCOMPARE(part.after.energy.dram, 2 * part.before.energy.dram);
        QCOMPARE(part.after.energy.noc, part.before.energy.noc);
        QVERIFY(QString::fromStdString(describe(part, difference)).contains("as before: +"));
    }

    /// The three largest terms by name, the sum of the rest: together the whole difference.
    void termsThatAreNotNamedAreSummedUp()
    {
        ScheduleDifference difference;
        difference.layers.push_back({"conv", 0, 0, {}});
        ChangedPart part;
        part.layers = {"conv"};
        part.segmentsBefore = part.segmentsAfter = 1;
        part.after.energy.dram = 500;
        part.after.energy.noc = -400;
        part.after.energy.bus = 300;
        QVERIFY(!QString::fromStdString(describe(part, difference)).contains("other"));
        part.after.energy.mac = 20;
        QVERIFY(QString::fromStdString(describe(part, difference)).contains("+300 pJ bus, +20.0 pJ MAC"));
        part.after.energy.staticPower = -5;
        QVERIFY(QString::fromStdString(describe(part, difference))
                    .contains("+500 pJ DRAM, -400 pJ NoC, +300 pJ bus, +15.0 pJ in 2 others"));
    }

    /// Layers that join a segment are one part with it, and the sentence says so.
    void layersThatNowRunTogetherAreOnePart()
    {
        schedule::Problem problem = alexnet();
        const Schedule together = schedule::solve(problem);
        problem.space.spatialPipelining = false;
        problem.space.keepOutputsOnChip = false;
        const Schedule apart = schedule::solve(problem);
        const ScheduleDifference difference = compare(apart, together);
        int joined = 0;
        for (const ChangedPart& part : difference.parts) {
            if (part.segmentsBefore > 1 && part.segmentsAfter == 1) {
                ++joined;
                QVERIFY(part.changed[Aspect::Segment]);
                QVERIFY(QString::fromStdString(describe(part, difference)).contains(" now one segment: "));
            }
        }
        QVERIFY(joined > 0);
        checkSums(apart, together);
    }

    void theLargestDifferenceComesFirst()
    {
        schedule::Problem problem = alexnet();
        const Schedule before = schedule::solve(problem);
        problem.hardware.bufferBytesPerTile *= 2;
        for (const auto goal : {search::Goal::Energy, search::Goal::Delay}) {
            problem.goal = goal;
            const ScheduleDifference difference = compare(before, schedule::solve(problem));
            QVERIFY(std::is_sorted(difference.parts.begin(), difference.parts.end(), [goal](const auto& a, const auto& b) {
                const auto size = [goal](const ChangedPart& part) {
                    return goal == search::Goal::Energy ? std::abs(part.after.energy.total() - part.before.energy.total())
                                                        : std::abs(part.after.cycles.total() - part.before.cycles.total());
                };
                return size(a) > size(b);
            }));
        }
    }

    /// Only what a person would call a change is marked: the order of loops that run once is none.
    void onlyWhatRunsDifferentlyIsMarked()
    {
        samples::Dice dice(34);
        samples::RandomSchedule random = samples::randomSchedule(dice);
        const Schedule before = random.evaluated();
        dataflow::Blocking& blocking = random.schemes.front().scheme.blocking;
        blocking.factors = {{{{1, 2, 1}, {1, 2, 1}, {1, 1, 1}}}};
        Schedule one = before;
        one.layers.front().scheme.blocking = blocking;
        Schedule other = one;
        std::reverse(other.layers.front().scheme.blocking.order[0].begin(), other.layers.front().scheme.blocking.order[0].end());
        QVERIFY(!compare(one, other).layers.front().isChanged());
        auto& order = other.layers.front().scheme.blocking.order[1];
        std::swap(*std::find(order.begin(), order.end(), Loop::InputChannel), *std::find(order.begin(), order.end(), Loop::OutputChannel));
        const LayerDifference& layer = compare(one, other).layers.front();
        QCOMPARE(changesText(layer.changed), std::string("loop order"));
        other.layers.front().scheme.blocking.factors[Loop::Batch][1] = 3;
        QCOMPARE(changesText(compare(one, other).layers.front().changed), std::string("loop order and blocking"));
    }

    void layersOfOneNetworkOnlyAreNewOrGone()
    {
        schedule::Problem problem = alexnet();
        problem.space.spatialPipelining = false;
        const Schedule before = schedule::solve(problem);
        problem.network.layers.back().name = "renamed";
        const Schedule after = schedule::solve(problem);
        const ScheduleDifference difference = compare(before, after);
        const std::string old = before.problem->network.layers.back().name;
        QVERIFY(difference.find(old) && !difference.find(old)->after);
        QVERIFY(difference.find("renamed") && !difference.find("renamed")->before);
        QVERIFY(describe(partOf(difference, "renamed"), difference).starts_with("renamed is new: +"));
        QVERIFY(describe(partOf(difference, old), difference).starts_with(old + " is gone: -"));
        checkSums(before, after);
    }

    void aPartIsASentence()
    {
        ScheduleDifference difference;
        difference.layers = {{"conv1", 0, 0, {}}, {"conv2", 1, 1, {}}, {"conv3", 2, 2, {}}, {"conv4", 3, 3, {}}};
        ChangedPart part{{"conv2", "conv3", "conv4"}, 3, 1, {}, withEnergy(20e9, 1e9), withEnergy(5.8e9, 4.1e9)};
        part.changed[Aspect::Segment] = true;
        QCOMPARE(describe(part, difference), std::string("conv2 to conv4 now one segment: -14.2 mJ DRAM, +3.10 mJ NoC"));
        part.after.cycles.compute = 123456;
        part.segmentsAfter = 2;
        part.layers = {"conv1", "conv3"};
        QCOMPARE(describe(part, difference), std::string("conv1 and conv3 now 2 segments in place of 3: -14.2 mJ DRAM, "
                                                         "+3.10 mJ NoC; +123 k cycles compute"));
        part.changed = {};
        part.changed[Aspect::Partition] = part.changed[Aspect::Blocking] = true;
        part.layers = {"conv1"};
        QVERIFY(describe(part, difference).starts_with("conv1 with other partition and blocking: "));
    }

    /// JSON and CSV hold the same numbers, and their parts add up as well.
    void filesHoldTheSameNumbers()
    {
        schedule::Problem problem = alexnet();
        const Schedule before = schedule::solve(problem);
        problem.hardware.bufferBytesPerTile *= 2;
        const Schedule after = schedule::solve(problem);
        const ScheduleDifference difference = compare(before, after);
        const io::ComparedSchedules compared{"a, \"b\"", "c", before, after, difference};
        const auto file = QJsonDocument::fromJson(QByteArray::fromStdString(io::writeDifferenceJson(compared))).object();
        double change = 0;
        for (const QJsonValue& part : file["parts"].toArray()) {
            change += part["after"]["energy_pj"]["total"].toDouble() - part["before"]["energy_pj"]["total"].toDouble();
        }
        QVERIFY(isClose(change, after.totals.energy.total() - before.totals.energy.total(), after.totals.energy.total()));
        QCOMPARE(file["before"]["name"].toString(), QString("a, \"b\""));
        QCOMPARE(file["layers"].toArray().size(), static_cast<qsizetype>(after.layers.size()));

        const QStringList lines = QString::fromStdString(io::writeDifferenceCsv(compared)).trimmed().split(u'\n');
        QHash<QString, double> sums;
        for (const QString& line : lines.mid(1)) {
            const QStringList fields = line.split(u',');
            QVERIFY2(fields.size() == 9, qPrintable(line));
            if (fields[4] == "total") {
                sums[fields[0] + " " + fields[3]] += fields[8].toDouble();
            }
        }
        QVERIFY(isClose(sums["part energy"], sums["network energy"], after.totals.energy.total()));
        QCOMPARE(sums["part cycles"], sums["network cycles"]);
    }

    void theTextLeadsWithTheTotals()
    {
        const Schedule schedule = schedule::solve(alexnet());
        const ScheduleDifference difference = compare(schedule, schedule);
        const QString text = QString::fromStdString(io::writeDifferenceText({"a", "b", schedule, schedule, difference}));
        QVERIFY(text.startsWith("A  a: AlexNet on "));
        QVERIFY(text.contains("+0.00 %"));
        QVERIFY(text.contains("no difference"));
        QVERIFY(!text.contains("per item"));
    }

    /// Half a batch takes less in all, and may take more an item.
    void ofOtherBatchesAnItemIsCompared()
    {
        schedule::Problem half = alexnet();
        half.batch /= 2;
        const Schedule before = schedule::solve(alexnet());
        const Schedule after = schedule::solve(half);
        const ScheduleDifference difference = compare(before, after);
        QVERIFY(difference.hasOtherBatch());
        const QString text = QString::fromStdString(io::writeDifferenceText({"a", "b", before, after, difference}));
        const double energy = after.totals.energy.total() / before.totals.energy.total();
        QVERIFY(energy < 1 && 2 * energy > 1);
        QVERIFY2(text.contains(QStringLiteral("batch  16 -> 8: per item ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("(+%1 %)").arg(100 * (2 * energy - 1), 0, 'f', 2)), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("with another batch and other "))
                     && !text.contains(QStringLiteral("with other ")),
                 qPrintable(text));
    }
};

TILESCAPE_TEST(TestCompare)

} // namespace tst_compare
#include "tst_compare.moc"
