#include "core/io/library.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_search_json {

using namespace tilescape;

namespace {

QJsonObject jsonOf(const schedule::Schedule& schedule)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(io::writeScheduleJson(schedule))).object();
}

schedule::Problem pipelined(const std::string& solver)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("mlp_m").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {2, 2};
    problem.batch = 4;
    problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.solver = solver;
    return problem;
}

} // namespace

/// What a search made of segments, in the file of its schedule.
class TestSearchJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whoever reads one reads the other.
    void theInputIsPartitionedInTheFormOfTheLayers()
    {
        const QJsonObject file = jsonOf(schedule::solve(pipelined("kapla")));
        const QJsonObject input = file["input_partition"].toObject();
        const QJsonObject layer = file["layers"].toArray().first().toObject()["scheme"].toObject()["partition"].toObject();
        QCOMPARE(input.keys(), layer.keys());
        QCOMPARE(input["dims"].toObject().keys(), layer["dims"].toObject().keys());
        QVERIFY(input["dims"].toObject()["batch"].isArray());
    }

    void segmentsAndLayersHaveTheirCounts_data()
    {
        QTest::addColumn<QString>("solver");
        QTest::addRow("fast") << "kapla";
        QTest::addRow("exhaustive") << "exhaustive";
    }

    void segmentsAndLayersHaveTheirCounts()
    {
        QFETCH(QString, solver);
        const schedule::Schedule schedule = schedule::solve(pipelined(solver.toStdString()));
        const QJsonObject file = jsonOf(schedule);
        const QJsonObject search = file["search"].toObject();
        const QStringList outcomes{"too_long",
                                   "without_regions",
                                   "without_room",
                                   "ruled_out_by_layer_estimate",
                                   "ruled_out_by_partition_estimate",
                                   "unfit",
                                   "ruled_out_by_plan",
                                   "chained"};
        double all = 0;
        for (const QString& outcome : outcomes) {
            QVERIFY2(search.contains("segments_" + outcome), qPrintable(outcome));
            all += search["segments_" + outcome].toDouble();
        }
        QCOMPARE(all, search["segments_considered"].toDouble());
        QVERIFY(search["chains_tried"].toInt() > 0);

        double begun = 0;
        const QJsonArray layers = search["segments_by_first_layer"].toArray();
        QCOMPARE(layers.size(), qsizetype(schedule.layers.size()));
        for (const QJsonValue& layer : layers) {
            begun += layer.toObject()["segments_considered"].toDouble();
        }
        QCOMPARE(begun, all);

        const QJsonArray segments = file["segments"].toArray();
        QCOMPARE(segments.size(), qsizetype(schedule.segments.size()));
        for (const QJsonValue& value : segments) {
            const QJsonObject segment = value.toObject();
            QVERIFY(!segment["layers"].toArray().isEmpty() && segment["cycles"].toDouble() > 0);
            QVERIFY(segment["search"].toObject()["blockings_priced"].toInt() > 0);
            QVERIFY(segment["search"].toObject()["overlapping_segments"].toObject()["segments_considered"].toDouble()
                    < all);
        }
    }

    void withoutPipelinesEachLayerHasItsBlockings()
    {
        schedule::Problem problem = pipelined("exhaustive");
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = false;
        const QJsonObject file = jsonOf(schedule::solve(problem));
        QVERIFY(!file["search"].toObject().contains("segments_by_first_layer"));
        double considered = 0;
        for (const QJsonValue& value : file["segments"].toArray()) {
            const QJsonObject search = value.toObject()["search"].toObject();
            QVERIFY(!search.contains("overlapping_segments"));
            considered += search["blockings_considered"].toDouble();
        }
        QCOMPARE(considered, file["search"].toObject()["blockings_considered"].toDouble());
    }
};

TILESCAPE_TEST(TestSearchJson)

} // namespace tst_search_json
#include "tst_search_json.moc"
