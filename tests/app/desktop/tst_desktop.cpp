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

    /// With these variables in place of the test's own.
    [[nodiscard]] Run desktop(const QString& arguments, const QMap<QString, QString>& variables = {}) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
            environment.insert(variable.key(), variable.value());
        }
        return program::run(TILESCAPE_DESKTOP, arguments.split(' '), m_folder.path(), environment);
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
            const Run run = desktop("--figure chip --of example.tilescape --layer conv3_a --out country.svg",
                                    {{"LC_ALL", country}});
            return run.exitCode == 0 ? program::contentOf(m_folder, "country.svg") : run.err.toUtf8();
        };
        const QByteArray english = drawnIn("C.UTF-8");
        QVERIFY(english.startsWith("<?xml") && english.contains("words"));
        for (const char* country : {"de_DE.UTF-8", "ar_EG.UTF-8"}) {
            QVERIFY(drawnIn(country) == english);
        }
    }

    /// Figures are painted in memory, whatever display is named.
    void figuresNeedNoDisplay()
    {
        const Run run = desktop("--figure chip --of example.tilescape --out undisplayed.svg",
                                {{"QT_QPA_PLATFORM", "xcb"}, {"DISPLAY", ":4711"}});
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
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
