#include "tests/app/cli/cli_folder.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_outputs {

/// What `tilescape-cli solve` writes into files, and what remains for standard output.
class TestOutputs : public QObject, CliFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(isValid()); }

    /// What is on the standard output then is the file alone, for another program.
    void theStandardOutputMayBeAFile()
    {
        const program::Run run = cli("solve --network lenet_c --json /dev/stdout");
        QVERIFY2(run.exitCode == 0 && run.err.startsWith("Lenet-c"), qPrintable(run.err));
        QCOMPARE(QJsonDocument::fromJson(run.out).object()["network"].toString(), QString("Lenet-c"));
        const program::Run twice = cli("solve --network lenet_c --json /dev/stdout --csv /dev/stdout");
        QCOMPARE(twice.exitCode, 2);
        QCOMPARE(twice.err,
                 QString("/dev/stdout: --json and --csv both name this file; each needs a file of its own.\n"));
    }

    /// A script that looks for the least of many would take zeros for it.
    void whatHasNoScheduleHasNoTotals()
    {
        QCOMPARE(cli("solve --network lenet_c --set register_bytes_per_pe=4 --json none.json").exitCode, 1);
        const QJsonObject file = jsonOf("none.json");
        QCOMPARE(file["status"].toString(), QString("infeasible"));
        QVERIFY(file["total"].isNull() && file["lower_bound"].isNull() && file["gap"].isNull());
    }

    /// The gap is that of the closer bound, and the summary says both bounds.
    void theClosestBoundIsTold()
    {
        const QByteArray text = outputOf("solve --network alexnet --hardware kapla_16x16 --json alexnet.json");
        const QJsonObject file = jsonOf("alexnet.json");
        const double closer = file["closer_bound"].toObject()["energy"].toDouble();
        const double energy = file["total"].toObject()["energy_pj"].toObject()["total"].toDouble();
        QVERIFY(closer > file["lower_bound"].toObject()["energy_pj"].toDouble());
        QCOMPARE(file["gap"].toDouble(), energy / closer);
        QVERIFY(file["closer_bound"].toObject()["range"].toString().contains("regions that solvers choose from"));
        QVERIFY2(
            text.contains("of the best possible energy: in regions that solvers choose from none takes less than "),
            text.constData());
    }
};

TILESCAPE_TEST(TestOutputs)

} // namespace tst_outputs
#include "tst_outputs.moc"
