#include "core/search/kapla/outer_tilings.h"

#include "core/search/space/loop_factors.h"
#include "random_nests.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

namespace tst_outer_tilings {

using namespace tilescape;
using samples::randomNest;
using search::BlockingQuery;
using search::Factors;
using search::noLoop;
using search::OuterTiling;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// All that a search is given.
class Given {
public:
    explicit Given(const BlockingQuery& query, double limit = infinite)
        : m_asked(search::factorsOf(query.limits.top)), m_shared(query, m_asked), m_tilings(query, m_asked, m_shared)
    {
        if (!m_tilings.exist()) {
            return;
        }
        search::SearchCounts counts;
        while (const auto tiling = m_tilings.next(limit, counts)) {
            found.push_back(*tiling);
        }
    }

    std::vector<OuterTiling> found;

private:
    Factors m_asked;
    search::SharedBufferTraffic m_shared;
    search::OuterTilings m_tilings;
};

/// Of a tile's buffer, shared as far as can be, with these iterations at DRAM level.
Count wordsKept(const search::NestTraffic& traffic, const Factors& iterations, const Factors& factors)
{
    Count sum = 0;
    for (const search::TensorTraffic& tensor : traffic.tensors) {
        Factors rest{};
        Count words = tensor.unitBufferWords;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            rest[loop] = iterations[loop] / factors[loop];
            words *= tensor.varies[loop] ? rest[loop] : 1;
        }
        sum += tensor.present ? search::largestPart(tensor, words, rest, tensor.sharers) : 0;
    }
    return sum;
}

/// Calls `visit` for all tilings that leave room for all tensors and fetch none too often, their fetches counted.
template <typename Visit>
void forEachWithRoom(const BlockingQuery& query, const Visit& visit)
{
    const search::NestTraffic& traffic = query.nest.traffic;
    const hardware::Machine& machine = query.nest.task.setting->machine;
    const search::DramFetches fetches(traffic, machine, query.fetchPj);
    const Factors iterations = coveredBy(query.nest.task).values;
    const auto divisorsOf = [&](std::size_t loop) { return search::loopFactors(iterations[loop]).divisors; };
    for (const Count first : divisorsOf(0)) {
        for (const Count second : divisorsOf(1)) {
            for (const Count third : divisorsOf(2)) {
                search::DramTiling tiling;
                tiling.factors = {first, second, third};
                if (wordsKept(traffic, iterations, tiling.factors) > machine.capacities.bufferWordsPerTile) {
                    continue;
                }
                for (std::size_t innermost = 0; innermost <= noLoop; ++innermost) {
                    const bool runs = innermost == noLoop ? first * second * third == 1 : tiling.factors[innermost] > 1;
                    tiling.innermost = innermost;
                    if (runs && fetches.count(tiling)) {
                        visit(tiling);
                    }
                }
            }
        }
    }
}

} // namespace

class TestOuterTilings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theyComeInTheOrderOfTheirBounds();
    void noneThatLeavesRoomIsMissing();
    void aLimitEndsTheSameOrderEarly();
};

void TestOuterTilings::theyComeInTheOrderOfTheirBounds()
{
    std::mt19937 random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const auto sample = randomNest(random);
        const search::PreparedNest nest = search::prepareNest(sample.task);
        const Given given({nest, sample.fetchPj, {}});
        for (std::size_t i = 1; i < given.found.size(); ++i) {
            const OuterTiling& before = given.found[i - 1];
            const OuterTiling& own = given.found[i];
            QVERIFY(before.bound < own.bound || (before.bound == own.bound && before.number < own.number));
        }
    }
}

/// Where all is kept in the buffer, one that has as much of everything inside stands for its multiples.
void TestOuterTilings::noneThatLeavesRoomIsMissing()
{
    std::mt19937 random(2);
    int all = 0;
    for (int trial = 0; trial < 400; ++trial) {
        auto sample = randomNest(random);
        if (trial % 2 == 0) {
            samples::keepAll(sample.task);
        }
        const search::PreparedNest nest = search::prepareNest(sample.task);
        if (nest.registers->choices.empty()) {
            continue;
        }
        const BlockingQuery query{nest, sample.fetchPj, {}};
        const bool mayPassBy =
            std::any_of(nest.traffic.tensors.begin(), nest.traffic.tensors.end(),
                        [](const search::TensorTraffic& tensor) { return tensor.present && tensor.mayBypass; });
        const bool standFor = !mayPassBy && sample.task.setting->machine.sharedBuffers.empty();
        const Given given(query);
        std::set<std::pair<Factors, std::size_t>> known;
        for (const OuterTiling& tiling : given.found) {
            known.emplace(tiling.factors, tiling.innermost);
        }
        QCOMPARE(known.size(), given.found.size());
        forEachWithRoom(query, [&](const search::DramTiling& tiling) {
            ++all;
            const auto isNoWorse = [&](const OuterTiling& other) {
                bool divides = true;
                for (std::size_t loop = 0; loop < 3; ++loop) {
                    divides &= tiling.factors[loop] % other.factors[loop] == 0;
                }
                return divides && other.leastPj <= tiling.leastPj
                       && other.leastCycles <= std::max(tiling.leastCycles, nest.registers->leastBusCycles);
            };
            const bool isThere = known.contains({tiling.factors, tiling.innermost});
            QVERIFY(isThere || (standFor && std::any_of(given.found.begin(), given.found.end(), isNoWorse)));
        });
    }
    QVERIFY2(all > 10000, qPrintable(QString::number(all)));
}

void TestOuterTilings::aLimitEndsTheSameOrderEarly()
{
    std::mt19937 random(3);
    for (int trial = 0; trial < 200; ++trial) {
        const auto sample = randomNest(random);
        const search::PreparedNest nest = search::prepareNest(sample.task);
        const BlockingQuery query{nest, sample.fetchPj, {}};
        const std::vector<OuterTiling> all = Given(query).found;
        if (all.empty()) {
            continue;
        }
        const double limit = all[all.size() / 2].bound;
        const std::vector<OuterTiling> few = Given(query, limit).found;
        const auto isBelow = [limit](const OuterTiling& tiling) { return tiling.bound < limit; };
        QCOMPARE(static_cast<std::ptrdiff_t>(few.size()), std::count_if(all.begin(), all.end(), isBelow));
        for (std::size_t i = 0; i < few.size(); ++i) {
            QCOMPARE(few[i].number, all[i].number);
        }
    }
}

TILESCAPE_TEST(TestOuterTilings)

} // namespace tst_outer_tilings
#include "tst_outer_tilings.moc"
