#include "core/search/space/segment_outcomes.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_segment_outcomes {

using namespace tilescape;
using search::SegmentOutcome;
using search::RunOutcome;

namespace {

/// Three layers: each alone, the first two side by side or on the same tiles, and all of them.
const std::vector<RunOutcome> runOutcomes{
    {{0, 1, 1}, SegmentOutcome::Chained},         {{1, 2, 1}, SegmentOutcome::Chained},
    {{2, 3, 1}, SegmentOutcome::Chained},         {{0, 2, 2}, SegmentOutcome::Chained},
    {{0, 2, 1}, SegmentOutcome::ByLayerEstimate}, {{0, 3, 3}, SegmentOutcome::NoRegions},
};

} // namespace

class TestSegmentOutcomes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsStandInTheOrderOfTheFates();
    void fatesAddUp();
    void overlappingSegmentsShareALayer();
};

void TestSegmentOutcomes::rowsStandInTheOrderOfTheFates()
{
    for (std::size_t number = 0; number < search::segmentOutcomeCount; ++number) {
        QCOMPARE(static_cast<std::size_t>(search::segmentOutcomes()[number].outcome), number);
    }
}

void TestSegmentOutcomes::fatesAddUp()
{
    const search::SegmentCounts all = search::countsOf(runOutcomes);
    QCOMPARE(all.considered(), 6);
    QCOMPARE(all.planned(), 4);
    QCOMPARE(all.of[SegmentOutcome::NoRegions], 1);
    search::SegmentCounts sum;
    for (const search::SegmentCounts& own : search::countsByFirst(runOutcomes, 3)) {
        sum += own;
    }
    QVERIFY(sum == all);
}

void TestSegmentOutcomes::overlappingSegmentsShareALayer()
{
    // Of the first two side by side: each of both alone, both on the same tiles, all three.
    const search::SegmentCounts overlapping = search::countOverlapping(runOutcomes, {0, 2, 2});
    QCOMPARE(overlapping.considered(), 4);
    QCOMPARE(overlapping.of[SegmentOutcome::Chained], 2);
    QCOMPARE(overlapping.of[SegmentOutcome::ByLayerEstimate], 1);
    QCOMPARE(search::countOverlapping(runOutcomes, {2, 3, 1}).considered(), 1);
}

TILESCAPE_TEST(TestSegmentOutcomes)

} // namespace tst_segment_outcomes
#include "tst_segment_outcomes.moc"
