#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/schedule/advice.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

namespace tst_advice {

using namespace tilescape;
using namespace tilescape::schedule;

namespace {

/// Small enough to be solved in no time, on a chip with tiles to share out.
Problem problemOf(const char* network, search::Goal goal)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.hardware.tiles = {8, 8};
    problem.goal = goal;
    problem.solver = "kapla";
    return problem;
}

bool isAdvised(const std::vector<Advice>& all, const search::SpaceOption& option)
{
    return std::any_of(all.begin(), all.end(), [&](const Advice& advice) { return advice.option == &option; });
}

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void problems_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<int>("goal");
        for (const char* network : {"mlp_m", "lstm_phoneme", "alexnet"}) {
            for (const auto goal : {search::Goal::Energy, search::Goal::Delay, search::Goal::EnergyDelay}) {
                QTest::addRow("%s, %s", network, nameOf(goal).data()) << QByteArray(network) << static_cast<int>(goal);
            }
        }
    }

    void whatIsClaimedIsWhatTheNextSolveGives_data() { problems_data(); }
    /// And nothing is left out that saves a tenth.
    void whatIsClaimedIsWhatTheNextSolveGives()
    {
        QFETCH(QByteArray, network);
        QFETCH(int, goal);
        const Problem problem = problemOf(network.constData(), static_cast<search::Goal>(goal));
        const Schedule standing = solve(problem);
        const std::vector<Advice> all = adviceFor(problem, standing);
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.gain() > b.gain(); }));
        for (const search::SpaceOption* option : advisedOptions()) {
            const Schedule next = solve(problemWith(problem, *option));
            const double with = measureOf(next.totals, problem.goal);
            const double gain = 1 - with / measureOf(standing.totals, problem.goal);
            QCOMPARE(isAdvised(all, *option), !(problem.space.*option->value) && gain >= leastGain);
            for (const Advice& advice : all) {
                QVERIFY(advice.option != option || (advice.with == with && advice.gain() == gain));
            }
        }
    }

    /// So that the law above is about something.
    void someSwitchesPay()
    {
        const Problem problem = problemOf("lstm_phoneme", search::Goal::Energy);
        QVERIFY(!adviceFor(problem, solve(problem)).empty());
    }

    void whatIsOnOrCannotBeUsedIsNotAdvised()
    {
        Problem problem = problemOf("lstm_phoneme", search::Goal::Energy);
        const Schedule standing = solve(problem);
        problem.hardware.sameLevelTransfers = false;
        for (const Advice& advice : adviceFor(problem, standing)) {
            QVERIFY(advice.option->key != "buffer_sharing" && advice.option->key != "spatial_pipelining");
        }
        for (const search::SpaceOption* option : advisedOptions()) {
            problem.space.*option->value = true;
        }
        QVERIFY(adviceFor(problem, standing).empty());
    }

    void withoutAScheduleOrTimeThereIsNone()
    {
        Problem problem = problemOf("mlp_m", search::Goal::Energy);
        QVERIFY(adviceFor(problem, Schedule()).empty());
        std::stop_source stop;
        stop.request_stop();
        SolveControl control;
        control.stop = stop.get_token();
        QVERIFY(adviceFor(problem, solve(problem), control).empty());
    }

    /// Every problem that advice stands for is a sound one.
    void aSwitchBringsWhatItNeeds()
    {
        Problem problem = problemOf("mlp_m", search::Goal::Energy);
        problem.space.hybridPartition = false;
        problem.solver = "exhaustive";
        for (const search::SpaceOption* option : advisedOptions()) {
            const Problem with = problemWith(problem, *option);
            QCOMPARE(with.solver, std::string("kapla"));
            QVERIFY(with.space.hybridPartition || !with.space.inputChannelPartition);
            QVERIFY2(solve(with).hasResult(), option->key.data());
        }
    }

    void anAdviceIsASentence()
    {
        const auto rows = advisedOptions();
        const auto batch = std::find_if(rows.begin(), rows.end(), [](const auto* row) { return row->key == "batch_partition"; });
        QCOMPARE(describe({*batch, search::Goal::Energy, 100, 38}), "Batch partition: 62 % less energy");
        QCOMPARE(describe({*batch, search::Goal::Delay, 1000, 899}), "Batch partition: 10 % fewer cycles");
    }

    void theFileHasTheSame()
    {
        const Problem problem = problemOf("lstm_phoneme", search::Goal::Energy);
        const Schedule standing = solve(problem);
        const std::vector<Advice> all = adviceFor(problem, standing);
        QVERIFY(!all.empty());
        const auto file = QJsonDocument::fromJson(QByteArray::fromStdString(io::writeScheduleJson(standing, all))).object();
        const QJsonArray list = file["advice"].toArray();
        QCOMPARE(list.size(), static_cast<qsizetype>(all.size()));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const QJsonObject each = list[static_cast<qsizetype>(i)].toObject();
            QCOMPARE(each["option"].toString().toStdString(), std::string(all[i].option->key));
            QCOMPARE(each["with"].toDouble(), all[i].with);
            QCOMPARE(each["without"].toDouble(), all[i].without);
        }
        QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(io::writeScheduleJson(standing))).object().contains("advice"));
    }
};

TILESCAPE_TEST(TestAdvice)

} // namespace tst_advice
#include "tst_advice.moc"
