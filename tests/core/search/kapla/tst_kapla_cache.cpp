#include "core/search/kapla/kapla_cache.h"

#include "layer_tasks.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_kapla_cache {

using namespace tilescape;
using search::KaplaCache;

/// What KAPLA keeps from one search to the next.
class TestKaplaCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEntryIsNewOnce();
    void whatWasForgottenIsNewAgain();
    void equalRegionsHaveEqualNumbers();
    void oneSearchAtATime();
    void whatWasOfNoUseForLongestGoesFirst();
    void aLargeSearchStaysUntilTheNext();
};

namespace {

/// Asks for the candidates of this key. Whether they were not there.
bool place(KaplaCache& cache, search::LayerCandidates& candidates, const std::string& key)
{
    auto& placed = cache.placedAt(key);
    const bool isNew = placed == nullptr;
    if (isNew) {
        const search::LayerTask task = samples::taskOf(samples::someLayers().back(), {1, 1}, {0, 0}, false);
        placed = std::make_unique<search::PlacedCandidates>(task, candidates, cache.hopsOf(task), search::SearchEffort{});
    }
    return isNew;
}

} // namespace

void TestKaplaCache::anEntryIsNewOnce()
{
    KaplaCache cache;
    cache.begin();
    QVERIFY(cache.plansAt("segment").second);
    cache.plansAt("segment").first->resize(3);
    cache.begin();
    const auto [plans, isNew] = cache.plansAt("segment");
    QVERIFY(!isNew);
    QCOMPARE(plans->size(), std::size_t{3});
    QVERIFY(cache.candidatesAt("layer") == nullptr);
    QVERIFY(cache.placedAt("layer") == nullptr);
    QVERIFY(cache.smallerGridsAt("layer").second);
    QVERIFY(!cache.smallerGridsAt("layer").second);
}

/// A search that is stopped must not leave behind what it had only half made.
void TestKaplaCache::whatWasForgottenIsNewAgain()
{
    KaplaCache cache;
    cache.begin();
    cache.plansAt("kept").first->resize(1);
    cache.forgetPlans(cache.plansAt("half made").first);
    QVERIFY(cache.plansAt("half made").second);
    QVERIFY(!cache.plansAt("kept").second);
    cache.smallerGridsAt("layer");
    cache.forgetSmallerGrids("layer");
    QVERIFY(cache.smallerGridsAt("layer").second);
}

void TestKaplaCache::equalRegionsHaveEqualNumbers()
{
    KaplaCache cache;
    const dataflow::Region one = samples::taskOf(samples::someLayers().front(), {2, 2}, {0, 0}, false).region;
    const dataflow::Region other = samples::taskOf(samples::someLayers().front(), {2, 2}, {0, 2}, false).region;
    const pipeline::RegionNumber number = cache.numberOf(one);
    QVERIFY(cache.numberOf(other) != number);
    QCOMPARE(cache.numberOf(one), number);
}

void TestKaplaCache::oneSearchAtATime()
{
    KaplaCache cache;
    const std::unique_lock held = cache.tryLock();
    QVERIFY(held.owns_lock());
    QVERIFY(!cache.tryLock().owns_lock());
}

/// Far more layers than are kept, a few in each search, one of them in every search: it stays, the oldest go, and the cache is
/// bounded.
void TestKaplaCache::whatWasOfNoUseForLongestGoesFirst()
{
    KaplaCache cache;
    search::RegisterTilingCache tilings;
    search::LayerCandidates candidates(samples::taskOf(samples::someLayers().back(), {1, 1}, {0, 0}, false), tilings);
    const int searches = 200;
    const int layers = 20;
    for (int number = 0; number < searches; ++number) {
        cache.begin();
        QCOMPARE(place(cache, candidates, "in every search"), number == 0);
        for (int layer = 0; layer < layers; ++layer) {
            place(cache, candidates, std::to_string(number) + "." + std::to_string(layer));
        }
    }
    cache.begin();
    QVERIFY(!place(cache, candidates, "in every search"));
    QVERIFY(!place(cache, candidates, std::to_string(searches - 1) + ".0"));
    QVERIFY(place(cache, candidates, "0.0"));
}

/// An edit of one layer of a large network leaves most of what its solve found valid, however much that is.
void TestKaplaCache::aLargeSearchStaysUntilTheNext()
{
    KaplaCache cache;
    search::RegisterTilingCache tilings;
    search::LayerCandidates candidates(samples::taskOf(samples::someLayers().back(), {1, 1}, {0, 0}, false), tilings);
    cache.begin();
    place(cache, candidates, "before");
    cache.begin();
    const int layers = 3000;
    for (int layer = 0; layer < layers; ++layer) {
        place(cache, candidates, std::to_string(layer));
    }
    cache.begin();
    QVERIFY(!place(cache, candidates, "0"));
    QVERIFY(place(cache, candidates, "before"));
}

TILESCAPE_TEST(TestKaplaCache)

} // namespace tst_kapla_cache
#include "tst_kapla_cache.moc"
