#include "core/search/kapla/expected_costs.h"

#include "tests/registered.h"

#include <QTest>

#include <deque>
#include <numeric>
#include <vector>

namespace tst_expected_costs {

using namespace tilescape;
using search::ExpectedCosts;
using search::GroupPlan;
using search::SegmentPlan;

/// Segments in one region, estimated to cost 100 a layer.
class TestExpectedCosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_segments.clear();
        m_plans.clear();
    }

    void threeRunsOfAKindTellAboutTheOthers();
    void runsThatSuitNoGridTellLittle();
    void theRunsThatOneConsistsOfTellMore();
    void whatSchedulesCostLessLowersEstimatesFromLayersAlone();
    void otherTilesTellNothingOfParts();

private:
    /// Of layers from `first` to before `end` on the first tiles of a row; planned if it has a cost.
    SegmentPlan& add(std::size_t first, std::size_t end, Count tiles, double cost = 0)
    {
        SegmentPlan& plan = m_segments.emplace_back();
        plan.segment.first = first;
        plan.segment.regions.emplace_back(end - first);
        std::iota(plan.segment.regions.front().begin(), plan.segment.regions.front().end(), first);
        plan.placements = plan.segment.placements(0);
        plan.regions = {dataflow::trimmed(dataflow::wholeChip({1, 8}), {1, tiles})};
        plan.estimate = 100.0 * static_cast<double>(end - first);
        plan.stage = SegmentPlan::EstimateStage::BestPartitions;
        if (cost > 0) {
            GroupPlan& groups = m_plans.emplace_back().emplace_back();
            groups.cost = cost;
            plan.plans = &m_plans.back();
        }
        return plan;
    }

    double expectedOf(const SegmentPlan& plan)
    {
        ExpectedCosts expected(true);
        expected.learnFromPlans(m_segments);
        return expected.of(plan);
    }

    void addThreeOfFourLayers()
    {
        add(0, 4, 8, 600);
        add(4, 8, 8, 640);
        add(8, 12, 8, 800);
    }

    std::deque<SegmentPlan> m_segments;
    std::deque<std::vector<GroupPlan>> m_plans;
};

/// Less 3 %, as the best of them may not be the best of all.
void TestExpectedCosts::threeRunsOfAKindTellAboutTheOthers()
{
    add(0, 4, 8, 600);
    add(4, 8, 8, 640);
    const SegmentPlan& open = add(12, 16, 4);
    QCOMPARE(expectedOf(open), 400.0);
    add(8, 12, 8, 800);
    QCOMPARE(expectedOf(open), 600.0 * 0.97);
}

void TestExpectedCosts::runsThatSuitNoGridTellLittle()
{
    add(0, 4, 8, 2000);
    add(4, 8, 8, 1200);
    add(8, 12, 8, 1600);
    QCOMPARE(expectedOf(add(12, 16, 4)), 400.0 * 1.5);
}

/// The one of them that is furthest above its estimate, and 8 % more.
void TestExpectedCosts::theRunsThatOneConsistsOfTellMore()
{
    addThreeOfFourLayers();
    const SegmentPlan& open = add(12, 16, 4);
    add(12, 14, 4, 204);
    QCOMPARE(expectedOf(open), 600.0 * 0.97);
    add(14, 16, 4, 210);
    QCOMPARE(expectedOf(open), 400 * 1.05 * 1.08);
    // What reaches beyond it is no part of it; of parts that overlap the better one tells.
    add(14, 17, 4, 303);
    QCOMPARE(expectedOf(open), 400 * 1.05 * 1.08);
    add(13, 16, 4, 303);
    QCOMPARE(expectedOf(open), 400 * 1.02 * 1.08);
}

/// Raised they are not: they are no lower than what layers cost by themselves.
void TestExpectedCosts::whatSchedulesCostLessLowersEstimatesFromLayersAlone()
{
    const SegmentPlan& known = add(0, 4, 8, 600);
    SegmentPlan& open = add(4, 8, 8);
    open.stage = SegmentPlan::EstimateStage::LayersAlone;
    for (const auto& [inSchedule, expected] : {std::pair{450.0, 300.0}, std::pair{630.0, 400.0}}) {
        ExpectedCosts costs(true);
        costs.learnFromSchedules(m_segments, {{&known.plans->front(), inSchedule}});
        QCOMPARE(costs.of(open), expected);
    }
}

void TestExpectedCosts::otherTilesTellNothingOfParts()
{
    addThreeOfFourLayers();
    const SegmentPlan& open = add(12, 16, 4);
    add(12, 14, 5, 204);
    add(14, 16, 5, 210);
    QCOMPARE(expectedOf(open), 600.0 * 0.97);
}

TILESCAPE_TEST(TestExpectedCosts)

} // namespace tst_expected_costs
#include "tst_expected_costs.moc"
