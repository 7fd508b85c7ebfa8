#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/pipeline/segment_flow.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_segment_flow {

using namespace tilescape;
using pipeline::HandOn;

namespace {

schedule::Schedule pipelined(const QString& name)
{
    const std::string path = QString(TILESCAPE_SOURCE_DIR "/tests/reference/" + name).toStdString();
    const io::Case task = io::readCase(io::readFile(path).value(), path).value();
    return schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem), task.inputPartition, task.schemes);
}

} // namespace

class TestSegmentFlow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFlowTellsWhatItsTimingRestsOn_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("chain") << QStringLiteral("15_alex_4x4_pipe_solve.json");
        QTest::newRow("residual blocks") << QStringLiteral("16_resnet50_4x4_pipe_solve.json");
        QTest::newRow("cells") << QStringLiteral("17_lstm_phoneme_16x16_pipe.json");
    }

    void aFlowTellsWhatItsTimingRestsOn()
    {
        QFETCH(QString, name);
        const schedule::Schedule schedule = pipelined(name);
        QVERIFY(schedule.hasResult());
        const network::Network& network = schedule.problem->network;
        const network::Topology topology = network::topologyOf(network);
        const Count bufferWords = hardware::machineOf(schedule.problem->hardware).capacities.bufferWordsPerTile;
        std::size_t inGroups = 0;
        std::size_t next = 0;
        for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
            std::vector<pipeline::TimedLayer> segment;
            for (; next < schedule.layers.size()
                   && schedule.layers[next].slot.segment == static_cast<Count>(number); ++next) {
                const auto& layer = schedule.layers[next];
                segment.push_back({{layer.layer, layer.slot}, &layer.scheme, &layer.cost});
            }
            const auto flow = pipeline::flowOf(network, topology, segment, schedule.problem->space.counts, bufferWords);
            QCOMPARE(flow.timing.cycles(), schedule.segments[number].cycles());
            const auto withoutBuffers = pipeline::flowOf(network, topology, segment, schedule.problem->space.counts, 0);
            for (const pipeline::Handover& hand : withoutBuffers.handovers) {
                QCOMPARE(hand.wholeHasRoom, hand.sameRegion);
            }
            const auto whole = pipeline::flowOf(network, topology, segment, schedule.problem->space.counts, bufferWords, HandOn::WholeMaps);
            QVERIFY(whole.timing.nodeCycles >= flow.timing.nodeCycles);
            QCOMPARE(whole.timing.dramCycles, flow.timing.dramCycles);
            for (const pipeline::Handover& hand : flow.handovers) {
                const auto& from = flow.timing.layers[hand.from];
                QVERIFY(flow.timing.layers[hand.to].start >= (hand.groups > 1 ? from.start + from.cycles / hand.groups : from.done));
                inGroups += hand.groups > 1;
            }
            for (const pipeline::Handover& hand : whole.handovers) {
                QVERIFY(hand.sameRegion || hand.groups == 1);
                QVERIFY(hand.sameRegion || whole.timing.layers[hand.to].start >= whole.timing.layers[hand.from].done);
            }
            for (std::size_t place = 0; place < segment.size(); ++place) {
                Count groups = flow.timing.batchGroups;
                for (const pipeline::TopLoop& loop : flow.loops[place]) {
                    groups *= loop.groups;
                }
                Count factors = 1;
                for (const Loop loop : allLoops) {
                    factors *= segment[place].scheme->blocking.factors[loop][0];
                }
                QCOMPARE(groups, factors);
            }
        }
        QCOMPARE(next, schedule.layers.size());
        if (name.startsWith(QStringLiteral("16"))) {
            QVERIFY(inGroups > 0);
        }
    }
};

TILESCAPE_TEST(TestSegmentFlow)

} // namespace tst_segment_flow
#include "tst_segment_flow.moc"
