#include "app/reproduce/kapla_goals.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_kapla_goals {

using namespace tilescape;
using namespace tilescape::reproduce;

/// The race for each goal, on networks and chips small enough for a test.
class TestKaplaGoals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Races races(solverWith(1));
        addGoals(m_made, races, {m_networks, {1, 2}});
        QCOMPARE(m_made.tables.size(), std::size_t{1});
    }

    /// Both spaces, both chips, three goals: a row for each network, then mean and worst.
    void everyGoalHasItsMeanAndWorst()
    {
        const auto& rows = m_made.tables.front().rows;
        QCOMPARE(rows.size(), std::size_t{2 * 2 * 3 * 4});
        QStringList names;
        for (std::size_t i = 0; i < 12; ++i) {
            names << QString::fromStdString(rows[i].what);
        }
        QCOMPARE(names, (QStringList{"KAPLA's space, 1 x 1 tiles, energy, Lenet-c", "KAPLA's space, 1 x 1 tiles, energy, SFC",
                                     "KAPLA's space, 1 x 1 tiles, energy, mean", "KAPLA's space, 1 x 1 tiles, energy, worst",
                                     "KAPLA's space, 1 x 1 tiles, delay, Lenet-c", "KAPLA's space, 1 x 1 tiles, delay, SFC",
                                     "KAPLA's space, 1 x 1 tiles, delay, mean", "KAPLA's space, 1 x 1 tiles, delay, worst",
                                     "KAPLA's space, 1 x 1 tiles, energy x delay, Lenet-c",
                                     "KAPLA's space, 1 x 1 tiles, energy x delay, SFC",
                                     "KAPLA's space, 1 x 1 tiles, energy x delay, mean",
                                     "KAPLA's space, 1 x 1 tiles, energy x delay, worst"}));
        QVERIFY(rows.back().what.starts_with("Tangram's space, 2 x 2 tiles, energy x delay"));
    }

    void meansAndWorstAreThoseOfTheRowsAbove()
    {
        const auto& rows = m_made.tables.front().rows;
        for (std::size_t i = 0; i < rows.size(); i += 4) {
            QVERIFY(rows[i].ours > 0 && rows[i + 1].ours > 0);
            QCOMPARE(rows[i + 2].ours, (rows[i].ours + rows[i + 1].ours) / 2);
            QCOMPARE(rows[i + 3].ours, std::max(rows[i].ours, rows[i + 1].ours));
            QVERIFY(rows[i + 3].note == (rows[i].ours >= rows[i + 1].ours ? "Lenet-c" : "SFC"));
        }
    }

    /// In Tangram's space batches are not split over tiles.
    void theSpacesDiffer()
    {
        RaceCase raceCase{Scene::Inference, "lenet_c"};
        QVERIFY(problemOf(raceCase).space.batchPartition);
        QVERIFY(!problemOf(raceCase).space.bufferBypass[Tensor::Weight]);
        raceCase.mode = "tangram";
        QVERIFY(!problemOf(raceCase).space.batchPartition);
        QVERIFY(problemOf(raceCase).space.bufferBypass[Tensor::Weight]);
        QCOMPARE(problemOf(raceCase).space.mostVertices, 5.0);
    }

private:
    static constexpr std::array<RacedNetwork, 2> m_networks{{{"Lenet-c", "lenet_c"}, {"SFC", "sfc"}}};
    Reproduction m_made;
};

TILESCAPE_TEST(TestKaplaGoals)

} // namespace tst_kapla_goals
#include "tst_kapla_goals.moc"
