#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_document_files {

using namespace tilescape;
using ui::workspace::DocumentFiles;
using ui::workspace::Workspace;

namespace {

/// Solving is not what is tested here.
schedule::Schedule noSolve(const schedule::Problem& problem, const schedule::SolveControl&)
{
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(problem);
    return schedule;
}

void write(const QString& path, const std::string& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text.data(), static_cast<qint64>(text.size())), static_cast<qint64>(text.size()));
}

} // namespace

class DocumentFilesTest : public QObject {
    Q_OBJECT

private:
    /// A document with files in a folder of their own.
    struct Desk {
        QTemporaryDir folder;
        Workspace workspace{noSolve};
        DocumentFiles files{workspace, folder.filePath(QStringLiteral("copies"))};
        [[nodiscard]] QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
        [[nodiscard]] QStringList copies() const
        {
            return QDir(folder.filePath(QStringLiteral("copies"))).entryList({QStringLiteral("*.tilescape")});
        }
        Desk() { workspace.open(ui::workspace::exampleProject().value().problem, {}); }
    };

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("document files"));
        QSettings().clear();
    }

    void savedAndOpenedAgainIsTheSameProblem()
    {
        Desk desk;
        desk.workspace.setBatch(3);
        desk.workspace.setGoal(search::Goal::EnergyDelay);
        const schedule::Problem saved = desk.workspace.problem();
        QVERIFY(desk.workspace.isModified());
        QVERIFY(desk.files.save(desk.path("a.tilescape")).empty());
        QVERIFY(!desk.workspace.isModified());
        QCOMPARE(desk.workspace.filePath(), desk.path("a.tilescape"));

        desk.workspace.setBatch(5);
        auto content = DocumentFiles::read(desk.path("a.tilescape"));
        QVERIFY(content.ok());
        desk.files.apply(std::move(content.value()), desk.path("a.tilescape"));
        QVERIFY(desk.workspace.problem() == saved);
        QVERIFY(!desk.workspace.isModified());
    }

    void aFirstStartShowsTheExampleOfItsName()
    {
        const auto file = DocumentFiles::read(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/alexnet-pipelined.tilescape"));
        QVERIFY(file.ok());
        QVERIFY(std::get<io::Project>(file.value().content) == ui::workspace::exampleProject().value());
    }

    /// From the file it was opened from to the file it is saved to, and through a crash.
    void theViewStaysWithTheProject()
    {
        Desk desk;
        io::Project project = ui::workspace::exampleProject().value();
        project.view = "gradient";
        write(desk.path("a.tilescape"), io::writeProject(project));
        desk.files.apply(DocumentFiles::read(desk.path("a.tilescape")).value(), desk.path("a.tilescape"));
        QCOMPARE(desk.files.view(), std::string("gradient"));
        desk.workspace.setBatch(3);
        desk.files.autosave();
        QVERIFY(desk.files.save(desk.path("b.tilescape")).empty());
        const auto saved = DocumentFiles::read(desk.path("b.tilescape"));
        QCOMPARE(std::get<io::Project>(saved.value().content).view, std::string("gradient"));
    }

    void networkAndChipAreEditsOfTheDocument()
    {
        Desk desk;
        const schedule::Problem before = desk.workspace.problem();
        write(desk.path("net.json"), io::writeNetwork(io::loadNetwork("mlp_s").value()));
        write(desk.path("chip.json"), io::writeHardware(io::loadHardware("kapla_edge").value()));
        for (const char* name : {"net.json", "chip.json"}) {
            auto content = DocumentFiles::read(desk.path(name));
            QVERIFY(content.ok());
            desk.files.apply(std::move(content.value()), desk.path(name));
        }
        QVERIFY(desk.workspace.problem().network == io::loadNetwork("mlp_s").value());
        QVERIFY(desk.workspace.problem().hardware == io::loadHardware("kapla_edge").value());
        QVERIFY(desk.workspace.filePath().isEmpty());
        desk.workspace.undoStack().undo();
        desk.workspace.undoStack().undo();
        QVERIFY(desk.workspace.problem() == before);
    }

    void brokenFilesSayWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("1:1");
        QTest::newRow("truncated") << QByteArray("{\"format\": \"tilescape-project\", ") << QStringLiteral("1:");
        QTest::newRow("no object") << QByteArray("[1, 2]") << QStringLiteral("object");
        QTest::newRow("no format") << QByteArray("{\"batch\": 4}") << QStringLiteral("format");
        QTest::newRow("misspelt") << QByteArray("{\"format\": \"tilescape-projekt\"}") << QStringLiteral("tilescape-project");
        QTest::newRow("project without parts") << QByteArray("{\"format\": \"tilescape-project\", \"version\": 1}")
                                               << QStringLiteral("network");
    }

    void brokenFilesSayWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        Desk desk;
        write(desk.path("broken.json"), text.toStdString());
        const auto content = DocumentFiles::read(desk.path("broken.json"));
        QVERIFY(!content.ok());
        const QString sentence = QString::fromStdString(support::describe(content.faults()));
        QVERIFY2(sentence.contains(QStringLiteral("broken.json")), qPrintable(sentence));
        QVERIFY2(sentence.contains(said), qPrintable(sentence));
    }

    void missingFileIsNamed()
    {
        const auto content = DocumentFiles::read(QStringLiteral("/nowhere/at/all.tilescape"));
        QVERIFY(!content.ok());
        QCOMPARE(content.faults().front().file, std::string("/nowhere/at/all.tilescape"));
    }

    void savingWhereNothingCanBeWrittenKeepsTheDocumentUnsaved()
    {
        Desk desk;
        desk.workspace.setBatch(3);
        const support::Diagnostics faults = desk.files.save(QStringLiteral("/nowhere/at/all.tilescape"));
        QCOMPARE(faults.size(), std::size_t{1});
        QVERIFY(desk.workspace.isModified());
        QVERIFY(desk.workspace.filePath().isEmpty());
    }

    void recentFilesComeNewestFirstAndOnce()
    {
        Desk desk;
        desk.files.clearRecentFiles();
        const QSignalSpy changes(&desk.files, &DocumentFiles::recentFilesChanged);
        for (const char* name : {"a.tilescape", "b.tilescape", "a.tilescape"}) {
            QVERIFY(desk.files.save(desk.path(name)).empty());
        }
        QCOMPARE(desk.files.recentFiles(), (QStringList{desk.path("a.tilescape"), desk.path("b.tilescape")}));
        QCOMPARE(changes.count(), 3);
        for (int i = 0; i < 12; ++i) {
            QVERIFY(desk.files.save(desk.folder.filePath(QString::number(i))).empty());
        }
        QCOMPARE(desk.files.recentFiles().size(), 10);
    }

    void unsavedWorkIsCopiedByItself()
    {
        Desk desk;
        QVERIFY(desk.copies().isEmpty());
        desk.workspace.setBatch(3);
        QTRY_COMPARE_WITH_TIMEOUT(desk.copies().size(), 1, 10000);
        QVERIFY(desk.files.save(desk.path("a.tilescape")).empty());
        QVERIFY(desk.copies().isEmpty());
    }

    void savedWorkIsNotCopied()
    {
        Desk desk;
        desk.files.autosave();
        QVERIFY(desk.copies().isEmpty());
    }

    void cleanExitRemovesTheCopy()
    {
        Desk desk;
        Workspace other(noSolve);
        {
            DocumentFiles files(other, desk.path("copies"));
            other.open(ui::workspace::exampleProject().value().problem, {});
            other.setBatch(3);
            files.autosave();
            QCOMPARE(desk.copies().size(), 1);
        }
        QVERIFY(desk.copies().isEmpty());
    }

    void workOfARunningProgramIsNoLeftover()
    {
        Desk desk;
        Workspace other(noSolve);
        DocumentFiles files(other, desk.path("copies"));
        desk.workspace.setBatch(3);
        desk.files.autosave();
        QVERIFY(files.findLeftovers().empty());
    }

    void workOfACrashedProgramIsRecovered()
    {
        Desk desk;
        QVERIFY(desk.files.save(desk.path("mine.tilescape")).empty());
        desk.workspace.setBatch(3);
        const schedule::Problem lost = desk.workspace.problem();
        desk.files.autosave();
        // What a crash leaves: the copy and the name of its document, under a lock that nobody holds.
        QDir copies(desk.path("copies"));
        const QString left = copies.filePath(QStringLiteral("left.tilescape"));
        QVERIFY(QFile::copy(desk.files.autosavePath(), left));
        QVERIFY(QFile::copy(desk.files.autosavePath() + QStringLiteral(".origin"), left + QStringLiteral(".origin")));

        Workspace next(noSolve);
        DocumentFiles files(next, desk.path("copies"));
        const auto leftovers = files.findLeftovers();
        QCOMPARE(leftovers.size(), std::size_t{1});
        QCOMPARE(leftovers.front().document, desk.path("mine.tilescape"));
        QVERIFY(files.recover(leftovers.front()).empty());
        QVERIFY(next.problem() == lost);
        QCOMPARE(next.filePath(), desk.path("mine.tilescape"));
        QVERIFY(next.isModified());
        // It is now the copy of the new program.
        QVERIFY(!QFile::exists(left));
        QVERIFY(QFile::exists(files.autosavePath()));
        // A second program is not offered what the first has taken.
        QVERIFY(DocumentFiles(next, desk.path("copies")).findLeftovers().empty());
    }

    void brokenCopyIsReportedAndKept()
    {
        Desk desk;
        QVERIFY(QDir().mkpath(desk.path("copies")));
        write(desk.path("copies/left.tilescape"), "{");
        const auto leftovers = desk.files.findLeftovers();
        QCOMPARE(leftovers.size(), std::size_t{1});
        const schedule::Problem before = desk.workspace.problem();
        QVERIFY(!desk.files.recover(leftovers.front()).empty());
        QVERIFY(desk.workspace.problem() == before);
        QCOMPARE(desk.copies().size(), 1);
        desk.files.discard(leftovers.front());
        QVERIFY(desk.copies().isEmpty());
    }

    void copyThatCannotBeWrittenIsReportedOnce()
    {
        Workspace workspace(noSolve);
        DocumentFiles files(workspace, QStringLiteral("/proc/nowhere"));
        const QSignalSpy failures(&files, &DocumentFiles::autosaveFailed);
        workspace.open(ui::workspace::exampleProject().value().problem, {});
        workspace.setBatch(3);
        files.autosave();
        files.autosave();
        QCOMPARE(failures.count(), 1);
    }
};

TILESCAPE_TEST(DocumentFilesTest)

} // namespace tst_document_files
#include "tst_document_files.moc"
