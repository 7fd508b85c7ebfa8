#include "core/io/gradient_result.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "tests/registered.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_gradient_result {

using namespace tilescape;
using namespace tilescape::training::gradient;

namespace {

NetworkResult result(int threads)
{
    AnalysisControl control;
    control.threads = threads;
    return analyse(io::loadNetwork("bert_tiny").value(), 4, {}, control).value();
}

QJsonObject read(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

schedule::Problem example()
{
    QFile file(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/gradient-order/bert-tiny-edge.tilescape"));
    [[maybe_unused]] const bool open = file.open(QIODevice::ReadOnly);
    return io::readProject(file.readAll().toStdString(), "example").value();
}

} // namespace

class TestGradientResult : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theJsonHasEveryLayerAndOrder();
    void totalsAreTheSumsOfLayers();
    void anyNumberOfThreadsGivesTheSameBytes();
    void oneOrderCanBeToldAlone();
    void theCsvHasALineForEachLayerAndOrder();
    void settingsComeBackFromAProject();
    void aNamedMachineHasItsNumbers();
    void badSettingsOfAProjectAreToldWithTheirPlace();
};

void TestGradientResult::theJsonHasEveryLayerAndOrder()
{
    const NetworkResult simulated = result(0);
    const QJsonObject json = read(io::writeGradientJson(simulated, {"bert", {allOrders.begin(), allOrders.end()}, true}));
    QCOMPARE(json["format"].toString(), QStringLiteral("tilescape-gradient"));
    const QJsonArray layers = json["layers"].toArray();
    QCOMPARE(layers.size(), qsizetype(simulated.layers.size()));
    for (qsizetype i = 0; i < layers.size(); ++i) {
        for (const Order order : allOrders) {
            const QString name = QString::fromUtf8(nameOf(order).data(), qsizetype(nameOf(order).size()));
            const QJsonObject told = layers[i].toObject()["orders"].toObject()[name].toObject();
            const Measure& measure = simulated.layers[std::size_t(i)].orders[order];
            QCOMPARE(Count(told["cycles"].toInteger()), measure.cycles);
            QCOMPARE(Count(told["dram_read_bytes"].toInteger()), measure.totalReadBytes());
            QCOMPARE(Count(told["dram_write_bytes"].toInteger()), measure.writeBytes);
            QCOMPARE(Count(told["dy_read_bytes"].toInteger()), measure.readBytes[Matrix::Dy]);
            QCOMPARE(Count(told["spill_bytes"].toInteger()), measure.spillBytes);
            QCOMPARE(Count(told["tile"].toObject()["k"].toInteger()), measure.tile[Axis::K]);
        }
    }
}

void TestGradientResult::totalsAreTheSumsOfLayers()
{
    const QJsonObject json = read(io::writeGradientJson(result(0), {"bert", {allOrders.begin(), allOrders.end()}, true}));
    qint64 cycles = 0;
    qint64 forward = 0;
    for (const auto& layer : json["layers"].toArray()) {
        cycles += layer.toObject()["orders"].toObject()["dx_major"].toObject()["cycles"].toInteger();
        forward += layer.toObject()["forward"].toObject()["cycles"].toInteger();
    }
    QCOMPARE(json["forward_cycles"].toInteger(), forward);
    // BERT-tiny, 2048 rows: nearly all layers are long, so that the rule takes dX-major, but for the first layer.
    QVERIFY(json["totals"].toObject()["rearranged"].toObject()["backward_cycles"].toInteger() <= cycles);
}

void TestGradientResult::anyNumberOfThreadsGivesTheSameBytes()
{
    QCOMPARE(io::writeGradientJson(result(1), {}), io::writeGradientJson(result(2), {}));
}

void TestGradientResult::oneOrderCanBeToldAlone()
{
    const QJsonObject json = read(io::writeGradientJson(result(0), {"bert", {Order::DwMajor}, false}));
    const QJsonObject layer = json["layers"].toArray().first().toObject();
    QCOMPARE(layer["orders"].toObject().keys(), QStringList{QStringLiteral("dw_major")});
    QVERIFY(!layer.contains("partitions"));
}

void TestGradientResult::theCsvHasALineForEachLayerAndOrder()
{
    const NetworkResult simulated = result(0);
    const std::string text = io::writeGradientCsv(simulated, {"bert", {allOrders.begin(), allOrders.end()}, false});
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t(1 + simulated.layers.size() * (1 + allOrders.size())));
}

void TestGradientResult::settingsComeBackFromAProject()
{
    schedule::Problem problem = example();
    QVERIFY(!gemmsOf(problem.network, problem.batch, problem.training.gradient).empty());
    Settings& settings = problem.training.gradient;
    for (const NumberRow& row : numberRows()) {
        row.value(settings) = row.smallest + 1;
    }
    for (const ChoiceRow& row : choiceRows()) {
        row.set(settings, static_cast<int>(row.names.size()) - 1);
    }
    settings.npu.name = "own";
    QCOMPARE(io::readProject(io::writeProject(problem), "again").value().training.gradient, settings);
}

/// The name of a machine stands for its numbers, where none is given.
void TestGradientResult::aNamedMachineHasItsNumbers()
{
    schedule::Problem problem = example();
    problem.training = {};
    std::string text = io::writeProject(problem);
    text.replace(text.find("\"batch\""), 7, R"("training": {"gradient": {"npu": "large", "array_side": 64}}, "batch")");
    const Npu read = io::readProject(text, "large").value().training.gradient.npu;
    Npu expected = npuPresets().back().npu;
    expected.arraySide = 64;
    QCOMPARE(read, expected);

    // Also where a number is what another machine has.
    problem.training.gradient.npu = npuPresets().back().npu;
    problem.training.gradient.npu.scratchpadBytes = Settings().npu.scratchpadBytes;
    QCOMPARE(io::readProject(io::writeProject(problem), "again").value().training.gradient, problem.training.gradient);
}

void TestGradientResult::badSettingsOfAProjectAreToldWithTheirPlace()
{
    schedule::Problem problem = example();
    problem.training = {}; // not written, so that what is wrong is the only one
    std::string text = io::writeProject(problem);
    const std::string training = R"("training": {"gradient": {"cores": 9, "order_rule": "sice", "nonsense": 1}}, "batch")";
    text.replace(text.find("\"batch\""), 7, training);
    const auto read = io::readProject(text, "bad.tilescape");
    QVERIFY(!read);
    const QString faults = QString::fromStdString(support::describe(read.faults()));
    QVERIFY2(faults.contains("/training/gradient/cores"), qPrintable(faults));
    QVERIFY2(faults.contains("it lies between 1 and 8"), qPrintable(faults));
    QVERIFY2(faults.contains("'size'"), qPrintable(faults));
    QVERIFY2(faults.contains("nonsense"), qPrintable(faults));
}

TILESCAPE_TEST(TestGradientResult)

} // namespace tst_gradient_result
#include "tst_gradient_result.moc"
