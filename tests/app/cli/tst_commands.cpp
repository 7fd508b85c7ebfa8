#include "tests/app/cli/cli_folder.h"
#include "tests/registered.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QRegularExpression>

namespace tst_commands {

using program::Run;

/// Every command on a small problem: what it prints and writes.
class TestCommands : public QObject, CliFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(isValid()); }

    void everyCommandHasHelp_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command :
             {"", "solve", "evaluate", "compare", "sensitivity", "networks", "hardware", "parameters", "directives", "directives check",
              "directives price", "gradient", "parallelize", "program", "reproduce", "run", "search", "select", "sweep", "table", "cite",
              "train"}) {
            QTest::newRow(command) << command;
        }
    }

    void everyCommandHasHelp()
    {
        QFETCH(QString, command);
        const QByteArray help = outputOf(QString(command + " --help").trimmed());
        QVERIFY2(help.contains("Usage: "), help.constData());
        QVERIFY2(help.contains("--help"), help.constData());
        QCOMPARE(outputOf(QString(command + " -h").trimmed()), help);
    }

    void theHelpNamesEveryCommand()
    {
        const QByteArray help = outputOf("--help");
        for (const char* command :
             {"solve", "evaluate", "compare", "sensitivity", "networks", "hardware", "parameters", "directives", "gradient", "parallelize",
              "program", "reproduce", "run", "search", "select", "sweep", "table", "cite", "train"}) {
            QVERIFY2(help.contains(QByteArray("\n  ") + command + ' '), command);
        }
        QVERIFY(QRegularExpression("^\\d+\\.\\d+\\.\\d+\n$").match(outputOf("--version")).hasMatch());
    }

    void tablesAndCitationsAreWhatAPaperTakes()
    {
        const QByteArray layers = outputOf("table layers --network lenet_c --format latex --threads 1");
        QVERIFY(layers.contains("\\midrule\n    conv1 & convolution & ") && layers.endsWith("\\end{table}\n"));
        QVERIFY(outputOf("table terms --network lenet_c --layer conv1 --format csv").startsWith("part,weight,input,output,count,"));
        QVERIFY(outputOf("table parameters --out parameters.md").isEmpty());
        QVERIFY(content("parameters.md").contains("| Tile rows | tile_rows | 1 |"));
        QVERIFY(outputOf("table systems").contains("| tangram_16x16 | 16x16 | 8x8 | 64 | 32 |"));
        QVERIFY(outputOf("cite --network lenet_c").contains("@misc{li2023kapla,"));
    }

    void listsNameWhatOptionsTake()
    {
        QVERIFY(outputOf("networks").contains("\nlenet_c "));
        QVERIFY(outputOf("hardware").contains("\neyeriss_isca16 "));
        const QByteArray parameters = outputOf("parameters");
        for (const char* key : {"tile_rows", "buffer_sharing", "most_vertices", "buffer_bypass", "draw_probability", "tangram"}) {
            QVERIFY2(parameters.contains(QByteArray("\n") + key + ' '), key);
        }
    }

    void trainComparesWithoutForcedChoices()
    {
        outputOf("solve --network lenet_c --save free.tilescape");
        const QByteArray free = outputOf("train free.tilescape --levels 2");
        QVERIFY(free.contains("\ndata ") && free.contains("\nhypar ") && !free.contains("this plan"));
        QJsonObject project = jsonOf("free.tilescape");
        project["training"] = QJsonObject{
            {"parallelism",
             QJsonObject{{"forced", QJsonArray{QJsonObject{{"level", 2}, {"layer", "conv1"}, {"choice", "model"}}}}}}};
        write("forced.tilescape", QJsonDocument(project).toJson());
        const QByteArray forced = outputOf("train forced.tilescape --levels 2");
        QVERIFY(forced.contains("\nforced: conv1 at H2, model parallelism\n") && forced.contains("\nthis plan "));
        const auto row = [](const QByteArray& text, const char* name) {
            const qsizetype begin = text.indexOf(name);
            return text.mid(begin, text.indexOf("\n", begin) - begin);
        };
        QCOMPARE(row(forced, "\ndata "), row(free, "\ndata "));
        const program::Run without = cli("train forced.tilescape --levels 1"); // which has no second level
        QVERIFY(!without.out.contains("this plan") && without.err.contains("conv1"));
    }

    void selectSaysWhatIsTooSmall()
    {
        QVERIFY(outputOf("select --network alexnet --bits 16 --set pe_bytes=1")
                    .contains("conv1_a: no tile of it fits the 256 B of the PEs"));
    }

    void programsAreWrittenReadAndExecuted()
    {
        outputOf("program --network lenet_c --batch 1 --out p.txt");
        outputOf("program p.txt --out p.json");
        outputOf("program p.json --out again.txt");
        const QByteArray text = content("p.txt");
        QVERIFY(text.startsWith("tilescape-program 1\n"));
        QCOMPARE(content("again.txt"), text);
        outputOf("program p.txt --tile 0,0 --out tile.txt");

        QVERIFY(outputOf("run p.json --data seed:5 --interleaving 3 --timed --json r.json")
                    .contains("output words compared are those of a direct evaluation"));
        QVERIFY(outputOf("run p.json --hand-over groups").contains("output words compared are those of a direct evaluation"));
        const QByteArray uneven =
            outputOf("run --network lenet_c --batch 1 --hardware tangram_16x16 --set tile_rows=3 --set tile_columns=3 "
                     "--set buffer_sharing=on --set buffer_bypass=off --set buffer_bytes_per_tile=4096");
        QVERIFY(uneven.contains("uneven_pieces") && uneven.contains("charged for, but for these differences."));
        const QJsonObject result = jsonOf("r.json");
        QVERIFY(result["holds"].toBool() && result["outputs_equal"].toBool() && result["counts_equal"].toBool());
        const QJsonObject conv = result["words"]["conv1"].toObject();
        const QJsonObject dram = conv["weight"]["dram"].toObject();
        QCOMPARE(dram["executed"].toDouble(), dram["model"].toDouble());
        QVERIFY(dram["executed"].toDouble() > 0);
        QCOMPARE(result["cycles"].toArray().size(), 6);
        const QJsonObject first = result["cycles"].toArray().first().toObject();
        QCOMPARE(first["executed"].toDouble(), first["model"].toDouble());
    }

    void brokenProgramsAndWhatHasNoScheduleExitWithTheReason()
    {
        outputOf("program --network lenet_c --batch 1 --out p.txt");
        QByteArray text = content("p.txt");
        text.replace("updates 1 reads 1", "updates 1 reads 2");
        write("broken.txt", text);
        const Run fault = cli("run broken.txt --transfers-only");
        QCOMPARE(fault.exitCode, 1);
        QVERIFY2(fault.err.startsWith("layer 'conv1', tile (0, 0)"), qPrintable(fault.err));
        QByteArray batchless = content("p.txt");
        batchless.replace("\nbatch 1\n", "\nbatch 0\n");
        write("batchless.txt", batchless);
        const Run refused = cli("run batchless.txt");
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.err, QByteArray("batchless.txt: a batch of 0; 1 or more.\n"));
        const Run unsolved = cli("run --network lenet_c --set register_bytes_per_pe=2");
        QCOMPARE(unsolved.exitCode, 1);
        QVERIFY2(unsolved.err.startsWith("layer 'conv1': no schedule fits: registers need "), qPrintable(unsolved.err));
        QCOMPARE(cli("run p.txt --data 7").exitCode, 2);
        QCOMPARE(cli("program p.txt --tile 9,9 --out x.txt").exitCode, 2);
    }

    void aProgramRunsOnAChipWithASharedBuffer()
    {
        outputOf("run --network mlp_l --hardware shared_4x4 --set buffer_bytes_per_tile=1024 --batch 4 --json s.json");
        const QJsonObject run = jsonOf("s.json");
        QVERIFY(run["holds"].toBool() && run["outputs_equal"].toBool());
        const QJsonObject words = run["words"].toObject();
        QVERIFY(std::any_of(words.begin(), words.end(), [](const QJsonValue& layer) {
            const QJsonObject tensors = layer.toObject();
            return std::any_of(tensors.begin(), tensors.end(), [](const QJsonValue& tensor) { return tensor.toObject().contains("shared"); });
        }));
    }

    void theOptionsOfSolveAreHeeded()
    {
        const QByteArray text = outputOf("solve --network sconv --hardware tangram_16x16 --batch 4 --mode baseline --goal delay "
                                         "--solver exhaustive --set tile_rows=2 --set tile_columns=2 --json o.json --why --advise");
        QVERIFY(text.contains("batch 4, goal delay"));
        const QJsonObject schedule = jsonOf("o.json");
        QCOMPARE(schedule["batch"].toInt(), 4);
        QCOMPARE(schedule["goal"].toString(), QString("delay"));
        QCOMPARE(schedule["solver"].toString(), QString("exhaustive"));
    }

    /// What follows the value of an option that can be repeated is read as itself.
    void aProjectMayFollowASetting()
    {
        const QString project = TILESCAPE_SOURCE_DIR "/examples/alexnet-eyeriss.tilescape";
        const QByteArray text = outputOf("solve --set clock_mhz=100 " + project);
        QVERIFY(text.startsWith("AlexNet"));
        QCOMPARE(outputOf("solve " + project + " --set clock_mhz=100"), text);
        QVERIFY(outputOf("solve " + project) != text);
        QVERIFY(!outputOf("parallelize --force fc3@1=data --set levels=2 " + project).isEmpty());
    }

    /// Without bypass and shared buffers the schedule written down is dearer than what is found with them: it is the answer all the same.
    void aKeptScheduleIsTheAnswerUntilAnotherIsAskedFor()
    {
        const QString problem = "--network lenet_c --hardware kapla_16x16 --set tile_rows=2 --set tile_columns=2";
        outputOf("directives " + problem + " --set buffer_bypass=off --out dear.kapla");
        const auto energyLine = [](const QByteArray& out) { return out.split('\n').value(1); };
        const QByteArray priced =
            energyLine(cli("directives price dear.kapla " + problem + " --save kept.tilescape").out);
        QVERIFY(priced.startsWith("energy "));
        QVERIFY(outputOf("solve kept.tilescape --json kept.json").contains("kept in the project: none was searched"));
        QVERIFY(jsonOf("kept.json")["kept"].toBool());
        QCOMPARE(energyLine(outputOf("solve kept.tilescape")), priced);
        const QByteArray searched = energyLine(outputOf("solve " + problem));
        QVERIFY(searched.startsWith("energy ") && searched != priced);
        QCOMPARE(energyLine(outputOf("solve kept.tilescape --anew")), searched);
        QVERIFY(!outputOf("solve kept.tilescape --batch 3").contains("kept in the project"));

        // What was proven is kept as well.
        const QByteArray proven = energyLine(cli("solve " + problem + " --prove 50% --save proven.tilescape").out);
        const QByteArray again = outputOf("solve proven.tilescape");
        QVERIFY(again.contains("kept in the project"));
        QCOMPARE(energyLine(again), proven);
    }

    /// What is saved is the problem that was solved, and keeps what else the project holds.
    void savesTheProblemAsAProject()
    {
        const QByteArray options =
            "--network lenet_c --hardware tangram_16x16 --batch 4 --goal delay --set tile_rows=2";
        const QByteArray text = outputOf("solve " + options + " --save one.tilescape");
        QCOMPARE(outputOf("solve one.tilescape"), text);
        QJsonObject project = jsonOf("one.tilescape");
        project["view"] = "timeline";
        write("one.tilescape", QJsonDocument(project).toJson());
        QVERIFY(!outputOf("solve one.tilescape --batch 8 --save two.tilescape").isEmpty());
        QCOMPARE(jsonOf("two.tilescape")["view"].toString(), QString("timeline"));
        QCOMPARE(jsonOf("two.tilescape")["batch"].toInt(), 8);
        const Run run = cli("solve one.tilescape --save one.tilescape");
        QVERIFY2(run.exitCode == 2 && run.err.contains("--save names a file that is read"), qPrintable(run.err));
    }

    void theAnswerDoesNotDependOnThreads_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command :
             {"solve --network lenet_c --hardware tangram_16x16 --mode tangram --set tile_rows=2 --set tile_columns=2 --json %.json "
              "--csv %.csv --links %.links",
              "select --network lenet_c --json %.json --csv %.csv", "gradient --network lenet_c --json %.json --csv %.csv",
              "train --network lenet_c --levels 1 --json %.json", "directives --network lenet_c --out %.kapla",
              "reproduce hypar --out %"}) {
            QTest::newRow(command) << command;
        }
    }

    void theAnswerDoesNotDependOnThreads()
    {
        QFETCH(QString, command);
        QByteArray printed[2];
        QMap<QString, QByteArray> written[2];
        for (const int threads : {1, 2}) {
            QTemporaryDir own;
            const QStringList arguments = QString(command).replace('%', "x").split(' ');
            const Run run = program::run(TILESCAPE_CLI, arguments + QStringList{"--threads", QString::number(threads)}, own.path());
            QCOMPARE(run.exitCode, 0);
            printed[threads - 1] = run.out;
            QDirIterator files(own.path(), QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString name = QDir(own.path()).relativeFilePath(files.next());
                written[threads - 1][name] = program::contentOf(own, name);
            }
        }
        QCOMPARE(printed[1], printed[0]);
        QVERIFY(!written[0].isEmpty());
        QCOMPARE(written[1].keys(), written[0].keys());
        for (const QString& name : written[0].keys()) {
            QVERIFY2(written[1][name] == written[0][name], qPrintable(name));
        }
    }

    void aReferenceCaseIsPricedAsTheReferenceDid()
    {
        const QString path = TILESCAPE_SOURCE_DIR "/tests/reference/03_lstm_phoneme_1x1.json";
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object()["expected_total"].toObject();
        QVERIFY(outputOf("evaluate --case " + path + " --json e.json").startsWith("lstm_phoneme on case, batch 16"));
        const QJsonObject priced = jsonOf("e.json")["expected_total"].toObject();
        QCOMPARE(priced["energy"].toDouble(), expected["energy"].toDouble());
        QCOMPARE(priced["cycles"].toDouble(), expected["cycles"].toDouble());
        QCOMPARE(priced["accesses"].toObject(), expected["accesses"].toObject());
    }

    void aCaseIsSolvedNoWorseThanItsReference()
    {
        const QString path = TILESCAPE_SOURCE_DIR "/tests/reference/03_lstm_phoneme_1x1.json";
        QVERIFY(!outputOf("evaluate --case " + path + " --json e.json").isEmpty());
        QVERIFY(!outputOf("solve --case " + path + " --json c.json").isEmpty());
        QVERIFY(jsonOf("c.json")["expected_total"].toObject()["energy"].toDouble()
                <= jsonOf("e.json")["expected_total"].toObject()["energy"].toDouble());
    }

    void directivesGoRoundWithoutLoss()
    {
        const QByteArray found = outputOf("solve --network lenet_c --json s.json");
        const QByteArray printed = outputOf("directives --network lenet_c");
        QVERIFY(printed.contains("tensor"));
        QCOMPARE(outputOf("directives --network lenet_c --out d.kapla"), QByteArray());
        QCOMPARE(content("d.kapla"), printed);
        QCOMPARE(outputOf("directives check d.kapla --network lenet_c"), QByteArray("d.kapla: 6 layers, no errors\n"));
        // As far from the same bound.
        const auto boundsOf = [](const QByteArray& text) { return text.split('\n').mid(1, 3); };
        QCOMPARE(boundsOf(outputOf("directives price d.kapla --network lenet_c --json p.json")), boundsOf(found));
        QVERIFY(
            outputOf("directives price d.kapla --network lenet_c --goal delay").contains("of the best possible delay"));
        const QJsonObject priced = jsonOf("p.json");
        QVERIFY(priced["sound"].toBool());
        const QJsonObject solved = jsonOf("s.json")["total"].toObject();
        QCOMPARE(priced["total"].toObject()["energy_pj"].toDouble(), solved["energy_pj"].toObject()["total"].toDouble());
        QCOMPARE(priced["total"].toObject()["cycles"].toDouble(), solved["cycles"].toDouble());
    }

    /// A fault in a directive has its line and column, and the exit code says that there is one.
    void aFaultyDirectiveHasItsPlace()
    {
        QByteArray text = outputOf("directives --network lenet_c");
        const auto at = text.indexOf("update");
        QVERIFY(at > 0);
        write("f.kapla", text.replace(at, 6, "updaet"));
        const Run run = cli("directives check f.kapla --network lenet_c --json f.json");
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.out, QByteArray());
        const auto line = text.left(at).count('\n') + 1;
        const QString sentence = QString("f.kapla, at %1:3, layer 'conv1': 'updaet' is no directive; perhaps 'update' is meant.").arg(line);
        QCOMPARE(run.sentences(), QStringList{sentence});
        QVERIFY(!jsonOf("f.json")["sound"].toBool());
    }

    void whatLimitsAScheduleIsSaid()
    {
        const QByteArray text = outputOf("solve --network lenet_c --set buffer_bytes_per_tile=48KiB --explain");
        QVERIFY2(text.contains("\n  Weights nearly fit: conv2 fetches its weights 2 times; "), text.constData());
    }

    void sensitivitiesNameEveryStep()
    {
        QVERIFY(outputOf("sensitivity --network lenet_c --csv t.csv --json t.json").contains("\nDRAM access (dram_pj)\n"));
        const QStringList lines = QString::fromUtf8(content("t.csv")).trimmed().split('\n');
        QCOMPARE(
            lines.front(),
            QString(
                "parameter,value,step,standing_energy_pj,standing_cycles,standing_seconds,energy_pj,cycles,seconds"));
        QVERIFY(lines.filter(QRegularExpression("^buffer_bytes_per_tile,131072,(65536|262144),")).size() == 2);
        // The JSON has the same steps, and changes that follow from their energies.
        qsizetype steps = 0;
        for (const auto& each : jsonOf("t.json")["parameters"].toArray()) {
            const QJsonObject row = each.toObject();
            const double standing = row["standing"].toObject()["energy_pj"].toDouble();
            for (const auto& step : row["steps"].toArray()) {
                ++steps;
                const double change = step.toObject()["energy_change"].toDouble();
                QCOMPARE(1 + change, step.toObject().contains("energy_pj") ? step.toObject()["energy_pj"].toDouble() / standing : 1);
            }
        }
        QCOMPARE(steps, lines.size() - 1);
    }

    void aPaperIsMadeAnewIntoTheUsualFolder()
    {
        const QByteArray page = outputOf("reproduce hypar");
        QVERIFY(page.startsWith("# HyPar"));
        const QByteArray hint = "Its figures are drawn by: tilescape --figures reproduction/hypar/figures.json\n";
        QVERIFY(page.endsWith("\nWritten to reproduction/hypar. " + hint));
        const QByteArray written = content("reproduction/hypar/hypar.md");
        QVERIFY(page.startsWith(written));
        QVERIFY(content("reproduction/hypar/hypar.csv").startsWith("table,what,unit,"));
        const QJsonArray list = QJsonDocument::fromJson(content("reproduction/hypar/figures.json")).array();
        const QJsonArray figures = QJsonDocument::fromJson(content("reproduction/hypar/hypar.json")).object()["figures"].toArray();
        QVERIFY(list.size() == figures.size() && !list.isEmpty());
        for (qsizetype i = 0; i < list.size(); ++i) {
            const QString name = figures[i].toObject()["name"].toString();
            QCOMPARE(list[i].toObject()["figure"].toString(), "hypar/" + name);
            QCOMPARE(list[i].toObject()["of"].toString(), QString("hypar.json"));
            QVERIFY(written.contains(("(" + list[i].toObject()["out"].toString() + ")").toUtf8()));
        }
    }

    void everyExampleIsAProject_data()
    {
        QTest::addColumn<QString>("path");
        QDirIterator examples(TILESCAPE_SOURCE_DIR "/examples", {"*.tilescape"}, QDir::Files, QDirIterator::Subdirectories);
        while (examples.hasNext()) {
            const QString path = examples.next();
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
    }

    /// Read by the quickest command that takes a project.
    void everyExampleIsAProject()
    {
        QFETCH(QString, path);
        QVERIFY(!outputOf("parallelize " + path).isEmpty());
    }
};

TILESCAPE_TEST(TestCommands)

} // namespace tst_commands
#include "tst_commands.moc"
