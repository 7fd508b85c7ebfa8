#include "core/schedule/segment_facts.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "core/search/space/segment_enumeration.h"
#include "tests/core/schedule/law_problems.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

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

    /// What is not read from DRAM lies somewhere: all of a tile's weights, in its buffer, beside those with which it holds them, or in the
    /// registers of its PEs.
    void weightsThatAreNotReadAreHeld()
    {
        samples::Dice dice(2611U);
        int pinned = 0;
        for (int number = 0; number < 150; ++number) {
            samples::Problem problem = samples::anyProblemOfFewLayers(dice);
            problem.solver = number % 2 == 0 ? "kapla" : "exhaustive";
            const schedule::Schedule schedule = schedule::solve(problem);
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                if (!schedule::pinsWeights(schedule, layer)) {
                    continue;
                }
                const dataflow::PerSplit<Extent>& shares = layer.scheme.partition.shares;
                const Count parts =
                    shares[dataflow::Split::InputChannel].size() * shares[dataflow::Split::OutputChannel].size();
                const auto weights = static_cast<double>(network::weightWords(problem.network.layers[layer.layer]));
                const PerStorage<PerTensor<double>>& words = layer.cost.wordsHeld;
                const double held = std::max(words[Storage::Buffer][Tensor::Weight]
                                                 * static_cast<double>(layer.scheme.sharing.group[Tensor::Weight]),
                                             words[Storage::Register][Tensor::Weight]
                                                 * static_cast<double>(problem.hardware.peArray.size()));
                QVERIFY2(weights / static_cast<double>(parts) <= held * (1 + 1e-9),
                         qPrintable(QString::number(number)));
                ++pinned;
            }
        }
        QVERIFY(pinned > 50);
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
