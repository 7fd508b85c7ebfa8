#include "tests/app/cli/cli_folder.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <cmath>

namespace tst_sums {

/// The parts of what each command writes add up to its totals.
class TestSums : public QObject, CliFolder {
    Q_OBJECT

    static double numberOf(const QJsonValue& object, const QString& name) { return object.toObject()[name].toDouble(); }

    static double sumOf(const QJsonArray& rows, const QString& part, const QString& value)
    {
        double sum = 0;
        for (const auto& row : rows) {
            sum += numberOf(row.toObject()[part], value);
        }
        return sum;
    }

    /// The terms beside "total".
    static double termsOf(const QJsonObject& energy)
    {
        double sum = 0;
        for (const QString& name : energy.keys()) {
            sum += name == "total" ? 0 : energy[name].toDouble();
        }
        return sum;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(isValid()); }

    /// What a proof found is said of its schedule, not what was known before.
    void aProofSaysOneGap()
    {
        // Its log is on standard error.
        const QString text = cli("solve --network mlp_s --hardware tangram_16x16 --set tile_rows=2 --set tile_columns=2 --batch 4 "
                                 "--prove 0.1% --prove-seconds 20 --json p.json").out;
        static const QRegularExpression within("^(?:proof: )?within (\\S+) % of the best possible",
                                               QRegularExpression::MultilineOption);
        QStringList found;
        for (auto match = within.globalMatch(text); match.hasNext();) {
            found << match.next().captured(1);
        }
        QCOMPARE(found.size(), 2);
        QCOMPARE(found[0], found[1]);
        const double gap = numberOf(jsonOf("p.json")["proof"], "gap");
        QVERIFY2(std::abs(found[0].toDouble() - 100 * (gap - 1)) <= 1e-2 * found[0].toDouble() + 1e-9,
                 qPrintable(text));
        const double bound = numberOf(jsonOf("p.json")["proof"], "lower_bound");
        QVERIFY2(text.contains(QStringLiteral("none takes less than %1 mJ").arg(bound * 1e-9, 0, 'g', 6)),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("whatever the regions, no schedule of the search space takes less than")),
                 qPrintable(text));
    }

    /// Rows of AlexNet over 16 tiles are fractions, whose sums are off in the last digits.
    void operationsAreWholeNumbers()
    {
        outputOf(
            "solve --network alexnet --hardware tangram_16x16 --mode tangram --batch 16 --json a.json --csv a.csv");
        const QJsonObject schedule = jsonOf("a.json");
        double sum = 0;
        for (const auto& layer : schedule["layers"].toArray()) {
            const double operations = layer.toObject()["mac_operations"].toDouble();
            QVERIFY(operations == std::round(operations)); // QCOMPARE would let the last digits pass
            sum += operations;
        }
        QVERIFY(sum == schedule["total"].toObject()["mac_operations"].toDouble());
        const QList<QByteArray> rows = content("a.csv").trimmed().split('\n');
        const auto column = rows.first().split(',').indexOf("mac_operations");
        for (const QByteArray& row : rows.mid(1)) {
            QVERIFY2(!row.split(',')[column].contains('.'), row.constData());
        }
    }

    void energyOfASchedulesJsonAddsUp()
    {
        const QByteArray text = outputOf("solve --network lenet_c --json s.json --csv s.csv --links l.csv");
        QVERIFY(text.startsWith("Lenet-c on Eyeriss (ISCA 2016), batch 16, goal energy: feasible\n"));
        const QJsonObject schedule = jsonOf("s.json");
        const QJsonObject total = schedule["total"].toObject();
        const QJsonObject energy = total["energy_pj"].toObject();
        QVERIFY(energy["total"].toDouble() > 0);
        QCOMPARE(termsOf(energy), energy["total"].toDouble());
        const QJsonArray layers = schedule["layers"].toArray();
        QCOMPARE(layers.size(), 6);
        for (const QString& term : energy.keys()) {
            QCOMPARE(sumOf(layers, "energy_pj", term), energy[term].toDouble());
        }
        QVERIFY(text.contains(QByteArray::number(energy["total"].toDouble() * 1e-9, 'g', 6) + " mJ"));

        const QList<QByteArray> rows = content("s.csv").trimmed().split('\n');
        QCOMPARE(rows.size(), 7);
        const auto column = rows.first().split(',').indexOf("energy_pj");
        double sum = 0;
        for (const QByteArray& row : rows.mid(1)) {
            QCOMPARE(row.count(','), rows.first().count(','));
            sum += row.split(',')[column].toDouble();
        }
        QCOMPARE(sum, energy["total"].toDouble());
        QVERIFY(content("l.csv").startsWith("segment,from_row,"));
    }

    /// Weights that stay on chip between batches, which no text of directives says, among them.
    void wordsOfPricedDirectivesAreThoseOfTheSchedule()
    {
        outputOf("solve --network lenet_c --hardware shared_4x4 --save shared.tilescape");
        for (const QString& project : {QDir(TILESCAPE_SOURCE_DIR).filePath("examples/program/pipeline.tilescape"),
                                       QStringLiteral("shared.tilescape")}) {
            outputOf("solve " + project + " --json s.json");
            outputOf("directives --project " + project + " --out p.kapla");
            outputOf("directives price p.kapla --project " + project + " --json p.json");
            const QJsonArray solved = jsonOf("s.json")["layers"].toArray();
            const QJsonArray priced = jsonOf("p.json")["layers"].toArray();
            QCOMPARE(priced.size(), solved.size());
            for (qsizetype layer = 0; layer < solved.size(); ++layer) {
                for (const char* key : {"accesses_words", "fetches", "words_held", "shared_buffers"}) {
                    QCOMPARE(priced[layer][key], solved[layer][key]);
                }
            }
        }
    }

    /// A pipeline, whose layers read what others left in their tiles' buffers.
    void wordsOfASchedulesJsonAndCsvAddUp()
    {
        const QString project = QDir(TILESCAPE_SOURCE_DIR).filePath("examples/lstm-pipelined.tilescape");
        outputOf("solve " + project + " --json w.json --csv w.csv");
        const QJsonObject schedule = jsonOf("w.json");
        const QJsonObject total = schedule["total"].toObject()["accesses_words"].toObject();
        QCOMPARE(total.size(), 5);
        QVERIFY(total["neighbour_buffers"].toDouble() > 0);
        const QList<QByteArray> rows = content("w.csv").trimmed().split('\n');
        const QList<QByteArray> names = rows.first().split(',');
        const QHash<QString, QByteArray> columns{{"dram", "dram_words"},
                                                 {"buffer", "buffer_words"},
                                                 {"neighbour_buffers", "neighbour_buffer_words"},
                                                 {"bus", "bus_words"},
                                                 {"register", "register_words"}};
        for (const QString& level : total.keys()) {
            double ofLayers = 0;
            for (const auto& layer : schedule["layers"].toArray()) {
                for (const auto& tensor : layer.toObject()["accesses_words"].toObject()[level].toObject()) {
                    ofLayers += tensor.toDouble();
                }
            }
            double ofRows = 0;
            for (const QByteArray& row : rows.mid(1)) {
                ofRows += row.split(',')[names.indexOf(columns[level])].toDouble();
            }
            QCOMPARE(ofLayers, total[level].toDouble());
            QCOMPARE(ofRows, total[level].toDouble());
        }
    }

    /// A case says of its problem what its file says.
    void theScheduleOfAChangedCaseIsNoCase()
    {
        const QString file = QDir(TILESCAPE_SOURCE_DIR).filePath("tests/reference/03_lstm_phoneme_1x1.json");
        outputOf("solve --case " + file + " --json c.json");
        QVERIFY(jsonOf("c.json").contains("expected_total"));
        outputOf("solve --case " + file + " --set clock_mhz=100 --json c.json");
        QCOMPARE(jsonOf("c.json")["format"].toString(), QString("tilescape-schedule"));
        outputOf("solve --case " + file + " --training --json c.json"); // layers that the case does not have
        QCOMPARE(jsonOf("c.json")["format"].toString(), QString("tilescape-schedule"));
    }

    void textThatIsNoUtf8IsWrittenAsJsonAllTheSame()
    {
        write("u.kapla", "W\xff:REGF\n");
        QCOMPARE(cli("directives check u.kapla --network mlp_s --json u.json").exitCode, 1);
        QVERIFY(!jsonOf("u.json").isEmpty());
    }

    void aComparisonAddsUp()
    {
        const QString project = QDir(TILESCAPE_SOURCE_DIR).filePath("examples/lstm-pipelined.tilescape");
        QVERIFY(outputOf("compare " + project + " --set dram_pj=200 --batch 8 --json d.json --csv d.csv").contains("What changed and why"));
        const QJsonObject difference = jsonOf("d.json");
        const QJsonArray parts = difference["parts"].toArray();
        QVERIFY(!parts.isEmpty());
        for (const char* side : {"before", "after"}) {
            double energy = 0;
            double cycles = 0;
            for (const auto& part : parts) {
                energy += part.toObject()[side].toObject()["energy_pj"].toObject()["total"].toDouble();
                cycles += part.toObject()[side].toObject()["cycles"].toObject()["total"].toDouble();
            }
            const QJsonObject whole = difference[side].toObject();
            const double total = whole["energy_pj"].toObject()["total"].toDouble();
            QVERIFY(total > 0 && std::abs(energy / total - 1) < 1e-12);
            QCOMPARE(cycles, whole["cycles"].toDouble());
        }
        QVERIFY(content("d.csv").startsWith("scope,name,changed,measure,term,unit,before,after,difference\n"));
    }

    void volumesOfASelectionAddUp()
    {
        QVERIFY(outputOf("select --network lenet_c --json v.json --csv v.csv").startsWith("Lenet-c, batch 1"));
        const QJsonObject selection = jsonOf("v.json");
        const QJsonArray layers = selection["layers"].toArray();
        QCOMPARE(layers.size(), 4);
        for (const QString dataflow : {"ws", "is", "os"}) {
            QCOMPARE(sumOf(layers, dataflow, "elements"), selection["totals"].toObject()[dataflow].toObject()["elements"].toDouble());
        }
    }

    void cyclesOfAGradientOrderAddUp()
    {
        QVERIFY(outputOf("gradient --network lenet_c --json g.json --csv g.csv").startsWith("Lenet-c, batch 4"));
        const QJsonObject gradient = jsonOf("g.json");
        double forward = 0;
        for (const auto& layer : gradient["layers"].toArray()) {
            forward += numberOf(layer.toObject()["forward"], "cycles") * numberOf(layer, "products");
        }
        QCOMPARE(forward, gradient["forward_cycles"].toDouble());
        for (const auto& total : gradient["totals"].toObject()) {
            QCOMPARE(numberOf(total, "training_cycles"), forward + numberOf(total, "backward_cycles"));
        }
        QVERIFY(outputOf("gradient --gemm 64,32,16 --npu large --order dx_major --partition none").startsWith("GEMM 64 x 32 x 16"));
        QVERIFY(!outputOf("gradient --gemm 64,32,16 --partition knn").isEmpty());
    }

    void communicationOfAPlanAddsUp()
    {
        QVERIFY(outputOf("parallelize --network lenet_c --json h.json").startsWith("Lenet-c, batch 256, 16 accelerators"));
        const QJsonObject plan = jsonOf("h.json");
        const QJsonObject communication = plan["communication_bytes"].toObject();
        const double total = communication["total"].toDouble();
        const auto sum = [](const auto& values, const auto& value) {
            double all = 0;
            for (const auto& each : values) {
                all += value(each);
            }
            return all;
        };
        const auto number = [](const auto& value) { return value.toDouble(); };
        QCOMPARE(sum(communication["by_kind"].toObject(), number), total);
        QCOMPARE(sum(communication["by_level"].toArray(), number), total);
        QCOMPARE(sum(communication["by_layer"].toArray(), [](const auto& row) { return numberOf(row, "total"); }), total);
        QCOMPARE(plan["compute_seconds"].toDouble() + plan["communication_seconds"].toDouble(), plan["step_seconds"].toDouble());
        QCOMPARE(plan["compute_joules"].toDouble() + plan["memory_joules"].toDouble() + plan["communication_joules"].toDouble(),
                 plan["energy_joules"].toDouble());
    }

    void secondsOfATrainingStepAddUp()
    {
        QVERIFY(outputOf("train --network lenet_c --levels 1 --json t.json").startsWith("Lenet-c, batch 16, 2 accelerators"));
        const QJsonArray steps = jsonOf("t.json")["steps"].toArray();
        QCOMPARE(steps.size(), 2);
        for (const auto& step : steps) {
            QCOMPARE(numberOf(step, "communication_seconds") + numberOf(step, "forward_seconds")
                         + numberOf(step, "backward_ordered_seconds"),
                     numberOf(step, "step_ordered_seconds"));
        }
    }
};

TILESCAPE_TEST(TestSums)

} // namespace tst_sums
#include "tst_sums.moc"
