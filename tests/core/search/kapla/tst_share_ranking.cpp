#include "core/search/kapla/share_ranking.h"

#include "core/search/exhaustive/layer_search.h"
#include "core/search/space/partition_space.h"
#include "layer_tasks.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>

namespace tst_share_ranking {

using namespace tilescape;
using search::PartCounts;
using search::ShareClass;

namespace {

/// Every task of these tests, with a name for messages.
struct Sample {
    QString name;
    search::LayerTask task;
};
std::vector<Sample> someTasks(bool mayBypass)
{
    std::vector<Sample> tasks;
    for (const network::Layer& layer : samples::someLayers()) {
        for (const Extent extent : {Extent{4, 2}, Extent{3, 5}}) {
            for (const bool pipelined : {false, true}) {
                search::LayerTask task = samples::taskOf(layer, extent, {2, 1}, pipelined);
                task.space.bufferBypass = {{mayBypass, mayBypass, mayBypass}};
                tasks.push_back({QString("%1 on %2 x %3%4").arg(layer.name.c_str()).arg(extent.height).arg(extent.width)
                                     .arg(pipelined ? ", pipelined" : ""), task});
            }
        }
    }
    return tasks;
}

} // namespace

/// The order in which KAPLA looks at the ways to share out a region.
class TestShareRanking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyShareIsInOneClass();
    void theCheapestComesFirst();
    void noSchemeOfAClassCostsLess();
};

void TestShareRanking::everyShareIsInOneClass()
{
    for (const auto& [name, task] : someTasks(false)) {
        std::size_t ranked = 0;
        for (const ShareClass& own : search::rankShares(task)) {
            QVERIFY(!own.shares.empty());
            const PartCounts counts = search::partCounts(own.shares.front());
            for (const auto& shares : own.shares) {
                QVERIFY2(search::partCounts(shares) == counts, qPrintable(name));
            }
            ranked += own.shares.size();
        }
        const auto all = search::sharesOf(search::splittable(task.layer, task.batch), task.region.extent, task.space);
        QCOMPARE(ranked, all.size());
    }
}

void TestShareRanking::theCheapestComesFirst()
{
    for (const bool mayBypass : {false, true}) {
        for (const auto& [name, task] : someTasks(mayBypass)) {
            const std::vector<ShareClass> ranking = search::rankShares(task);
            QVERIFY(std::is_sorted(ranking.begin(), ranking.end(),
                                   [](const ShareClass& a, const ShareClass& b) { return a.cost < b.cost; }));
            for (const ShareClass& own : ranking) {
                QVERIFY2(std::is_sorted(own.nests.begin(), own.nests.end()), qPrintable(name));
            }
        }
    }
}

/// Against every partition and blocking of the class that the exhaustive search keeps, in regions that hold no tile at a memory
/// channel: there weights may travel fewer hops than the ranking counts.
void TestShareRanking::noSchemeOfAClassCostsLess()
{
    int compared = 0;
    for (const auto& [name, task] : someTasks(false)) {
        const auto table = search::partitionTable(task, 1, {});
        const auto answer = search::searchLayer(task, *table, {}, 1, {});
        std::map<PartCounts, double> found;
        for (const search::PartitionChoice& choice : answer->partitions) {
            Count inputHops = 0;
            const cost::MapGroups& groups = table->partitions[choice.number].inputs;
            for (std::size_t number = 0; number < groups.size(); ++number) {
                inputHops += groups[number].range.size() * groups[number].treeHops;
            }
            for (const search::BlockingChoice& blocking : choice.blockings) {
                const double hops = cost::hopsOfAll({choice.weightHops, inputHops, choice.outputHops}, blocking.fetches);
                const double cost = blocking.energyPj + task.machine.prices.hopPj * hops;
                const auto [known, isNew] = found.try_emplace(search::partCounts(choice.partition.shares), cost);
                known->second = std::min(known->second, cost);
            }
        }
        for (const ShareClass& own : search::rankShares(task)) {
            const auto best = found.find(search::partCounts(own.shares.front()));
            if (best != found.end()) {
                ++compared;
                QVERIFY2(own.cost <= best->second * (1 + 1e-9),
                         qPrintable(QString("%1: at least %2 pJ, but %3 pJ found").arg(name).arg(own.cost).arg(best->second)));
            }
        }
    }
    QVERIFY(compared > 50);
}

TILESCAPE_TEST(TestShareRanking)

} // namespace tst_share_ranking
#include "tst_share_ranking.moc"
