#include "tests/app/program.h"
#include "tests/registered.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace tst_desktop {

using program::Run;

/// The window's program without a person: pictures, figures, and what it says of bad input.
class TestDesktop : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_home; ///< settings of the window, none of which are the person's at the machine

    [[nodiscard]] Run desktop(const QString& arguments) const
    {
        return program::run(TILESCAPE_DESKTOP, arguments.split(' '), m_folder.path());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid() && m_home.isValid());
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}) {
            qputenv(name, m_home.path().toLocal8Bit());
        }
        program::write(m_folder, "broken.tilescape", "{\n");
        QVERIFY(QFile::copy(TILESCAPE_SOURCE_DIR "/examples/alexnet-eyeriss.tilescape", m_folder.filePath("example.tilescape")));
    }

    void helpAndVersionNeedNoDisplay()
    {
        QVERIFY(desktop("--help").out.contains("--screenshot"));
        QVERIFY(QRegularExpression("^\\d+\\.\\d+\\.\\d+\n$").match(desktop("--version").out).hasMatch());
    }

    /// The window and each panel, painted.
    void screenshotsAreWritten()
    {
        const Run run = desktop("example.tilescape --screenshot shots");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QStringList pictures = QDir(m_folder.filePath("shots")).entryList({"*.png"}, QDir::Files);
        QVERIFY2(pictures.contains("window.png") && pictures.size() > 5, qPrintable(pictures.join(' ')));
        for (const QString& picture : pictures) {
            const QImage image(m_folder.filePath("shots/" + picture));
            QVERIFY2(!image.isNull(), qPrintable(picture));
        }
        const QImage window(m_folder.filePath("shots/window.png"));
        QSet<QRgb> colours;
        for (int x = 0; x < window.width(); x += 7) {
            colours.insert(window.pixel(x, window.height() / 2));
        }
        QVERIFY(colours.size() > 5);
    }

    void figuresAreExported()
    {
        const Run run = desktop("example.tilescape --export out");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QJsonObject schedule = QJsonDocument::fromJson(program::contentOf(m_folder, "out/schedule.json")).object();
        QVERIFY(schedule["total"].toObject()["energy_pj"].toObject()["total"].toDouble() > 0);
        QVERIFY2(schedule["segments"].toArray().first().toObject().contains("lower_bound"), "bounds are not proven");
        for (const char* name : {"schedule.csv", "schedule.kapla"}) {
            QVERIFY2(!program::contentOf(m_folder, QString("out/") + name).isEmpty(), name);
        }
    }

    void oneFigureIsDrawnAsAskedFor()
    {
        const Run run = desktop("--figure chip --of example.tilescape --layer conv3_a --preset 120x90mm --title Chip --font-size 7 --out chip.svg");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QByteArray svg = program::contentOf(m_folder, "chip.svg");
        QVERIFY(svg.contains("width=\"120.0000mm\" height=\"90.0000mm\""));
        QVERIFY(svg.contains("<title>conv3_a ") && svg.contains("<metadata>") && svg.contains(">Chip</text>"));
    }

    /// Words are English in every country, and so are numbers.
    void figuresAreTheSameInEveryCountry()
    {
        const auto drawnIn = [&](const char* country) {
            qputenv("LC_ALL", country);
            const Run run = desktop("--figure chip --of example.tilescape --layer conv3_a --out country.svg");
            return run.exitCode == 0 ? program::contentOf(m_folder, "country.svg") : run.err.toUtf8();
        };
        const QByteArray before = qgetenv("LC_ALL");
        const QByteArray english = drawnIn("C.UTF-8");
        QVERIFY(english.startsWith("<?xml") && english.contains("words"));
        for (const char* country : {"de_DE.UTF-8", "ar_EG.UTF-8"}) {
            QVERIFY(drawnIn(country) == english);
        }
        qputenv("LC_ALL", before);
    }

    /// Drawn as the window's charts are: with the paper's values beside ours.
    void aPapersFigureIsMadeAnew()
    {
        const Run run = desktop("--figure hypar/figure_6 --preset acm-column --line-weight 1.5 --out performance.svg");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QByteArray svg = program::contentOf(m_folder, "performance.svg");
        QVERIFY(svg.contains(">HyPar, paper</text>") && svg.contains(">Gmean</text>") && svg.contains("@font-face"));
        QVERIFY(svg.contains("width=\"84.7000mm\""));
    }

    /// What has taken long is not computed again.
    void aPapersFigureIsDrawnFromItsNumbers()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("tangram"));
        program::write(m_folder, "tangram/tangram.json", R"({"format": "tilescape-paper-figures", "version": 1, "paper": "tangram", "figures": [
            {"name": "speed", "title": "Speed", "kind": "bars", "x_label": "", "y_label": "times", "logarithmic": false, "categories": ["AlexNet", "MLP"],
             "series": [{"name": "Tangram", "from_paper": false, "colour": -1, "values": [2.5, null]}]}]})");
        program::write(m_folder, "tangram/figures.json", R"([{"figure": "tangram/speed", "of": "tangram.json", "out": "speed.svg"}])");
        const Run run = desktop("--figures tangram/figures.json");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QByteArray svg = program::contentOf(m_folder, "tangram/speed.svg");
        QVERIFY(svg.contains(">AlexNet</text>") && svg.contains(">times</text>"));
    }

    /// Of a project with a sweep that has a name, its charts too.
    void keptSweepsAreExported()
    {
        QJsonObject project = QJsonDocument::fromJson(program::contentOf(m_folder, "example.tilescape")).object();
        const QJsonObject sweep{{"format", "tilescape-sweep"}, {"version", 1}, {"axes", QJsonArray{QJsonObject{{"key", "batch"}, {"values", QJsonArray{1, 2}}}}},
                                {"objectives", QJsonArray{"energy_pj", "delay_s"}}, {"project", QJsonObject{{"format", "tilescape-project"}, {"version", 1}}}};
        const QJsonArray results{QJsonArray{0, "feasible 2e9 1e6 0.002 1 1 1 1 "}};
        project["explorations"] = QJsonObject{{"kept", QJsonArray{QJsonObject{{"name", "Batches"}, {"sweep", QJsonObject{{"question", sweep}, {"results", results}}}}}}};
        program::write(m_folder, "kept.tilescape", QJsonDocument(project).toJson());
        const Run run = desktop("kept.tilescape --export kept");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        QVERIFY(program::contentOf(m_folder, "kept/sweep-Batches-points.svg").contains(">Delay</text>"));
        QVERIFY(program::contentOf(m_folder, "kept/sweep-Batches-points.pdf").startsWith("%PDF"));
    }

    /// What the command line wrote on a machine without a display is drawn with one command.
    void resultsAreDrawn()
    {
        program::write(m_folder, "r.json", R"({"format": "tilescape-sweep-result", "version": 1, "name": "Small", "objectives": ["energy_pj", "delay_s"], "points": [
            {"point": 0, "settings": {"buffer_bytes_per_tile": 4096, "batch": 1}, "status": "feasible", "energy_pj": 2e9, "cycles": 1e6, "delay_s": 0.002, "area_mm2": 1},
            {"point": 1, "settings": {"buffer_bytes_per_tile": 8192, "batch": 2}, "status": "feasible", "energy_pj": 1e9, "cycles": 2e6, "delay_s": 0.004, "area_mm2": 2}]})");
        const Run run = desktop("--figure points --of r.json --x buffer_bytes_per_tile --by none --out r.svg");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QByteArray svg = program::contentOf(m_folder, "r.svg");
        QVERIFY(svg.contains("<title>Small</title>") && svg.contains(">Buffer of a tile</text>") && svg.contains(">8 KiB</text>"));
        program::write(m_folder, "results.json", R"([{"figure": "points", "of": "r.json", "by": "batch", "out": "plane.pdf"},
            {"figure": "points-heat-map", "of": "r.json", "by": "area_mm2", "preset": "slide", "out": "map.svg"}])");
        const Run list = desktop("--figures results.json");
        QVERIFY2(list.exitCode == 0, qPrintable(list.err));
        QVERIFY(program::contentOf(m_folder, "plane.pdf").startsWith("%PDF"));
        QVERIFY(program::contentOf(m_folder, "map.svg").contains(">Area</text>"));
    }

    /// As the window does: bars of what a project compares with stand beside its own, with its name.
    void energyStandsBesideTheBaseline()
    {
        const auto drawn = [&](const QByteArray& more) {
            program::write(m_folder, "compared.tilescape",
                           QByteArray(program::contentOf(m_folder, "example.tilescape"))
                               .replace("\"version\": 1,", "\"version\": 1, " + more));
            const Run run = desktop("--figure energy --of compared.tilescape --preset slide --out compared.svg");
            return run.exitCode == 0 ? program::contentOf(m_folder, "compared.svg") : run.err;
        };
        const QByteArray baselines = R"("baselines": [{"name": "Batch of four", "batch": 4}], )";
        QVERIFY(!drawn(baselines).contains("Batch of four</text>"));
        QVERIFY2(drawn(baselines + R"("compared_with": "Batch of four", )").contains("Batch of four</text>"),
                 "the baseline is in use");
    }

    /// Paths begin at the list's folder.
    void aListDrawsManyFigures()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("paper"));
        program::write(m_folder, "paper/figures.json",
                       R"([{"figure": "energy", "of": "../example.tilescape", "preset": "acm-column", "legend": "right", "out": "energy.pdf"},
                           {"figure": "loop-nest", "of": "../example.tilescape", "layer": "conv2_a", "font-size": 7, "out": "nest.png"}])");
        const Run run = desktop("--figures paper/figures.json");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        QVERIFY(program::contentOf(m_folder, "paper/energy.pdf").startsWith("%PDF"));
        QVERIFY(!QImage::fromData(program::contentOf(m_folder, "paper/nest.png")).isNull());
    }

    void badInputIsSaidOnce_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("broken project, pictures") << "broken.tilescape --screenshot none" << "broken.tilescape, at 2:1: the text ends";
        QTest::newRow("broken project, figures") << "broken.tilescape --export none" << "broken.tilescape, at 2:1: the text ends";
        QTest::newRow("broken project, times") << "broken.tilescape --measure" << "broken.tilescape, at 2:1: the text ends";
        program::write(m_folder, "list.json", R"([{"figure": "chip", "out": "a.pdf", "size": 3}])");
        program::write(m_folder, "twice.json", R"([{"figure": "energy", "of": "example.tilescape", "out": "a.svg"},
            {"figure": "chip", "of": "example.tilescape", "out": "./a.svg"}])");
        program::write(m_folder, "nolist.json", "{}");
        QTest::newRow("no such figure") << "--figure chips --of example.tilescape --out a.pdf" << "chips: there is no such figure; use one of network, chip";
        QTest::newRow("no such paper") << "--figure hyper/figure_6 --out a.pdf" << "hyper/figure_6: there is no such paper; use one of hypar, gradient-order";
        QTest::newRow("no such figure of a paper") << "--figure hypar/figure_1 --out a.pdf" << "hypar/figure_1: the paper has no such figure here; use one of hypar/figure_";
        QTest::newRow("a paper's figure of a project") << "--figure hypar/figure_6 --of example.tilescape --out a.pdf" << "example.tilescape, at /format: the format is 'tilescape-project'";
        QTest::newRow("a paper's figure of a layer") << "--figure hypar/figure_6 --layer conv1 --out a.pdf" << "hypar/figure_6: a paper's figure shows no layer";
        program::write(m_folder, "tangram.json", R"({"format": "tilescape-paper-figures", "version": 1, "paper": "tangram", "figures": []})");
        QTest::newRow("another paper's numbers") << "--figure hypar/figure_6 --of tangram.json --out a.pdf" << "hypar/figure_6: tangram.json holds figures of tangram";
        QTest::newRow("numbers without the figure") << "--figure tangram/figure_6 --of tangram.json --out a.pdf" << "tangram/figure_6: the paper has no such figure here";
        QTest::newRow("lines too wide") << "--figure chip --of example.tilescape --line-weight 7 --out a.pdf" << "chip: lines cannot be 7 times as wide as usual; choose a weight of 0.25 to 4";
        QTest::newRow("no such layer") << "--figure chip --of example.tilescape --layer x --out a.pdf" << "the network AlexNet has no layer 'x'; its layers are";
        QTest::newRow("no such page") << "--figure chip --of example.tilescape --preset ieee --out a.pdf" << "at a.pdf: there is no page 'ieee'; use one of ieee-column";
        QTest::newRow("no such font") << "--figure chip --of example.tilescape --font Nofont --out a.pdf" << "chip: there is no font family 'Nofont'";
        QTest::newRow("no such format") << "--figure chip --of example.tilescape --out a.doc" << "a.doc: the ending names no known figure format";
        QTest::newRow("a page too low") << "--figure chip --of example.tilescape --font-size 20 --preset 80x20mm --out a.pdf" << "chip: on a page 80 mm wide and 20 mm high";
        QTest::newRow("no size") << "--figure chip --of example.tilescape --font-size 0 --out a.pdf"
                                 << "chip: text of 0 pt cannot be set; choose a size of 4 to 72 pt";
        QTest::newRow("nothing to draw") << "--figure noc-load --of example.tilescape --out a.pdf"
                                         << "noc-load: in the layer's segment nothing goes over the links";
        QTest::newRow("no results") << "--figure points --out a.pdf" << "points: no results are named; name with --of what 'tilescape-cli sweep' or 'search' wrote with --json";
        QTest::newRow("a project for results") << "--figure sensitivity --of example.tilescape --out a.pdf" << "example.tilescape, at /format: the format is 'tilescape-project'";
        QTest::newRow("results of a layer") << "--figure points --of example.tilescape --layer conv1 --out a.pdf" << "points: a figure of results shows no layer";
        QTest::newRow("axes of a project's figure") << "--figure chip --of example.tilescape --x energy_pj --out a.pdf" << "chip: only figures of results have x, y and by to choose";
        QTest::newRow("axes without a figure") << "--x energy_pj" << "--x requires --figure";
        QTest::newRow("no file for the figure") << "--figure chip" << "--figure requires --out";
        QTest::newRow("a list with another key") << "--figures list.json" << "list.json, at /0/size: no figure has such a key";
        QTest::newRow("a list that writes a file twice")
            << "--figures twice.json"
            << "twice.json, at /1/out: another figure of the list is written to this file";
        QTest::newRow("no list") << "--figures nolist.json" << "nolist.json: this is no list of figures";
        QTest::newRow("no file, pictures") << "nofile --screenshot none" << "nofile: there is no such file";
        QTest::newRow("no file, figures") << "nofile --export none" << "nofile: there is no such file";
        QTest::newRow("a folder") << ". --screenshot none" << ".: this is a folder";
        QTest::newRow("pictures into a file") << "example.tilescape --screenshot broken.tilescape" << "broken.tilescape";
        QTest::newRow("figures into a file") << "example.tilescape --export broken.tilescape" << "broken.tilescape";
        QTest::newRow("pictures and figures") << "--screenshot none --export none" << "--screenshot excludes --export;";
        QTest::newRow("unknown option") << "--screenshots none" << "The following argument was not expected: --screenshots;";
        QTest::newRow("no folder") << "--screenshot" << "--screenshot: 1 required FOLDER missing;";
    }

    void badInputIsSaidOnce()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const QStringList before = program::entriesOf(m_folder);
        const Run run = desktop(arguments);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.out, QByteArray());
        const QStringList said = run.sentences();
        QVERIFY2(said.size() == 1 && said.first().startsWith(sentence) && said.first().endsWith('.'), qPrintable(run.err));
        QCOMPARE(program::entriesOf(m_folder), before);
    }

    /// Figures are painted in memory, whatever display is named.
    void figuresNeedNoDisplay()
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "xcb");
        environment.insert("DISPLAY", ":4711");
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(TILESCAPE_DESKTOP,
                      QStringList({"--figure", "chip", "--of", "example.tilescape", "--out", "undisplayed.svg"}));
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
                 process.readAllStandardError().constData());
        QVERIFY(program::contentOf(m_folder, "undisplayed.svg").startsWith("<?xml"));
    }

    void withoutADisplayItSaysWhatToUse()
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
            environment.remove(name);
        }
        process.setProcessEnvironment(environment);
        process.start(TILESCAPE_DESKTOP, QStringList());
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError(),
                 QByteArray("There is no display to open a window on; tilescape-cli does the same jobs without one.\n"));
    }
};

TILESCAPE_TEST(TestDesktop)

} // namespace tst_desktop
#include "tst_desktop.moc"
