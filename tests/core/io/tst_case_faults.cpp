#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <functional>

namespace tst_case_faults {

using namespace tilescape;

namespace {

using Change = std::function<void(QJsonObject&)>;

const std::string fileName = "broken.json";

QJsonObject soundCase()
{
    const std::string text = io::readFile(TILESCAPE_SOURCE_DIR "/tests/reference/07_mlp_m_4x4_share.json").value();
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

/// Changes one member below the first layer: `path` are the keys on the way.
Change inFirstLayer(QStringList path, QJsonValue value)
{
    return [path, value](QJsonObject& file) {
        const std::function<QJsonObject(QJsonObject, qsizetype)> set = [&](QJsonObject object, qsizetype depth) {
            object[path[depth]] =
                depth + 1 == path.size() ? value : QJsonValue(set(object[path[depth]].toObject(), depth + 1));
            return object;
        };
        QJsonArray layers = file["layers"].toArray();
        layers[0] = set(layers[0].toObject(), 0);
        file["layers"] = layers;
    };
}

/// What reading and pricing the file say, in sentences.
QString complaints(const QJsonObject& file)
{
    const auto given = io::readCase(QJsonDocument(file).toJson().toStdString(), fileName);
    if (!given) {
        return QString::fromStdString(support::describe(given.faults()));
    }
    const schedule::Schedule schedule = schedule::evaluate(std::make_shared<const schedule::Problem>(given.value().problem),
                                                           given.value().inputPartition, given.value().schemes);
    return QString::fromStdString(support::describe(schedule.diagnostics));
}

} // namespace

class TestCaseFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSoundCaseHasNone();
    void eachFaultIsNamedWithItsPlace_data();
    void eachFaultIsNamedWithItsPlace();
    void severalFaultsComeTogether();
    void aCutOffFileSaysWhereItEnds();
};

void TestCaseFaults::aSoundCaseHasNone() { QCOMPARE(complaints(soundCase()), QString()); }

void TestCaseFaults::eachFaultIsNamedWithItsPlace_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("expected");
    const QJsonArray pair{3, 1};
    QTest::newRow("other format") << Change([](QJsonObject& file) { file["format"] = "tilescape-network"; })
                                  << "broken.json, at /format: ";
    QTest::newRow("no batch") << Change([](QJsonObject& file) { file.remove("batch"); }) << "'batch'";
    QTest::newRow("batch of zero") << Change([](QJsonObject& file) { file["batch"] = 0; })
                                   << "broken.json, at /batch: batch is 0; it lies between 1 and 16384.";
    QTest::newRow("unknown goal") << Change([](QJsonObject& file) {
        QJsonObject search = file["search"].toObject();
        search["goal"] = "beauty";
        file["search"] = search;
    }) << "at /search/goal: ";
    QTest::newRow("negative cost") << Change([](QJsonObject& file) {
        QJsonObject cost = file["cost"].toObject();
        cost["gbuf"] = -6;
        file["cost"] = cost;
    }) << "at /cost/gbuf: gbuf is -6; a cost is not negative.";
    QTest::newRow("share of zero") << inFirstLayer({"scheme", "partition", "dims", "fmap"}, QJsonArray{0, 1})
                                   << "at /layers/0/scheme/partition/dims/fmap: the size is 0 x 1";
    QTest::newRow("other region") << inFirstLayer({"scheme", "partition", "dims", "batch"}, pair)
                                  << "at /layers/0/scheme/region: the region lists 16 tiles; ";
    QTest::newRow("no order") << inFirstLayer({"scheme", "partition", "order_outer_first"}, QJsonArray{"fmap", "fmap", "batch", "batch"})
                              << "at /layers/0/scheme/partition/order_outer_first: this is no order; ";
    QTest::newRow("two factors") << inFirstLayer({"scheme", "blocking", "batch"}, QJsonArray{1, 16})
                                 << "at /layers/0/scheme/blocking/batch: these are no three factors; ";
    QTest::newRow("too few iterations") << inFirstLayer({"scheme", "blocking", "batch"}, QJsonArray{1, 1, 1})
                                        << "layer 'fc1': the factors of loop batch cover 1 iterations of 16; ";
    QTest::newRow("array too small") << inFirstLayer({"scheme", "replication", "output_channels"}, 4096)
                                     << "layer 'fc1': a pass over the PE array cannot hold ";
    QTest::newRow("keeps no tensor") << inFirstLayer({"scheme", "keep"}, QJsonArray{"weight", "bias"})
                                     << "at /layers/0/scheme/keep/1: ";
    QTest::newRow("odd sharing") << inFirstLayer({"scheme", "sharing", "group", "weight"}, 5)
                                 << "layer 'fc1': 5 tiles share the weight, ";
    QTest::newRow("late start") << inFirstLayer({"position", "segment"}, 3)
                                << "layer 'fc1': segment 3, region 0, slot 0 is out of order; ";
    QTest::newRow("order of layers") << Change([](QJsonObject& file) {
        QJsonArray layers = file["layers"].toArray();
        const QJsonValue first = layers.takeAt(0);
        layers.insert(1, first);
        file["layers"] = layers;
    }) << "layer 'fc2': the layer stands before 'fc1', whose output it needs; ";
}

void TestCaseFaults::eachFaultIsNamedWithItsPlace()
{
    QFETCH(Change, change);
    QFETCH(QString, expected);
    QJsonObject file = soundCase();
    change(file);
    const QString said = complaints(file);
    QVERIFY2(said.contains(expected), qPrintable(said));
}

void TestCaseFaults::severalFaultsComeTogether()
{
    QJsonObject file = soundCase();
    file["batch"] = "many";
    inFirstLayer({"layer", "output_channels"}, 0)(file);
    inFirstLayer({"scheme", "replication", "input_channels"}, QJsonValue())(file);
    const QStringList said = complaints(file).split('\n');
    QCOMPARE(said.size(), 3);
}

void TestCaseFaults::aCutOffFileSaysWhereItEnds()
{
    const std::string text = QJsonDocument(soundCase()).toJson().toStdString();
    const auto given = io::readCase(text.substr(0, text.size() / 2), fileName);
    QVERIFY(!given.ok());
    QVERIFY(given.faults().front().problem == "the text ends too early");
    QVERIFY(given.faults().front().pointer.find(':') != std::string::npos);
}

TILESCAPE_TEST(TestCaseFaults)

} // namespace tst_case_faults
#include "tst_case_faults.moc"
