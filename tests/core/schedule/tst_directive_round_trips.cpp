#include "core/dataflow/directives/printer.h"
#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"
#include "tests/registered.h"

#include <QDir>
#include <QTest>

namespace tst_directive_round_trips {

using namespace tilescape;
namespace directives = dataflow::directives;

namespace {

std::string errorsOf(const schedule::CheckedDirectives& checked)
{
    std::string text;
    for (const directives::Fault& fault : checked.faults) {
        if (fault.severity == support::Severity::Error) {
            text += support::describe(directives::diagnosticsOf({fault}, "text")) + "\n";
        }
    }
    return text;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Schedule -> text -> schedule: equal schemes, equal prices, and the counts from the text alone are the model's.
void verifyRoundTrip(const schedule::Schedule& schedule)
{
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    const std::string text = directives::print(schedule::writeDirectives(schedule));
    const schedule::CheckedDirectives checked = schedule::checkDirectives(*schedule.problem, text);
    QVERIFY2(checked.sound(), (errorsOf(checked) + text.substr(0, 3000)).c_str());
    QCOMPARE(directives::print(checked.document), text);
    QVERIFY(checked.inputPartition == schedule.inputPartition);
    QCOMPARE(checked.layers.size(), schedule.layers.size());

    for (std::size_t i = 0; i < checked.layers.size(); ++i) {
        const schedule::CheckedLayer& read = checked.layers[i];
        const schedule::ScheduledLayer& own = schedule.layers[i];
        const std::string& name = schedule.problem->network.layers[own.layer].name;
        QCOMPARE(read.given.layer, own.layer);
        QVERIFY2(read.given.slot == own.slot, name.c_str());
        QVERIFY2(read.given.scheme == own.scheme, name.c_str());
        const cost::LayerCost& cost = own.cost;
        QVERIFY2(close(read.counts.operations, cost.operations), name.c_str());
        for (const Tensor tensor : allTensors) {
            const std::string what = name + ", " + std::string(nameOf(tensor));
            for (const Storage storage : allStorages) {
                QVERIFY2(static_cast<double>(read.counts.words[storage][tensor]) == cost.wordsHeld[storage][tensor],
                         (what + ": " + std::to_string(read.counts.words[storage][tensor]) + " words in the text, "
                          + std::to_string(cost.wordsHeld[storage][tensor]) + " in the schedule")
                             .c_str());
            }
            for (const Level level : {Level::Buffer, Level::Bus, Level::Register}) {
                QVERIFY2(close(read.counts.accesses[level][tensor], cost.accesses[level][tensor]),
                         (what + " at " + std::string(nameOf(level))).c_str());
            }
            // What a shared buffer holds comes from there as often as the tiles ask.
            const bool shared = cost.sharedLevel[tensor] > 0;
            QVERIFY2(!shared || close(read.counts.accesses[Level::Dram][tensor], cost.sharedAccesses[tensor]), what.c_str());
            // Pinned weights are never fetched again, which no layer's text can know; data of neighbours move likewise.
            const double outside = cost.accesses[Level::Dram][tensor] + cost.remoteBufferAccesses[tensor];
            const bool pinned = tensor == Tensor::Weight && cost.fetches[Storage::Buffer][tensor] == 0;
            QVERIFY2(shared || pinned || close(read.counts.accesses[Level::Dram][tensor], outside), what.c_str());
        }
    }

    const schedule::Schedule priced = schedule::priceDirectives(schedule.problem, checked);
    QVERIFY(priced.hasResult());
    QCOMPARE(priced.totals.energy.total(), schedule.totals.energy.total());
    QCOMPARE(priced.totals.cycles, schedule.totals.cycles);
    QCOMPARE(priced.totals.nocHops, schedule.totals.nocHops);
    for (std::size_t i = 0; i < priced.layers.size(); ++i) {
        QCOMPARE(priced.layers[i].cost.energy.total(), schedule.layers[i].cost.energy.total());
        QVERIFY(priced.layers[i].mapping == schedule.layers[i].mapping);
    }
}

io::Case caseNamed(const QString& file)
{
    const std::string path = (QStringLiteral(TILESCAPE_SOURCE_DIR "/tests/reference/") + file).toStdString();
    return io::readCase(io::readFile(path).value(), path).value();
}

schedule::Problem problemOf(const std::string& network, const std::string& hardware, Count batch)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.batch = batch;
    return problem;
}

} // namespace

class TestDirectiveRoundTrips : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theReferenceCasesComeBackEqual_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QStringLiteral(TILESCAPE_SOURCE_DIR "/tests/reference"));
        for (const QString& file : folder.entryList({QStringLiteral("*.json")})) {
            QTest::newRow(qPrintable(file)) << file;
        }
    }
    void theReferenceCasesComeBackEqual()
    {
        QFETCH(QString, file);
        const io::Case task = caseNamed(file);
        verifyRoundTrip(schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem), task.inputPartition,
                                           task.schemes));
    }

    void solvedNetworksComeBackEqual_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("everyOption");
        QTest::addColumn<bool>("training");
        QTest::newRow("alexnet") << "alexnet" << "eyeriss_isca16" << 16 << false << false;
        QTest::newRow("mobilenet, depthwise") << "mobilenet_v1" << "kapla_edge" << 1 << false << false;
        QTest::newRow("googlenet, joins") << "googlenet" << "eyeriss_jssc17" << 4 << false << false;
        QTest::newRow("lstm, element-wise") << "lstm_phoneme" << "kapla_16x16" << 8 << false << false;
        QTest::newRow("alexnet, 16 x 16") << "alexnet" << "kapla_16x16" << 8 << false << false;
        QTest::newRow("alexnet, training") << "alexnet" << "kapla_16x16" << 8 << false << true;
        QTest::newRow("mobilenet, training") << "mobilenet_v1" << "kapla_edge" << 2 << false << true;
        QTest::newRow("lstm, training") << "lstm_phoneme" << "eyeriss_jssc17" << 4 << false << true;
        QTest::newRow("bert, matrix products") << "bert_base" << "kapla_16x16" << 2 << false << false;
        QTest::newRow("bert, systolic") << "bert_base" << "kapla_edge" << 1 << false << false;
        QTest::newRow("alexnet, systolic") << "alexnet" << "kapla_edge" << 2 << false << true;
        QTest::newRow("alexnet, shared buffer") << "alexnet" << "shared_4x4" << 8 << false << false;
        QTest::newRow("mlp, every option") << "mlp_m" << "tangram_16x16" << 16 << true << false;
        QTest::newRow("lstm, every option") << "lstm_phoneme" << "tangram_16x16" << 16 << true << false;
    }
    void solvedNetworksComeBackEqual()
    {
        QFETCH(QString, network);
        QFETCH(QString, hardware);
        QFETCH(int, batch);
        QFETCH(bool, everyOption);
        QFETCH(bool, training);
        schedule::Problem problem = problemOf(network.toStdString(), hardware.toStdString(), batch);
        problem.space.training = training;
        if (everyOption) {
            problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
            problem.space.batchPartition = true;
        }
        verifyRoundTrip(schedule::solve(problem));
    }
};

TILESCAPE_TEST(TestDirectiveRoundTrips)

} // namespace tst_directive_round_trips
#include "tst_directive_round_trips.moc"
