#include "core/explore/explain.h"
#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solver_cache.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_explain {

using namespace tilescape;
using namespace tilescape::explore;
using schedule::Problem;
using schedule::Schedule;

namespace {

Problem problemOf(const char* network, const char* chip, Extent tiles, Count batch)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(chip).value();
    problem.hardware.tiles = tiles;
    problem.batch = batch;
    problem.solver = "kapla";
    return problem;
}

/// A problem that a rule is made for.
Problem limitedBy(std::string_view rule)
{
    Problem problem = problemOf("alexnet", "kapla_16x16", {4, 4}, 8);
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = true;
    if (rule == "dram_bound") {
        problem.hardware.dramGigabytesPerSecond = 1;
    } else if (rule == "bus_bound") {
        problem.hardware.busBitsPerCycle = 16;
    } else if (rule == "idle_pes") {
        problem.hardware.peArray = {2, 128};
    } else if (rule == "fill_and_drain") {
        problem.hardware.tiles = {16, 16};
        problem.space.spatialPipelining = true;
        problem.batch = 4;
    } else if (rule == "hot_link") {
        problem.hardware.tiles = {8, 8};
        problem.hardware.hopPj *= 4;
    } else if (rule == "uneven_pieces") {
        problem.hardware.tiles = {13, 13};
        problem.goal = search::Goal::Delay;
    } else if (rule == "full_buffer") {
        problem.hardware.bufferBytesPerTile = 8192;
        problem.space.bufferSharing = false;
    } else if (rule == "weights_nearly_fit") {
        problem = problemOf("lenet_c", "eyeriss_isca16", {1, 1}, 16);
        problem.hardware.bufferBytesPerTile = 48 * 1024;
    } else {
        problem.space.hybridPartition = problem.space.bufferSharing = problem.space.keepOutputsOnChip = false;
    }
    return problem;
}

} // namespace

class TestExplain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void problems_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<QByteArray>("chip");
        QTest::addColumn<int>("tiles");
        QTest::addColumn<int>("goal");
        const auto add = [](const char* network, const char* chip, int tiles, search::Goal goal) {
            QTest::addRow("%s on %s, %s", network, chip, nameOf(goal).data())
                << QByteArray(network) << QByteArray(chip) << tiles << static_cast<int>(goal);
        };
        add("alexnet", "eyeriss_isca16", 1, search::Goal::Energy);
        add("lenet_c", "kapla_16x16", 4, search::Goal::Delay);
        add("mlp_m", "tangram_16x16", 8, search::Goal::EnergyDelay);
        add("lstm_phoneme", "kapla_16x16", 4, search::Goal::Energy);
    }

    void whatIsClaimedIsWhatTheNextSolveGives_data() { problems_data(); }
    /// Every proposal changes the problem, is a sound one, and gains what is said; nothing that gains enough is left out.
    void whatIsClaimedIsWhatTheNextSolveGives()
    {
        QFETCH(QByteArray, network);
        QFETCH(QByteArray, chip);
        QFETCH(int, tiles);
        QFETCH(int, goal);
        Problem problem = problemOf(network.constData(), chip.constData(), {tiles, tiles}, 16);
        problem.goal = static_cast<search::Goal>(goal);
        const Schedule standing = schedule::solve(problem);
        QVERIFY(standing.hasResult());
        schedule::SolverCache cache;
        schedule::SolveControl control;
        control.cache = &cache;
        const std::vector<Finding> all = explain(problem, standing, control);
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.gain() > b.gain(); }));
        std::size_t gaining = 0;
        for (const Proposal& proposal : proposalsFor(problem, standing)) {
            QVERIFY(!(*proposal.problem == problem));
            const Schedule next = schedule::solve(*proposal.problem);
            const double items = static_cast<double>(proposal.problem->batch) / static_cast<double>(problem.batch);
            const double scale = proposal.about == search::Goal::EnergyDelay ? items * items : items;
            const double gain = next.hasResult() ? 1
                                                       - schedule::measureOf(next.totals, proposal.about) / scale
                                                             / schedule::measureOf(standing.totals, proposal.about)
                                                 : 0;
            const auto told = std::find_if(all.begin(), all.end(), [&](const Finding& each) { return *each.problem == *proposal.problem; });
            const bool isSwitch = proposal.rule->key == "switch";
            QCOMPARE(told != all.end(), gain >= (isSwitch ? schedule::leastGain : leastFindingGain));
            if (told != all.end()) {
                ++gaining;
                QVERIFY2(std::abs(told->gain() - gain) < 1e-12, describe(*told).c_str());
            }
        }
        QCOMPARE(all.size(), gaining);
    }

    void everyRuleFindsWhatItIsMadeFor_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const Rule& rule : rules()) {
            QTest::newRow(rule.key.data()) << QByteArray(rule.key.data());
        }
    }

    void everyRuleFindsWhatItIsMadeFor()
    {
        QFETCH(QByteArray, rule);
        const Problem problem = limitedBy(rule.constData());
        const Schedule standing = schedule::solve(problem);
        QVERIFY(standing.hasResult());
        std::optional<Finding> finding;
        for (const Proposal& proposal : proposalsFor(problem, standing)) {
            if (!finding && proposal.rule->key == std::string_view(rule.constData())) {
                finding = verified(proposal, problem, standing);
            }
        }
        QVERIFY2(finding, rule.constData());
        QVERIFY(QString::fromStdString(describe(*finding)).startsWith(QString::fromUtf8(finding->rule->label.data())));
        QVERIFY(!finding->measure.empty() && !finding->action.empty());
        QVERIFY2(finding->action.find('_') == std::string::npos, finding->action.c_str()); // words, no keys of files
        for (const std::string& layer : finding->layers) {
            QVERIFY(std::any_of(problem.network.layers.begin(), problem.network.layers.end(),
                                [&](const auto& each) { return each.name == layer; }));
        }
    }

    void noProblemIsSolvedTwice()
    {
        const Problem problem = limitedBy("weights_nearly_fit");
        const std::vector<Proposal> all = proposalsFor(problem, schedule::solve(problem));
        for (std::size_t one = 0; one < all.size(); ++one) {
            for (std::size_t other = 0; other < one; ++other) {
                QVERIFY(!(*all[one].problem == *all[other].problem));
            }
        }
    }

    void withoutAScheduleOrTimeThereIsNothing()
    {
        const Problem problem = limitedBy("dram_bound");
        QVERIFY(proposalsFor(problem, Schedule()).empty());
        std::stop_source stop;
        stop.request_stop();
        schedule::SolveControl control;
        control.stop = stop.get_token();
        QVERIFY(explain(problem, schedule::solve(problem), control).empty());
    }

    void aFindingIsASentence()
    {
        Finding finding{{&rules().front(), {"conv1"}, "DRAM is waited for in 62 % of all cycles, most in conv1",
                         "DRAM bandwidth from 25.6 GB/s to 51.2 GB/s", search::Goal::Delay, nullptr},
                        1000,
                        818.4};
        QCOMPARE(describe(finding), std::string("DRAM-bound: DRAM is waited for in 62 % of all cycles, most in conv1. DRAM bandwidth "
                                                "from 25.6 GB/s to 51.2 GB/s: 18.1 % fewer cycles"));
    }

    void findingsStandInTheSchedulesFile()
    {
        const Schedule schedule = schedule::solve(limitedBy("dram_bound"));
        const Finding finding{
            {&rules().front(), {"conv1"}, "DRAM is waited for", "DRAM bandwidth x 2", search::Goal::Delay, nullptr}, 1000, 750};
        const auto parsed = [](const std::string& text) { return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object(); };
        const QJsonObject file = parsed(io::writeScheduleJson(schedule, std::nullopt, std::vector{finding}));
        const QJsonObject found = file["findings"].toArray().first().toObject();
        QCOMPARE(found["rule"].toString(), QStringLiteral("dram_bound"));
        QCOMPARE(found["layers"].toArray(), QJsonArray{QStringLiteral("conv1")});
        QCOMPARE(found["gain"].toDouble(), 0.25);
        QVERIFY(!parsed(io::writeScheduleJson(schedule)).contains(QStringLiteral("findings")));
    }
};

TILESCAPE_TEST(TestExplain)

} // namespace tst_explain
#include "tst_explain.moc"
