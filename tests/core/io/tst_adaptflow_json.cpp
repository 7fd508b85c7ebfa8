#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/io/selection_json.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_adaptflow_json {

using namespace tilescape;
using namespace tilescape::training::adaptflow;

namespace {

schedule::Problem problem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    return problem;
}

} // namespace

class TestAdaptflowJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void settingsComeBackEqual();
    void allFaultsAreTold();
    void theResultNamesEveryLayerAndDataflow();
    void whatFitsNowhereIsNull();
};

void TestAdaptflowJson::settingsComeBackEqual()
{
    schedule::Problem made = problem();
    Settings& settings = made.training.adaptflow;
    settings.bufferBytes = 12345;
    settings.doubleBuffered = true;
    settings.nocWordsPerCycle = 64;
    settings.literal[Dataflow::InputStationary] = {1, 2, 3, 4, 5, 6};
    takeLiterally(settings);
    const auto read = io::readProject(io::writeProject(made), "project");
    QVERIFY(read);
    QVERIFY(read.value().training.adaptflow == settings);
    // What nobody changed is not written.
    QVERIFY(io::writeProject(problem()).find("adaptflow") == std::string::npos);
}

void TestAdaptflowJson::allFaultsAreTold()
{
    schedule::Problem made = problem();
    made.training.adaptflow.bufferBytes = 12345;
    made.training.adaptflow.halo = Halo::Printed;
    made.training.adaptflow.literal[Dataflow::WeightStationary].k = 77;
    QString text = QString::fromStdString(io::writeProject(made));
    text.replace(QStringLiteral("12345"), QStringLiteral("0"));
    text.replace(QStringLiteral("\"printed\""), QStringLiteral("\"wide\""));
    text.replace(QStringLiteral("77"), QStringLiteral("-7"));
    const auto read = io::readProject(text.toStdString(), "project");
    QVERIFY(!read);
    QCOMPARE(read.faults().size(), std::size_t(3));
    for (const support::Diagnostic& fault : read.faults()) {
        QVERIFY2(fault.pointer.find("/training/adaptflow/") == 0, fault.pointer.c_str());
    }
}

void TestAdaptflowJson::theResultNamesEveryLayerAndDataflow()
{
    io::SelectionReport report{"AlexNet", 1, {}, {}, {}};
    report.settings.bufferBytes = 108 << 10;
    report.selection = selectDataflows(problem().network, 1, report.settings);
    report.machines = compareMachines(report.selection, report.settings);
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(io::writeSelectionJson(report))).object();
    const QJsonArray layers = root[QLatin1String("layers")].toArray();
    QCOMPARE(layers.size(), static_cast<qsizetype>(report.selection.size()));
    for (qsizetype i = 0; i < layers.size(); ++i) {
        const QJsonObject layer = layers[i].toObject();
        const LayerChoice& choice = report.selection[static_cast<std::size_t>(i)];
        for (const Dataflow dataflow : allDataflows) {
            const std::string_view name = nameOf(dataflow);
            const QJsonObject volume = layer[QLatin1String(name.data(), static_cast<qsizetype>(name.size()))].toObject();
            QCOMPARE(volume[QLatin1String("elements")].toDouble(), choice.volumes[dataflow].total);
            QCOMPARE(volume[QLatin1String("bytes")].toDouble(), choice.volumes[dataflow].bytes);
            QCOMPARE(volume[QLatin1String("tile")].toObject()[QLatin1String("k")].toInteger(), qint64(choice.volumes[dataflow].tile.k));
        }
        QCOMPARE(layer[QLatin1String("choice")].toString().toStdString(), std::string(nameOf(*choice.choice)));
    }
}

void TestAdaptflowJson::whatFitsNowhereIsNull()
{
    io::SelectionReport report{"AlexNet", 1, {}, {}, {}};
    report.settings.bufferBytes = 1;
    report.selection = selectDataflows(problem().network, 1, report.settings);
    report.machines = compareMachines(report.selection, report.settings);
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(io::writeSelectionJson(report))).object();
    const QJsonObject layer = root[QLatin1String("layers")].toArray().first().toObject();
    QVERIFY(layer[QLatin1String("ws")].toObject()[QLatin1String("elements")].isNull());
    QCOMPARE(layer[QLatin1String("choice")].toString(), QStringLiteral("none"));
    QVERIFY(!io::writeSelectionCsv(report).empty() && !io::writeSelectionSummary(report).empty());
}

TILESCAPE_TEST(TestAdaptflowJson)

} // namespace tst_adaptflow_json
#include "tst_adaptflow_json.moc"
