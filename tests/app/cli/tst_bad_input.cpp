#include "tests/app/program.h"
#include "tests/registered.h"

namespace tst_bad_input {

using program::Run;

/// Whatever is wrong with a command: the exit code is not 0, each fault is one sentence that says where it is, nothing on
/// standard output looks like a result, and no file is left.
class TestBadInput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QStringList m_before;

    static Run cli(const QStringList& arguments, const QString& folder) { return program::run(TILESCAPE_CLI, arguments, folder); }

    static void row(const char* arguments, const QStringList& sentences, int exitCode = 2)
    {
        QTest::newRow(arguments) << QString(arguments).split(' ') << sentences << exitCode;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        program::write(m_folder, "broken.json", "{\n");
        program::write(m_folder, "deep.json", QByteArray(200'000, '[') + QByteArray(200'000, ']'));
        program::write(m_folder, "empty.json", "");
        program::write(m_folder, "braces.json", "{}");
        program::write(m_folder, "binary.json", QByteArray("\x01\xff\x00{", 4));
        program::write(m_folder, "wrong.tilescape", R"({"format": "tilescape-project", "version": 1, "network": 5})");
        program::write(m_folder, "wrong.kapla", "conv1:nowhere {\n");
        program::write(m_folder, "huge.json", R"({"format": "tilescape-network", "version": 1, "name": "Huge",
            "input": {"channels": 100000, "size": [1, 1]},
            "layers": [{"name": "fc", "kind": "fully_connected", "output_channels": 10000000, "output_size": 1}]})");
        program::write(m_folder, "pool.json", R"({"format": "tilescape-network", "version": 1, "name": "Pool",
            "input": {"channels": 3, "size": [8, 8]},
            "layers": [{"name": "pool", "kind": "pooling", "output_channels": 3, "output_size": 4, "window_size": 2}]})");
        QCOMPARE(cli({"program", "--network", "pool.json", "--batch", "1", "--out", "none.program"}, m_folder.path())
                     .exitCode,
                 0);
        const QByteArray program = program::contentOf(m_folder, "none.program");
        program::write(m_folder, "none.program", program.first(program.indexOf("\nlayer ")));
        QVERIFY(QDir(m_folder.path()).mkdir("folder"));
        m_before = program::entriesOf(m_folder);
    }

    void isSaidOnce_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("sentences"); // how each begins
        QTest::addColumn<int>("exitCode");

        // What is read.
        for (const QString command : {"solve", "train", "select", "gradient", "parallelize", "directives --project", "solve --case",
                                      "evaluate --case", "solve --network", "solve --hardware", "train --network",
                                      "select --network", "gradient --network", "parallelize --network"}) {
            const auto file = [&](const char* name, const char* sentence) {
                row(qPrintable(command + ' ' + name), {QString(name) + sentence});
            };
            file("./nofile", ": there is no such file;");
            file("./folder", ": this is a folder;");
            file("broken.json", ", at 2:1: the text ends too early;");
            file("empty.json", ", at 1:1: the file is empty;");
            file("deep.json", ": this is a list; an object");
            file("binary.json", ", at 1:1: the file is binary, not a text in JSON;");
            file("braces.json", ": the key 'format' is missing;");
        }
        row("solve wrong.tilescape", {"wrong.tilescape, at /network: this is 5;", "wrong.tilescape: the key 'hardware' is missing;"});
        row("gradient wrong.tilescape",
            {"wrong.tilescape, at /network: this is 5;", "wrong.tilescape: the key 'hardware' is missing;"});
        row("solve --network alexnett", {"alexnett: there is neither a network of the library nor a file"});
        row("solve --hardware eyeris", {"eyeris: there is neither a chip of the library nor a file"});
        row("run --network lenet_c --data here --hand-over halves",
            {"--data here names no data;", "--hand-over halves names nothing that layers hand on;"});
        row("run --network huge.json",
            {"the tensors of Huge have 1e+12 words at batch 16;"}); // before anything is solved
        row("run --network lenet_c --interleaving -1", {"--interleaving: write a whole number, 0 or more;"});
        row("directives check nofile --network lenet_c", {"nofile: there is no such file;"});
        row("directives price folder --network lenet_c", {"folder: this is a folder;"});
        row("directives check wrong.kapla --network sconv --project nofile", {"--project excludes --network;"});

        row("table layer", {"what: layer not in"});
        row("table terms --network lenet_c --layer x", {"the network Lenet-c has no layer 'x';"});
        row("table systems --format xls", {"there is no format 'xls';"});
        row("table systems --out folder", {"folder: this is a folder;"});
        row("cite --network alexnett", {"alexnett: there is neither a network of the library nor a file"});

        // Where to write.
        const QString unwritable = ": the file cannot be written (No such file or directory);";
        for (const QString command : {"solve --network lenet_c", "train --network lenet_c", "select --network lenet_c",
                                      "gradient --network lenet_c", "parallelize --network lenet_c",
                                      "evaluate --case " TILESCAPE_SOURCE_DIR "/tests/reference/03_lstm_phoneme_1x1.json"}) {
            row(qPrintable(command + " --json no/where.json"), {"no/where.json" + unwritable});
            row(qPrintable(command + " --json folder"), {"folder: this is a folder;"});
            row(qPrintable(command + " --json broken.json/x"), {"broken.json/x: the file cannot be written (Not a directory);"});
        }
        row("solve --network lenet_c --json a.json --csv no/where.csv --links folder",
            {"no/where.csv" + unwritable, "folder: this is a folder;"});
        row("solve --network lenet_c --json a.json --csv ./a.json", {"./a.json: --json and --csv both name this file;"});
        row("solve wrong.tilescape --json ./wrong.tilescape",
            {"./wrong.tilescape: --json names a file that is read;", "wrong.tilescape, at /network", "wrong.tilescape: the key"});
        row("select --network lenet_c --csv no/where.csv", {"no/where.csv" + unwritable});
        row("gradient --network lenet_c --csv folder", {"folder: this is a folder;"});
        row("directives --network lenet_c --out no/where.kapla", {"no/where.kapla" + unwritable});
        row("directives check wrong.kapla --network lenet_c --json folder", {"folder: this is a folder;"});
        row("reproduce hypar --out broken.json", {"--out broken.json: the folder cannot be made"});

        // Options.
        row("", {"there is no command ''"});
        row("sovle", {"there is no command 'sovle'; perhaps 'solve' is meant."});
        row("solve --netwrok lenet_c", {"there is no option '--netwrok' here; perhaps"});
        row("solve --network", {"--network: 1 required"});
        row("solve --batch 0", {"--batch: 0 is no whole number between 1 and 16384;"});
        row("solve --batch 1.5", {"--batch: 1.5 is no whole number between 1 and 16384;"});
        row("solve --threads 99999999999999999999",
            {"--threads: 99999999999999999999 is no whole number between 0 and 1024;"});
        row("solve --batch many", {"--batch: many is no whole number between 1 and 16384;"});
        row("solve --threads -1", {"--threads: -1 is no whole number between 0 and 1024;"});
        row("solve --network mlp_s --prove ", {"at --prove: '' is no gap;"});
        row("solve --prove 5% --prove-seconds nan",
            {"--prove-seconds: nan is no number between 0.001 and 1000000000;"});
        row("solve --prove 5% --prove-seconds 0", {"--prove-seconds: 0 is no number between 0.001 and 1000000000;"});
        row("solve --goal fast", {"goal 'fast' is unknown;"});
        row("solve --solver best", {"solver 'best' is unknown;"});
        row("solve --mode tangarm", {"mode 'tangarm' is unknown;"});
        row("solve --set tile_rows", {"--set tile_rows has no value;"});
        row("solve --set tile_rows=0", {"at /tile_rows: tile_rows is 0;"});
        row("solve --set tile_rows=four", {"at /tile_rows: tile_rows is 'four';"});
        row("solve --set bufer_sharing=on", {"--set bufer_sharing: there is no parameter of that name; perhaps 'buffer_sharing' is meant."});
        row("solve --set colour=red", {"--set colour: there is no parameter of that name;"});
        row("solve --set training=maybe", {"--set training=maybe is neither on nor off;"});
        row("solve --set most_vertices=0", {"--set most_vertices=0 is no number of vertices;"});
        row("solve --set seed=-1", {"--set seed=-1 cannot be used;"});
        row("solve --set counts=twice", {"--set counts=twice names no way to count;"});
        row("solve --network nonesuch --hardware nonesuch --goal fast --set tile_rows=0",
            {"nonesuch: there is neither a network", "nonesuch: there is neither a chip", "goal 'fast' is unknown;",
             "at /tile_rows: tile_rows is 0;"});
        row("train --network lenet_c --levels 99", {"--levels: 99 is no whole number between 0 and 20;"});
        row("select --network lenet_c --bits 0", {"--bits 0 is no precision;"});
        row("select --network lenet_c --tile 8,8,3,3,7,7", {"--tile gives tiles, and these are searched;"});
        row("table layers --network lenet_c --layer conv1",
            {"--layer conv1: the table of layers has no layer of its own;"});
        row("solve --network lenet_c --json ", {"--json: the name of the file is empty;"});
        row("directives check wrong.kapla --network sconv --json ", {"--json: the name of the file is empty;"});
        row("select --network lenet_c --tile 1,2", {"--tile 1,2 is no tile;"});
        row("select --network lenet_c --set colour=red", {"there is no setting 'colour';"});
        row("parallelize --network lenet_c --strategy luck", {"strategy is 'luck';"});
        row("parallelize --network lenet_c --set levels=99", {"levels is 99;"});
        row("parallelize --network lenet_c --force nope@1=data", {"--force nope@1=data: the network has no layer 'nope'"});
        row("parallelize --network lenet_c --force conv1@1=data --force conv1@1=model",
            {"--force conv1@1=model: there is a choice for this layer and level already; give one."});
        row("parallelize --network lenet_c --force conv1@0=data", {"--force conv1@0=data: the level is 0;"});
        row("parallelize --network lenet_c --force conv1@9=data", {"--force conv1@9=data: the level is 9;"});
        row("parallelize --network lenet_c --force conv1@1x=data",
            {"--force conv1@1x=data names no layer, level and choice;"});
        row("gradient", {"there is nothing to simulate;"});
        row("gradient --gemm 1,2", {"--gemm 1,2 is not three sizes;"});
        row("gradient --network lenet_c --npu huge", {"--npu 'huge' is unknown;"});
        row("gradient --network lenet_c --order random", {"--order 'random' is unknown;"});
        row("gradient --network lenet_c --cores 2 --parts 4", {"--parts is for one core: each of 2 takes a part;"});
        row("gradient --network lenet_c --set cores=99", {"--set cores: '99' is no value of it;"});
        row("gradient --gemm 9999,9999,9999 --tile 9999,9999,9999", {"layer 'gemm': the tile (9999, 9999, 9999) does not fit"});
        row("solve --network lenet_c --json -", {"-: this would be a file of that name; /dev/stdout"});
        row("evaluate", {"--case is required;"});
        row("directives check", {"file is required;"});
        row("reproduce hypr", {"reproduce: 'hypr' is unknown; perhaps 'hypar' is meant."});

        // What contradicts itself.
        row("solve wrong.tilescape --network lenet_c", {"project excludes --network;"});
        row("train wrong.tilescape --hardware eyeriss_isca16", {"project excludes --hardware;"});
        row("parallelize wrong.tilescape --network lenet_c", {"project excludes --network;"});
        row("select wrong.tilescape --network lenet_c", {"project excludes --network;"});
        row("train --network lenet_c --csv x", {"there is no option '--csv' here;"});
        row("solve --network lenet_c --levels=3", {"there is no option '--levels' here;"});
        row("directives price wrong.kapla --foo x", {"there is no option '--foo' here;"});
        row("solve --case braces.json --network lenet_c", {"--network excludes --case;"});
        row("solve --case braces.json --advise", {"--case excludes --advise;"});
        row("directives --case braces.json --batch 4", {"--batch excludes --case;"});
        row("directives --case braces.json --goal energy", {"--case excludes --goal;"});
        row("program --case braces.json --out x.program --set tile_rows=2", {"--set excludes --case;"});
        row("run --case braces.json --solver kapla", {"--solver excludes --case;"});
        row("run none.program --goal delay --batch 3", {"none.program is a program, whose schedule is there;"});
        row("run none.program", {"none.program, layer 'pool': the layer has no code;"});
        row("directives --out x.kapla check wrong.kapla --network sconv", {"check excludes --out;"});
        row("directives --solver kapla price wrong.kapla --network sconv", {"price excludes --solver;"});
        row("gradient --network lenet_c --gemm 1,2,3", {"there is more than one thing to simulate;"});

        // What is well formed, and has no answer.
        for (const QString command : {"select", "gradient", "parallelize"}) {
            row(qPrintable(command + " --network pool.json"), {"network 'Pool' has no layers with weights;"});
        }
        row("solve --network lenet_c --set register_bytes_per_pe=16",
            {"Lenet-c on Eyeriss (ISCA 2016) (changed), batch 16, goal energy: infeasible",
             "layer 'conv1': no schedule fits", "layer 'conv2': no schedule fits", "layer 'fc1': no schedule fits"},
            1);
        row("select --network lenet_c --buffer-bytes 1",
            {"layer 'conv1': no tile of any dataflow fits the buffer of 1 B;", "layer 'conv2': no tile", "layer 'fc1': no tile",
             "layer 'fc2': no tile"},
            1);
        row("directives check braces.json --network lenet_c", {"braces.json, at 1:1: this is no text of directives;"}, 1);
        row("directives price binary.json --network lenet_c", {"binary.json, at 1:1: this is no text of directives;"}, 1);
        row("directives --network lenet_c --set register_bytes_per_pe=16 --out x.kapla",
            {"layer 'conv1': no schedule fits", "layer 'conv2': no schedule fits", "layer 'fc1': no schedule fits"}, 1);
    }

    void isSaidOnce()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, sentences);
        QFETCH(int, exitCode);
        const Run run = cli(arguments, m_folder.path());
        QCOMPARE(run.exitCode, exitCode);
        QCOMPARE(run.out, QByteArray());
        const QStringList said = run.sentences();
        QVERIFY2(said.size() == sentences.size(), qPrintable(run.err));
        for (const QString& sentence : sentences) {
            const auto isThis = [&](const QString& line) { return line.startsWith(sentence); };
            QVERIFY2(std::count_if(said.begin(), said.end(), isThis) == 1, qPrintable(run.err));
        }
        for (const QString& line : said) {
            QVERIFY2(line.endsWith('.') || line.endsWith("infeasible"), qPrintable(line));
        }
        QCOMPARE(program::entriesOf(m_folder), m_before);
    }

    /// A script whose variable is empty does not solve the default by mistake.
    void anEmptyProjectIsNoDefault()
    {
        const Run run = cli({"solve", ""}, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.out, QByteArray());
        QCOMPARE(run.err, QString("project: the name of the project is empty; --help says what can be given.\n"));
    }

    void nothingAtAllAsksForACommand()
    {
        const Run run = cli({}, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.err, QString("A subcommand is required; --help says what can be given.\n"));
    }

    /// Disks that are full: of the file, and of what is printed.
    void aFullDiskIsSaid()
    {
        const Run run = cli({"solve", "--network", "lenet_c", "--json", "/dev/full"}, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.out.startsWith("Lenet-c on "), run.out.constData()); // what was found is not lost with the file
        QVERIFY2(run.err.startsWith("/dev/full: the file cannot be written (No space left on device);"), qPrintable(run.err));
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(TILESCAPE_CLI, {"networks"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError(), QByteArray("standard output: it cannot be written; room on the disk is needed.\n"));
    }

    /// What stood in a file before a failed run stands there after it.
    void aFailedRunLeavesTheOldResult()
    {
        program::write(m_folder, "old.json", "the old result");
        const Run run = cli({"solve", "--network", "lenet_c", "--json", "old.json", "--csv", "folder"}, m_folder.path());
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(program::contentOf(m_folder, "old.json"), QByteArray("the old result"));
        QVERIFY(QFile::remove(m_folder.filePath("old.json")));
    }
};

TILESCAPE_TEST(TestBadInput)

} // namespace tst_bad_input
#include "tst_bad_input.moc"
