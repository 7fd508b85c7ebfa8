#include "core/interlayer/segment_fate.h"

#include <QTest>

using namespace tilescape;
using interlayer::SegmentFate;
using interlayer::SegmentVerdict;

namespace {

/// Three layers: each alone, the first two side by side or on the same tiles, and all of them.
const std::vector<SegmentVerdict> verdicts{
    {{0, 1, 1}, SegmentFate::Chained}, {{1, 2, 1}, SegmentFate::Chained},   {{2, 3, 1}, SegmentFate::Chained},
    {{0, 2, 2}, SegmentFate::Chained}, {{0, 2, 1}, SegmentFate::ByBound}, {{0, 3, 3}, SegmentFate::NoRegions},
};

} // namespace

class TestSegmentFate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsStandInTheOrderOfTheFates();
    void fatesAddUp();
    void rivalsShareALayer();
};

void TestSegmentFate::rowsStandInTheOrderOfTheFates()
{
    for (std::size_t number = 0; number < interlayer::segmentFateCount; ++number) {
        QCOMPARE(static_cast<std::size_t>(interlayer::segmentFates()[number].fate), number);
    }
}

void TestSegmentFate::fatesAddUp()
{
    const interlayer::SegmentCounts all = interlayer::countsOf(verdicts);
    QCOMPARE(all.considered(), 6);
    QCOMPARE(all.planned(), 4);
    QCOMPARE(all.of[SegmentFate::NoRegions], 1);
    interlayer::SegmentCounts sum;
    for (const interlayer::SegmentCounts& own : interlayer::countsByFirst(verdicts, 3)) {
        sum += own;
    }
    QVERIFY(sum == all);
}

void TestSegmentFate::rivalsShareALayer()
{
    // Of the first two side by side: each of both alone, both on the same tiles, all three.
    const interlayer::SegmentCounts rivals = interlayer::countRivals(verdicts, {0, 2, 2});
    QCOMPARE(rivals.considered(), 4);
    QCOMPARE(rivals.of[SegmentFate::Chained], 2);
    QCOMPARE(rivals.of[SegmentFate::ByBound], 1);
    QCOMPARE(interlayer::countRivals(verdicts, {2, 3, 1}).considered(), 1);
}

QTEST_GUILESS_MAIN(TestSegmentFate)
#include "tst_segment_fate.moc"
