#include "core/search/kapla/segment_chains.h"
#include "tests/core/dice.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

using namespace tilescape;
using namespace tilescape::search;
using samples::Dice;

namespace {

constexpr std::size_t layers = 7;

SegmentPlan segmentOf(std::size_t first, std::size_t length, double cost)
{
    SegmentPlan plan;
    plan.segment.first = first;
    plan.placements.resize(length);
    plan.estimate = cost;
    return plan;
}

/// Segments of every layer by itself, and some of two and three.
std::deque<SegmentPlan> anySegments(Dice& dice)
{
    std::deque<SegmentPlan> segments;
    for (std::size_t first = 0; first < layers; ++first) {
        for (std::size_t length = 1; length <= 3 && first + length <= layers; ++length) {
            if (length == 1 || dice.upTo(3) > 1) {
                segments.push_back(segmentOf(first, length, static_cast<double>(dice.upTo(12) * static_cast<Count>(length))));
            }
        }
    }
    return segments;
}

using Chain = std::vector<const SegmentPlan*>;

std::vector<Chain> allChains(const std::deque<SegmentPlan>& segments)
{
    std::vector<Chain> found;
    Chain chain;
    const std::function<void(std::size_t)> goOn = [&](std::size_t place) {
        if (place == layers) {
            found.push_back(chain);
        }
        for (const SegmentPlan& plan : segments) {
            if (plan.segment.first == place) {
                chain.push_back(&plan);
                goOn(plan.end());
                chain.pop_back();
            }
        }
    };
    goOn(0);
    return found;
}

double costOf(const Chain& chain)
{
    double cost = 0;
    for (const SegmentPlan* plan : chain) {
        cost += plan->estimate;
    }
    return cost;
}

double leastOf(const std::vector<Chain>& chains)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Chain& chain : chains) {
        least = std::min(least, costOf(chain));
    }
    return least;
}

} // namespace

class TestSegmentChains : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCheapestIsThatOfAllChains();
    void whatIsBetterThanAScheduleIsBetterInOneStretch();
};

void TestSegmentChains::theCheapestIsThatOfAllChains()
{
    Dice dice(1);
    for (int number = 0; number < 100; ++number) {
        std::deque<SegmentPlan> segments = anySegments(dice);
        SegmentChains chains(segments, layers);
        chains.measure(ExpectedCosts(true), [](const SegmentPlan&) { return true; });
        QCOMPARE(chains.cost(), leastOf(allChains(segments)));
        const std::vector<SegmentPlan*> best = chains.best();
        QCOMPARE(costOf({best.begin(), best.end()}), chains.cost());
    }
}

/// In a schedule segments cost what they are expected to, or more.
void TestSegmentChains::whatIsBetterThanAScheduleIsBetterInOneStretch()
{
    Dice dice(2);
    int better = 0;
    for (int number = 0; number < 200; ++number) {
        std::deque<SegmentPlan> segments = anySegments(dice);
        const std::vector<Chain> all = allChains(segments);
        const Chain& any = all[static_cast<std::size_t>(dice.upTo(static_cast<Count>(all.size())) - 1)];
        const Chain& cheapestOfAll = *std::min_element(all.begin(), all.end(), [](const Chain& a, const Chain& b) { return costOf(a) < costOf(b); });
        const bool isBest = number % 2 == 0;
        const Chain& standing = isBest ? cheapestOfAll : any;
        std::vector<std::pair<std::size_t, double>> ends;
        double cost = 0;
        for (const SegmentPlan* plan : standing) {
            cost += plan->estimate + (isBest ? 0 : static_cast<double>(dice.upTo(3) - 1));
            ends.emplace_back(plan->end(), cost);
        }
        SegmentChains chains(segments, layers);
        chains.leave(ends);
        chains.measure(ExpectedCosts(true), [](const SegmentPlan&) { return true; });
        const double least = leastOf(all);
        QCOMPARE(chains.cost() < cost, least < cost);
        QVERIFY(chains.cost() >= least);
        const std::vector<SegmentPlan*> cheapest = chains.cheapest(cost);
        QCOMPARE(cheapest.empty(), chains.cost() >= cost);
        better += cheapest.empty() ? 0 : 1;
        for (const SegmentPlan* plan : cheapest) {
            QVERIFY(chains.through(plan->segment.first, plan->estimate, plan->end()) < cost);
        }
    }
    QVERIFY(better > 50 && better <= 100);
}

QTEST_GUILESS_MAIN(TestSegmentChains)
#include "tst_segment_chains.moc"
