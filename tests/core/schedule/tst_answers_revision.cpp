#include "tests/core/schedule/laws.h"
#include "tests/registered.h"

#include "core/io/library.h"
#include "core/schedule/answers_revision.h"

#include <fmt/format.h>

namespace tst_answers_revision {

using namespace tilescape;
using namespace samples;

/// What sweeps and searches keep is not mixed with what another revision finds: that holds only as long as the revision is raised whenever
/// an answer changes. A few answers stand for all: a change may pass them by.
class TestAnswersRevision : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theseAreTheAnswersOfTheRevision_data();
    void theseAreTheAnswersOfTheRevision();
};

void TestAnswersRevision::theseAreTheAnswersOfTheRevision_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("side");
    QTest::addColumn<QString>("answers"); // energy (pJ) and cycles with goals energy, delay, and energy x delay
    QTest::newRow("convolutions") << "alexnet" << 5
                                  << "7.508522e+10 1.418065e+07, 8.642688e+10 1.400642e+07, 7.516592e+10 1.410979e+07";
    QTest::newRow("matrices") << "mlp_m" << 8 << "7.319377e+08 55732, 7.71156e+08 55634, 7.320785e+08 55658";
    QTest::newRow("gates") << "lstm_showtell" << 9 << "1.095962e+09 83241, 1.144397e+09 83200, 1.095962e+09 83241";
    QTest::newRow("few layers on many tiles")
        << "sfc" << 12 << "7.287016e+10 5539819, 7.436801e+10 5497457, 7.291508e+10 5519019";
    QTest::newRow("depthwise convolutions")
        << "mobilenet_v1" << 2 << "1.451989e+11 4.18123e+07, 1.501045e+11 4.168922e+07, 1.451989e+11 4.18123e+07";
}

/// Where a row fails, raise `answersRevision` and write down what is found now.
void TestAnswersRevision::theseAreTheAnswersOfTheRevision()
{
    QFETCH(QString, network);
    QFETCH(int, side);
    QFETCH(QString, answers);
    QCOMPARE(schedule::answersRevision, 49);
    Problem problem;
    problem.solver = "kapla";
    problem.network = io::loadNetwork(network.toStdString()).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {side, side};
    problem.batch = 16;
    for (const search::SpaceOption& option : search::spaceOptions()) {
        problem.space.*option.value =
            option.key != "training" && option.key != "linear_chains" && option.key != "rounded_factors";
    }
    std::string found;
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        problem.goal = goal;
        const Reached reached = solved(problem);
        found += fmt::format("{}{:.7g} {:.7g}", found.empty() ? "" : ", ", reached.energy, reached.cycles);
    }
    QCOMPARE(QString::fromStdString(found), answers);
}

TILESCAPE_TEST(TestAnswersRevision)

} // namespace tst_answers_revision
#include "tst_answers_revision.moc"
