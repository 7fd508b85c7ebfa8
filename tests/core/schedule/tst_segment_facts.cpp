#include "core/schedule/segment_facts.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/segment_enumeration.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_segment_facts {

using namespace tilescape;

namespace {

schedule::Schedule pipelined(const char* network, Count batch)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.batch = batch;
    problem.solver = "kapla";
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    return schedule::solve(problem);
}

} // namespace

class TestSegmentFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pinnedWeightsAreNeverAskedOfDram_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::newRow("mlp") << QByteArray("mlp_s");
        QTest::newRow("lstm") << QByteArray("lstm_phoneme");
    }

    void pinnedWeightsAreNeverAskedOfDram()
    {
        QFETCH(QByteArray, network);
        const schedule::Schedule schedule = pipelined(network.constData(), 64);
        QVERIFY(schedule.hasResult());
        int pinned = 0;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const network::Layer& made = schedule.problem->network.layers[layer.layer];
            const bool pins = schedule::pinsWeights(schedule, layer);
            QCOMPARE(pins, network::hasWeights(made) && layer.cost.accesses[Level::Dram][Tensor::Weight] == 0);
            QVERIFY(!pins || schedule.segments.size() == 1);
            pinned += pins ? 1 : 0;
        }
        // 64 k words of weights and less have room on 256 tiles of 16 k words each.
        QCOMPARE(pinned > 0, schedule.segments.size() == 1);
    }

    /// Tangram Fig. 10a: what does not fit into the first stripe folds into the next.
    void aFoldedRegionLiesInTwoStripes()
    {
        dataflow::Region region{{2, 3}, {{0, 2}, {0, 3}, {2, 3}, {1, 2}, {1, 3}, {3, 3}}};
        QCOMPARE(schedule::stripesOf(region), Count{2});
        QCOMPARE(schedule::stripesOf(dataflow::wholeChip({4, 4})), Count{1});
    }
};

TILESCAPE_TEST(TestSegmentFacts)

} // namespace tst_segment_facts
#include "tst_segment_facts.moc"
