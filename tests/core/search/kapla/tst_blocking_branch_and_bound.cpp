#include "core/search/kapla/blocking_branch_and_bound.h"

#include "core/search/bounds/blocking_bound.h"
#include "core/search/exhaustive/blocking_search.h"
#include "core/support/factors.h"
#include "random_nests.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

namespace tst_blocking_branch_and_bound {

using namespace tilescape;
using samples::keepAll;
using samples::machineWith;
using samples::nestOf;
using samples::NestSample;
using samples::randomNest;
using search::bestBlockings;
using search::BlockingQuery;
using search::BlockingSetting;
using search::BlockingTask;
using search::leastCost;
using search::prepareNest;

namespace {

/// On a usual machine.
std::shared_ptr<const BlockingSetting> usualSetting()
{
    return std::make_shared<const BlockingSetting>(BlockingSetting{{}, machineWith(32, 6000), {}, true, {}});
}

double bestByExhaustiveSearch(const NestSample& sample)
{
    double best = std::numeric_limits<double>::infinity();
    for (const search::BlockingChoice& choice : search::searchBlockings(sample.task).choices) {
        double energy = choice.energyPj;
        for (const Tensor tensor : allTensors) {
            energy += sample.fetchPj[static_cast<std::size_t>(tensor)] * static_cast<double>(choice.fetches[tensor]);
        }
        best = std::min(best, energy);
    }
    return best;
}

} // namespace

class TestBlockingBranchAndBound : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTheExhaustiveSearchFinds();
    void boundIsNeverAboveTheBest();
    void bestComeFirstAndNoneIsWorthless();
    void groupsThatAreAskedForAreGiven();
    void roundedCountsArePricedAsTheModelPricesThem();
    void aPrimeNumberOfChannelsIsCutIntoGroups();
    void otherLayersLeaveLessRoom();
    void severalPiecesOfTheOutputHaveRoom_data();
    void severalPiecesOfTheOutputHaveRoom();
    void oneBelowIsThereIfTheCheapestIs();
};

void TestBlockingBranchAndBound::findsWhatTheExhaustiveSearchFinds()
{
    std::mt19937 random(7);
    for (int trial = 0; trial < 1000; ++trial) {
        const NestSample sample = randomNest(random);
        const auto found = bestBlockings({prepareNest(sample.task), sample.fetchPj, {}}, 1);
        const double best = bestByExhaustiveSearch(sample);
        QCOMPARE(found.empty(), !std::isfinite(best));
        if (!found.empty()) {
            QVERIFY2(std::abs(found.front().cost / best - 1) < 1e-12,
                     qPrintable(QString("trial %1: %2 pJ, %3 pJ").arg(trial).arg(found.front().cost).arg(best)));
        }
    }
}

void TestBlockingBranchAndBound::boundIsNeverAboveTheBest()
{
    std::mt19937 random(8);
    for (int trial = 0; trial < 150; ++trial) {
        NestSample sample = randomNest(random);
        // What may bypass the buffer is kept, as the ranking of partitions has it.
        keepAll(sample.task);
        const search::PreparedNest nest = prepareNest(sample.task);
        const auto found = bestBlockings({nest, sample.fetchPj, {}}, 1);
        if (!found.empty()) {
            QVERIFY(leastCost(sample.task, nest.traffic, nest.rotation, sample.fetchPj) <= found.front().cost * (1 + 1e-12));
        }
    }
}

void TestBlockingBranchAndBound::bestComeFirstAndNoneIsWorthless()
{
    const BlockingTask task{nestOf(24, 24, 8), usualSetting(), {}};
    const search::PreparedNest nest = prepareNest(task);
    const BlockingQuery quick{nest, {}, {}};
    const auto found = bestBlockings(quick, 5);
    QCOMPARE(found.size(), 5U);
    QVERIFY(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; }));
    for (const auto& better : bestBlockings(quick, 5, found[2].cost)) {
        QVERIFY(better.cost < found[2].cost);
    }
}

void TestBlockingBranchAndBound::groupsThatAreAskedForAreGiven()
{
    BlockingTask task{nestOf(24, 24, 8), usualSetting(), {4, 3, 0}};
    const search::PreparedNest nest = prepareNest(task);
    const auto found = bestBlockings({nest, {}, {task.top}}, 1);
    QCOMPARE(found.size(), 1U);
    const dataflow::Blocking blocking = blockingOf(found.front(), task.top);
    QCOMPARE(blocking.factors[Loop::Batch][0], 4);
    QCOMPARE(blocking.factors[Loop::InputChannel][0], 3);

    task.top = {5, 0, 0};
    QVERIFY2(bestBlockings({nest, {}, {task.top}}, 1).empty(), "8 items are no 5 groups");
}

void TestBlockingBranchAndBound::roundedCountsArePricedAsTheModelPricesThem()
{
    std::mt19937 random(9);
    int rounded = 0;
    for (int trial = 0; trial < 300; ++trial) {
        NestSample sample = randomNest(random);
        for (const Loop loop : allLoops) {
            const auto counts = support::roundedCounts(sample.task.nest.iterations[loop]);
            sample.task.rounded[loop] = counts.empty() ? 0 : counts.back();
        }
        const search::PreparedNest nest = prepareNest(sample.task);
        for (const auto& found : bestBlockings({nest, sample.fetchPj, {}}, 3)) {
            const search::BlockingChoice choice = choiceOf(found, sample.task);
            double energy = choice.energyPj;
            for (const Tensor tensor : allTensors) {
                energy += sample.fetchPj[static_cast<std::size_t>(tensor)] * static_cast<double>(choice.fetches[tensor]);
            }
            QVERIFY(std::abs(found.cost / energy - 1) < 1e-12);
            QCOMPARE(found.cycles, choice.cycles);
            for (const Loop loop : allLoops) {
                const auto& factors = choice.blocking.factors[loop];
                QCOMPARE(factors[0] * factors[1] * factors[2], coveredBy(sample.task)[loop]);
            }
            rounded += coveredBy(sample.task) != sample.task.nest.iterations ? 1 : 0;
        }
        // Its bound keeps below it.
        keepAll(sample.task);
        const search::PreparedNest kept = prepareNest(sample.task);
        const auto best = bestBlockings({kept, sample.fetchPj, {}}, 1);
        if (!best.empty()) {
            QVERIFY(leastCost(sample.task, kept.traffic, kept.rotation, sample.fetchPj) <= best.front().cost * (1 + 1e-12));
        }
    }
    QVERIFY(rounded > 200);
}

/// What a smaller buffer would hold, and beside that whatever takes its input only once, which then needs no room.
void TestBlockingBranchAndBound::otherLayersLeaveLessRoom()
{
    std::mt19937 random(10);
    int found = 0;
    int takenOnce = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const NestSample sample = randomNest(random);
        const search::PreparedNest nest = prepareNest(sample.task);
        BlockingSetting setting = *sample.task.setting;
        const Count room = setting.machine.capacities.bufferWordsPerTile / 3;
        const auto best = bestBlockings({nest, sample.fetchPj, {.roomWords = room}}, 1);
        setting.machine.capacities.bufferWordsPerTile = room;
        const BlockingTask smaller{sample.task.nest, std::make_shared<const BlockingSetting>(setting), {}};
        const auto ofSmaller = bestBlockings({prepareNest(smaller), sample.fetchPj, {}}, 1);
        QVERIFY(!best.empty() || ofSmaller.empty());
        if (best.empty()) {
            continue;
        }
        ++found;
        QVERIFY(best.front().cost >= bestBlockings({nest, sample.fetchPj, {}}, 1).front().cost);
        QVERIFY(ofSmaller.empty() || best.front().cost <= ofSmaller.front().cost);
        const search::BlockingChoice choice = choiceOf(best.front(), sample.task);
        const PerTensor<Count>& words = choice.bufferWords;
        const Count input = choice.takesInputOnce ? 0 : words[Tensor::Input];
        QVERIFY(words[Tensor::Weight] + input + words[Tensor::Output] <= room);
        takenOnce += words[Tensor::Weight] + words[Tensor::Input] + words[Tensor::Output] > room ? 1 : 0;
    }
    QVERIFY(found > 100);
    QVERIFY(takenOnce > 5);
}

void TestBlockingBranchAndBound::severalPiecesOfTheOutputHaveRoom_data()
{
    QTest::addColumn<Count>("sharers");
    QTest::newRow("unshared") << Count{1};
    QTest::newRow("held between three tiles") << Count{3};
    QTest::newRow("held between twelve tiles: only subgroups of three and one may hold two pieces") << Count{12};
}

/// The first of all blockings, as they come without that wish, which has room for two pieces.
void TestBlockingBranchAndBound::severalPiecesOfTheOutputHaveRoom()
{
    QFETCH(const Count, sharers);
    constexpr Count pieces = 2;
    std::mt19937 random(13);
    int found = 0;
    int dearer = 0;
    for (int trial = 0; trial < 200; ++trial) {
        NestSample sample = randomNest(random);
        BlockingSetting setting = *sample.task.setting;
        setting.context.counts = Counts::Executed;
        setting.context.mayBypass = {{true, true, false}};
        setting.machine.sharedBuffers.clear();
        if (sharers > 1) {
            setting.sharing.emplace();
            for (const Tensor tensor : allTensors) {
                (*setting.sharing)[tensor].extent = tensor == Tensor::Output ? Extent{1, sharers} : Extent{1, 1};
            }
            (*setting.sharing)[Tensor::Output].columnHops = 1;
        }
        sample.task.setting = std::make_shared<const BlockingSetting>(setting);
        sample.task.outputPieces = pieces;
        const search::PreparedNest nest = prepareNest(sample.task);
        const auto hasRoom = [&](const search::BlockingChoice& choice) {
            const PerTensor<Count>& words = choice.bufferWords;
            return dataflow::mayHoldBetween(choice.sharing.subgroup[Tensor::Output], pieces)
                   && words[Tensor::Weight] + words[Tensor::Input] + pieces * words[Tensor::Output]
                          <= setting.machine.capacities.bufferWordsPerTile;
        };
        const auto best = bestBlockings({nest, sample.fetchPj, {.outputPieces = pieces}}, 1);
        const auto all = bestBlockings({nest, sample.fetchPj, {}}, 1000);
        const auto first = std::find_if(all.begin(), all.end(),
                                        [&](const auto& other) { return hasRoom(choiceOf(other, sample.task)); });
        QCOMPARE(best.empty(), first == all.end());
        if (best.empty()) {
            continue;
        }
        ++found;
        dearer += best.front().cost > all.front().cost ? 1 : 0;
        QVERIFY(hasRoom(choiceOf(best.front(), sample.task)));
        if (sharers == 1) {
            QCOMPARE(best.front().cost, first->cost);
        } else { // the estimate of what it takes to share is that of other subgroups
            QVERIFY(best.front().cost >= all.front().cost);
        }
    }
    QVERIFY2(found > 100 && dearer > 10, qPrintable(QString("%1, %2").arg(found).arg(dearer)));
}

void TestBlockingBranchAndBound::aPrimeNumberOfChannelsIsCutIntoGroups()
{
    BlockingTask task{nestOf(24, 24, 8), usualSetting(), {8, 0, 32}};
    task.nest.iterations[Loop::OutputChannel] = 127;
    QVERIFY(bestBlockings({prepareNest(task), {}, {task.top}}, 1).empty());
    task.rounded[Loop::OutputChannel] = 128;
    const auto found = bestBlockings({prepareNest(task), {}, {task.top}}, 1);
    QCOMPARE(found.size(), 1U);
    QCOMPARE(blockingOf(found.front(), task.top).factors[Loop::OutputChannel][0], 32);
}

void TestBlockingBranchAndBound::oneBelowIsThereIfTheCheapestIs()
{
    std::mt19937 random(12);
    for (int trial = 0; trial < 150; ++trial) {
        const NestSample sample = randomNest(random);
        const search::PreparedNest nest = prepareNest(sample.task);
        const auto found = bestBlockings({nest, sample.fetchPj, {}}, 1);
        if (found.empty()) {
            QVERIFY(!search::hasBlockingBelow({nest, sample.fetchPj, {}}, 1e30));
            continue;
        }
        QVERIFY(search::hasBlockingBelow({nest, sample.fetchPj, {}}, found.front().cost * 1.0001));
        QVERIFY(!search::hasBlockingBelow({nest, sample.fetchPj, {}}, found.front().cost));
    }
}

TILESCAPE_TEST(TestBlockingBranchAndBound)

} // namespace tst_blocking_branch_and_bound
#include "tst_blocking_branch_and_bound.moc"
