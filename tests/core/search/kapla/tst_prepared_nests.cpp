#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/kapla/nest_room.h"
#include "core/search/kapla/register_tiling_cache.h"
#include "core/search/space/layer_partitions.h"
#include "core/search/space/padded_nests.h"
#include "core/search/space/partition_space.h"
#include "layer_tasks.h"
#include "tests/registered.h"

#include <QTest>

#include <functional>

namespace tst_prepared_nests {

using namespace tilescape;
using samples::someLayers;
using samples::taskOf;
using search::RegisterTilingCache;

namespace {

using Visit = std::function<void(search::BlockingTask)>;

/// Nests of some partitions of a convolution, a fully connected, a depthwise and a pointwise layer, kept in the buffer or not, with two
/// sizes of registers and two prices of the buffer.
void forEachNest(const Visit& visit)
{
    for (const network::Layer& layer : someLayers()) {
        for (const bool mayBypass : {false, true}) {
            for (const Count registerWords : {16, 64}) {
                for (const double bufferPj : {3.0, 6.0}) {
                    search::LayerTask task = taskOf(layer, {2, 4}, {0, 0}, false);
                    task.space.bufferBypass = {{mayBypass, mayBypass, mayBypass}};
                    task.machine.capacities.registerWordsPerPe = registerWords;
                    task.machine.prices.accessPj[Level::Buffer] = bufferPj;
                    const auto all = search::partitions(search::splittable(task.layer, task.batch), task.region.extent, task.space);
                    for (std::size_t number = 0; number < all.size(); number += 2) {
                        const search::BlockingKind kind = search::kindOf(task, all[number]);
                        const auto setting = search::settingOf(task, kind);
                        for (const auto& [nest, covered] : search::paddedNests(kind.tile, task.machine.shape.peArray, true)) {
                            visit({nest, setting, {}, covered});
                        }
                    }
                }
            }
        }
    }
}

bool same(const search::RegisterTilings& a, const search::RegisterTilings& b)
{
    const auto sameChoice = [](const search::RegisterTiling& one, const search::RegisterTiling& other) {
        return one.factors == other.factors && one.leastPj == other.leastPj && one.leastBusCycles == other.leastBusCycles;
    };
    return a.loops == b.loops && a.leastBusCycles == b.leastBusCycles && a.largestFactors == b.largestFactors
           && std::equal(a.choices.begin(), a.choices.end(), b.choices.begin(), b.choices.end(), sameChoice);
}

} // namespace

class TestPreparedNests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cachedTilingsAreThoseOfTheNest();
    void whatIsInUseStaysInTheCache();
    void aNestThatCannotFitHasNoBlocking();
};

void TestPreparedNests::cachedTilingsAreThoseOfTheNest()
{
    RegisterTilingCache cache;
    int all = 0;
    forEachNest([&](const search::BlockingTask& task) {
        const search::PreparedNest cached = prepareNest(task, cache);
        const search::PreparedNest fresh = prepareNest(task);
        QVERIFY(same(*cached.registers, *fresh.registers));
        QCOMPARE(cache.of(coveredBy(task).values, fresh.traffic, task.setting->machine), cached.registers);
        ++all;
    });
    QVERIFY(all > 1000);
}

void TestPreparedNests::whatIsInUseStaysInTheCache()
{
    RegisterTilingCache cache;
    std::vector<search::PreparedNest> kept;
    forEachNest([&](const search::BlockingTask& task) {
        if (kept.size() < 50) {
            kept.push_back(prepareNest(task, cache));
        }
    });
    cache.dropUnused();
    for (const search::PreparedNest& nest : kept) {
        QCOMPARE(cache.of(coveredBy(nest.task).values, nest.traffic, nest.task.setting->machine), nest.registers);
    }
}

void TestPreparedNests::aNestThatCannotFitHasNoBlocking()
{
    int unfit = 0;
    int fit = 0;
    int number = 0;
    forEachNest([&](search::BlockingTask task) {
        const std::array<pipeline::TopGroups, 3> tops{pipeline::TopGroups{2, 0, 0}, pipeline::TopGroups{1, 2, 0}, pipeline::TopGroups{4, 0, 8}};
        const pipeline::TopGroups top = tops[static_cast<std::size_t>(++number) % tops.size()];
        search::BlockingSetting setting = *task.setting;
        setting.machine.capacities.bufferWordsPerTile = number % 2 == 0 ? 4096 : 1024;
        task.setting = std::make_shared<const search::BlockingSetting>(setting);
        const search::PreparedNest nest = prepareNest(task);
        const search::NestRoom room(nest.traffic, coveredBy(task).values);
        const bool mayFit = room.mayFit(search::factorsOf(top), setting.machine.capacities.bufferWordsPerTile);
        const bool fits = !search::bestBlockings({nest, {}, {top}}, 1).empty();
        QVERIFY(mayFit || !fits);
        unfit += mayFit ? 0 : 1;
        fit += fits ? 1 : 0;
    });
    QVERIFY2(unfit > 100 && fit > 100, qPrintable(QString("%1 that cannot fit, %2 that do").arg(unfit).arg(fit)));
}

TILESCAPE_TEST(TestPreparedNests)

} // namespace tst_prepared_nests
#include "tst_prepared_nests.moc"
