#include "core/search/exhaustive/blocking_search.h"
#include "core/support/factors.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

namespace tst_blocking_search {

using namespace tilescape;
using dataflow::Blocking;
using search::BlockingSetting;
using search::BlockingTask;

namespace {

struct Priced {
    double energyPj = 0;
    double cycles = 0;
};

/// What is minimized, with a price for each fetch from memory.
std::pair<double, double> valueOf(const BlockingTask& task, double energyPj, double cycles, const PerTensor<double>& hopPrices,
                                  const PerTensor<double>& fetches)
{
    double energy = energyPj + task.setting->objective.cyclePj * cycles;
    for (const Tensor tensor : allTensors) {
        energy += hopPrices[tensor] * fetches[tensor];
    }
    return task.setting->objective.delayFirst ? std::pair{cycles, energy} : std::pair{energy, cycles};
}

/// What the buffer may be asked to keep. The reference decides that by itself.
std::vector<PerTensor<bool>> keepsOf(Counts counts)
{
    std::vector<PerTensor<bool>> keeps;
    for (unsigned set = 0; set < (counts == Counts::Executed ? 8U : 1U); ++set) {
        keeps.push_back({{(set & 1U) != 0, (set & 2U) != 0, (set & 4U) != 0}});
    }
    return keeps;
}

/// Visits every factor triple, all 36 orders and all that may be kept, one after another, priced by the model.
std::pair<double, double> bestByBruteForce(const BlockingTask& task, const PerTensor<double>& hopPrices)
{
    std::pair best{std::numeric_limits<double>::infinity(), 0.0};
    std::vector<std::array<Loop, 3>> orders;
    std::array<Loop, 3> order = allLoops;
    const std::vector<PerTensor<bool>> keeps = keepsOf(task.setting->context.counts);
    do {
        orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));

    PerLoop<std::vector<std::array<Count, 3>>> triples;
    for (const Loop loop : allLoops) {
        const Count iterations = task.nest.iterations[loop];
        for (const Count inner : support::divisors(iterations)) {
            for (const Count middle : support::divisors(iterations / inner)) {
                triples[loop].push_back({iterations / inner / middle, middle, inner});
            }
        }
    }
    for (const auto& input : triples[Loop::InputChannel]) {
        for (const auto& output : triples[Loop::OutputChannel]) {
            for (const auto& batch : triples[Loop::Batch]) {
                for (const auto& outer : orders) {
                    for (const auto& inner : orders) {
                        for (const PerTensor<bool>& keep : keeps) {
                            const Blocking blocking{{{input, output, batch}}, {outer, inner}, keep};
                            const auto fetches = cost::fetchesOf(task.nest, blocking);
                            const auto kept = cost::keptInBuffer(blocking, fetches, task.setting->context.mayBypass);
                            if (!cost::fits(cost::wordsHeld(task.nest, blocking, kept, {{1, 1, 1}}, task.setting->context.counts), task.setting->machine)) {
                                continue;
                            }
                            const cost::LayerCost cost =
                                cost::blockingCost(task.nest, blocking, task.setting->machine, task.setting->context);
                            best = std::min(best, valueOf(task, cost.energy.total(), cost.cycles, hopPrices,
                                                          cost.fetches[Storage::Buffer]));
                        }
                    }
                }
            }
        }
    }
    return best;
}

std::pair<double, double> bestBySearch(const BlockingTask& task, const PerTensor<double>& hopPrices)
{
    std::pair best{std::numeric_limits<double>::infinity(), 0.0};
    for (const search::BlockingChoice& choice : search::searchBlockings(task).choices) {
        PerTensor<double> fetches;
        for (const Tensor tensor : allTensors) {
            fetches[tensor] = static_cast<double>(choice.fetches[tensor]);
        }
        best = std::min(best, valueOf(task, choice.energyPj, choice.cycles, hopPrices, fetches));
    }
    return best;
}

/// No, one or two buffers that all tiles share, each with room and bandwidth that may matter.
void addSharedBuffers(BlockingSetting& setting, std::mt19937& engine)
{
    const auto upTo = [&](Count largest) { return std::uniform_int_distribution<Count>(1, largest)(engine); };
    for (Count more = upTo(3); more > 1; --more) {
        setting.machine.sharedBuffers.push_back(
            {upTo(5000), static_cast<double>(upTo(100)), upTo(2) == 1 ? hardware::unlimited : static_cast<double>(upTo(8))});
    }
    for (const Tensor tensor : allTensors) {
        setting.context.identicalTiles[tensor] = upTo(setting.context.tiles);
    }
}

BlockingTask randomTask(std::mt19937& engine)
{
    const auto upTo = [&](Count largest) { return std::uniform_int_distribution<Count>(1, largest)(engine); };
    network::Layer layer;
    layer.outputChannels = upTo(10);
    layer.outputSize = {upTo(8), upTo(8)};
    const Count kind = upTo(4);
    if (kind == 1) {
        layer.kind = network::Pooling{{2, 2}, {2, 2}};
        layer.inputChannels = layer.outputChannels;
    } else if (kind == 2) {
        layer.kind = network::Convolution{{3, 3}, {1, 1}, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
    } else {
        layer.kind = network::Convolution{{upTo(3), upTo(3)}, {1, 1}, 1};
        layer.inputChannels = upTo(10);
    }
    const dataflow::TileLayer tile{layer, upTo(6), 1};
    const auto nests = dataflow::loopNests(tile, {upTo(6), upTo(6)});

    const dataflow::LoopNest& nest = nests[static_cast<std::size_t>(upTo(static_cast<Count>(nests.size())) - 1)];
    BlockingSetting setting;
    setting.context.tiles = upTo(4);
    for (const Tensor tensor : allTensors) {
        setting.context.mayBypass[tensor] = upTo(5) > 1;
    }
    setting.context.counts = upTo(4) == 1 ? Counts::Reference : Counts::Executed;
    setting.machine.capacities.registerWordsPerPe = upTo(60);
    setting.machine.capacities.bufferWordsPerTile = upTo(3000);
    setting.machine.prices.macPj = 1;
    setting.machine.prices.accessPj = {{static_cast<double>(upTo(300)), static_cast<double>(upTo(12)),
                                         static_cast<double>(upTo(4)), 1.0}};
    if (upTo(2) == 1) {
        setting.machine.rates.busWordsPerCycle = static_cast<double>(upTo(8));
        setting.machine.rates.dramWordsPerCycle = static_cast<double>(upTo(8));
    }
    setting.machine.prices.staticPjPerCycle = upTo(2) == 1 ? 50 : 0;
    setting.objective.delayFirst = upTo(4) == 1;
    setting.objective.cyclePj = upTo(3) == 1 ? static_cast<double>(upTo(500)) : 0;
    return {nest, std::make_shared<const BlockingSetting>(setting), {}};
}

bool close(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

class TestBlockingSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatBruteForceFindsForAnyPriceOfHops();
    void accountsForEveryBlocking();
    void batchGroupsHoldWholeItems();
};

void TestBlockingSearch::findsWhatBruteForceFindsForAnyPriceOfHops()
{
    std::mt19937 engine(7);
    int feasible = 0;
    int infeasible = 0;
    for (int run = 0; run < 600; ++run) {
        BlockingTask task = randomTask(engine);
        BlockingSetting setting = *task.setting;
        setting.machine.shape.tiles = {1, setting.context.tiles + run % 2};
        if (run % 2 == 0) {
            addSharedBuffers(setting, engine);
        }
        PerTensor<double> prices{{0, 0, 0}};
        setting.hopsMatter = run % 4 != 0;
        task.setting = std::make_shared<const BlockingSetting>(setting);
        if (setting.hopsMatter) {
            for (double& price : prices) {
                price = std::uniform_real_distribution(0.0, 20000.0)(engine);
            }
        }
        const auto expected = bestByBruteForce(task, prices);
        const auto found = bestBySearch(task, prices);
        QVERIFY2(close(expected.first, found.first),
                 qPrintable(QString("run %1: brute force %2, search %3").arg(run).arg(expected.first).arg(found.first)));
        if (setting.objective.delayFirst) {
            QVERIFY(close(expected.second, found.second));
        }
        ++(std::isfinite(expected.first) ? feasible : infeasible);
    }
    QVERIFY(feasible > 300);
    QVERIFY(infeasible > 5);
}

void TestBlockingSearch::accountsForEveryBlocking()
{
    std::mt19937 engine(11);
    for (int run = 0; run < 200; ++run) {
        const BlockingTask task = randomTask(engine);
        const search::SearchCounts counts = search::searchBlockings(task).counts;
        QCOMPARE(counts.priced + counts.tooBig + counts.bounded, counts.considered);
    }
}

/// On an array of four columns the eight rows of an item are two stripes: eight stripes of four items make no eight groups, since
/// a layer that takes the map needs rows of both. The reference cuts them.
void TestBlockingSearch::batchGroupsHoldWholeItems()
{
    network::Layer layer{"layer", {}, network::Convolution{{3, 3}, {1, 1}, 1}, 4, 4, {8, 8}};
    BlockingSetting setting;
    setting.machine.capacities = {10'000, 10'000};
    BlockingTask task{dataflow::loopNest({layer, 4, 1}, {4, 4}, {}), std::make_shared<const BlockingSetting>(setting), {}};
    QCOMPARE(task.nest.iterations[Loop::Batch], task.nest.stripes * 4);
    QVERIFY(task.nest.stripes > 1);
    for (const Count groups : {1, 2, 4}) {
        task.top.batch = groups;
        QVERIFY(!search::searchBlockings(task).choices.empty());
    }
    task.top.batch = 4 * task.nest.stripes;
    QVERIFY(search::searchBlockings(task).choices.empty());
    setting.context.counts = Counts::Reference;
    task.setting = std::make_shared<const BlockingSetting>(setting);
    QVERIFY(!search::searchBlockings(task).choices.empty());
}

TILESCAPE_TEST(TestBlockingSearch)

} // namespace tst_blocking_search
#include "tst_blocking_search.moc"
