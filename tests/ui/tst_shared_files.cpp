#include "tests/registered.h"
#include "view_samples.h"

#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <cstdio>

namespace tst_shared_files {

using namespace tilescape;
using namespace Qt::StringLiterals;
using ui::window::MainWindow;
using ui::workspace::DocumentFiles;
using ui::workspace::FileOnDisk;
using ui::workspace::Workspace;

namespace {

/// Solving is not what is tested here.
schedule::Schedule noSolve(const schedule::Problem& problem, const schedule::SolveControl&)
{
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(problem);
    return schedule;
}

/// A document without a window.
struct Desk {
    explicit Desk(const QString& folder) : files(workspace, folder + u"/copies"_s)
    {
        workspace.open(ui::workspace::exampleProject().value().problem, {});
    }
    void open(const QString& path) { files.apply(DocumentFiles::read(path).value(), path); }
    Workspace workspace{noSolve};
    DocumentFiles files;
};

struct Window {
    explicit Window(const QString& folder) : window(workspace, folder + u"/copies"_s)
    {
        window.openExample();
        window.show();
    }
    [[nodiscard]] QString said(const char* key) { return window.messages().textOf(QLatin1String(key)); }
    void save() { window.findChild<QAction*>(u"actionSave"_s)->trigger(); }
    Workspace workspace{noSolve};
    MainWindow window;
};

/// Answers the next question of this name with the button of this text.
void answer(const QString& question, const QString& button, int& asked)
{
    auto* looking = new QTimer(qApp);
    QObject::connect(looking, &QTimer::timeout, looking, [=, &asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box || box->objectName() != question) {
            return;
        }
        looking->deleteLater();
        for (QAbstractButton* each : box->buttons()) {
            if (each->text().remove(u'&') == button) {
                ++asked;
                each->click();
                return;
            }
        }
    });
    looking->start(10);
}

Count batchIn(const QString& path)
{
    return std::get<io::Project>(DocumentFiles::read(path).value().content).problem.batch;
}

/// Holds the document open until it is killed.
int hold(const QString& path)
{
    FileOnDisk disk;
    disk.set(path, {});
    std::puts("held");
    std::fflush(stdout);
    return QCoreApplication::exec();
}

} // namespace

class SharedFilesTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"shared.tilescape"_s);
        Desk desk(m_folder->path());
        desk.workspace.setBatch(2);
        QVERIFY(desk.files.save(m_path).empty());
    }

    void whatWasReadOrWrittenHereIsKnown()
    {
        Desk desk(m_folder->path());
        desk.open(m_path);
        QCOMPARE(desk.files.disk().state(), FileOnDisk::State::Known);
        desk.workspace.setBatch(3);
        QVERIFY(desk.files.save(m_path).empty());
        QCOMPARE(desk.files.disk().state(), FileOnDisk::State::Known);
    }

    /// In any order of saving, whoever did not save last sees a change; equal content is none.
    void ofTwoDocumentsTheOneThatSavedLastKnowsTheFile()
    {
        Desk first(m_folder->path());
        Desk second(m_folder->path());
        first.open(m_path);
        second.open(m_path);
        Count batch = 3;
        for (const bool firstSaves : {true, true, false, true, false, false}) {
            Desk& saving = firstSaves ? first : second;
            Desk& other = firstSaves ? second : first;
            saving.workspace.setBatch(batch++);
            QVERIFY(saving.files.save(m_path).empty());
            QCOMPARE(saving.files.disk().state(), FileOnDisk::State::Known);
            QCOMPARE(other.files.disk().state(), FileOnDisk::State::Changed);
        }
        first.workspace.setBatch(second.workspace.problem().batch);
        QVERIFY(first.files.save(m_path).empty());
        QCOMPARE(second.files.disk().state(), FileOnDisk::State::Known);
        QVERIFY(QFile::remove(m_path));
        QCOMPARE(first.files.disk().state(), FileOnDisk::State::Missing);
    }

    /// Programs replace files or write into them; both are seen, and told once a change.
    void aChangeIsToldAsItHappens()
    {
        Desk desk(m_folder->path());
        desk.open(m_path);
        QSignalSpy told(&desk.files.disk(), &FileOnDisk::stateChanged);
        const auto last = [&told] { return told.last().at(0).value<FileOnDisk::State>(); };
        Desk other(m_folder->path());
        other.open(m_path);
        other.workspace.setBatch(7);
        QVERIFY(other.files.save(m_path).empty());
        QTRY_COMPARE(told.count(), 1);
        QCOMPARE(last(), FileOnDisk::State::Changed);
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append) && file.write("\n") == 1);
        file.close();
        QTRY_COMPARE(told.count(), 2);
        QVERIFY(file.remove());
        QTRY_COMPARE(told.count(), 3);
        QCOMPARE(last(), FileOnDisk::State::Missing);
        QVERIFY(desk.files.save(m_path).empty());
        QCOMPARE(last(), FileOnDisk::State::Known);
    }

    void aSecondDocumentIsToldOfTheFirst()
    {
        auto first = std::make_unique<Desk>(m_folder->path());
        first->open(m_path);
        // By another name, too.
        const QString link = m_folder->filePath(u"link.tilescape"_s);
        QVERIFY(QFile::link(m_path, link));
        Desk second(m_folder->path());
        QSignalSpy held(&second.files.disk(), &FileOnDisk::heldElsewhere);
        second.open(link);
        QCOMPARE(held.count(), 1);
        QCOMPARE(held[0][0].toLongLong(), QCoreApplication::applicationPid());
        first.reset();
        second.open(m_path);
        QCOMPARE(held.count(), 1);
        // Beside the document there is nothing but what was put there.
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), (QStringList{u"link.tilescape"_s, u"shared.tilescape"_s}));
    }

    void aKilledProgramHoldsNothing()
    {
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(), {u"ui_shared_files"_s, u"--hold"_s, m_path});
        QVERIFY(other.waitForReadyRead());
        Desk desk(m_folder->path());
        QSignalSpy held(&desk.files.disk(), &FileOnDisk::heldElsewhere);
        desk.open(m_path);
        QCOMPARE(held.count(), 1);
        QCOMPARE(held[0][0].toLongLong(), other.processId());
        other.kill();
        QVERIFY(other.waitForFinished());
        desk.open(m_path);
        QCOMPARE(held.count(), 1);
    }

    /// What a crash left knows which file it was made from.
    void recoveredWorkKnowsWhetherItsFileChanged()
    {
        for (const bool changed : {false, true}) {
            Desk desk(m_folder->path());
            desk.open(m_path);
            desk.workspace.setBatch(9);
            desk.files.autosave();
            QTemporaryDir left;
            for (const QString& ending : {u""_s, u".origin"_s}) {
                QVERIFY(QFile::copy(desk.files.autosavePath() + ending, left.filePath(u"left.tilescape"_s + ending)));
            }
            if (changed) {
                QFile file(m_path);
                QVERIFY(file.open(QIODevice::Append) && file.write("\n") == 1);
            }
            Workspace workspace(noSolve);
            DocumentFiles files(workspace, left.path());
            const auto leftovers = files.findLeftovers();
            QCOMPARE(leftovers.size(), std::size_t{1});
            QVERIFY(files.recover(leftovers.front()).empty());
            QCOMPARE(files.disk().state(), changed ? FileOnDisk::State::Changed : FileOnDisk::State::Known);
        }
    }

    void aSecondWindowSaysThatTheFileIsOpen()
    {
        Window first(m_folder->path());
        QVERIFY(first.window.openFile(m_path));
        QVERIFY(first.said("elsewhere").isEmpty());
        Window second(m_folder->path());
        QVERIFY(second.window.openFile(m_path));
        QVERIFY(second.said("elsewhere").contains(u"shared.tilescape"_s));
        second.window.openExample();
        QVERIFY(second.said("elsewhere").isEmpty());
    }

    /// Of a file that was deleted the window has the only copy.
    void aDeletedFilesProjectIsNotLost()
    {
        Window own(m_folder->path());
        QVERIFY(own.window.openFile(m_path));
        QVERIFY(!own.window.isWindowModified());
        QVERIFY(QFile::remove(m_path));
        QTRY_VERIFY(own.window.isWindowModified());
        int asked = 0;
        answer(u"unsavedQuestion"_s, u"Cancel"_s, asked);
        QVERIFY(!own.window.close());
        QCOMPARE(asked, 1);
        own.save();
        QVERIFY(QFile::exists(m_path) && !own.window.isWindowModified());
        QVERIFY(QFile::remove(m_path));
        QTRY_VERIFY(own.window.isWindowModified());
        own.window.openExample();
        QVERIFY(!own.window.isWindowModified());
    }

    void overwritingAsksFirst()
    {
        Window first(m_folder->path());
        Window second(m_folder->path());
        QVERIFY(first.window.openFile(m_path) && second.window.openFile(m_path));
        first.workspace.setBatch(5);
        first.save();
        QCOMPARE(batchIn(m_path), Count{5});
        second.workspace.setBatch(6);
        int asked = 0;
        answer(u"overwriteQuestion"_s, u"Cancel"_s, asked);
        second.save();
        QCOMPARE(asked, 1);
        QCOMPARE(batchIn(m_path), Count{5});
        QVERIFY(second.workspace.isModified());
        answer(u"overwriteQuestion"_s, u"Overwrite"_s, asked);
        second.save();
        QCOMPARE(asked, 2);
        QCOMPARE(batchIn(m_path), Count{6});
        QVERIFY(!second.workspace.isModified());
        second.workspace.setBatch(7);
        second.save();
        QCOMPARE(asked, 2);
        QCOMPARE(batchIn(m_path), Count{7});
    }

    void insteadOfOverwritingAnotherNameIsOffered()
    {
        Window first(m_folder->path());
        Window second(m_folder->path());
        QVERIFY(first.window.openFile(m_path) && second.window.openFile(m_path));
        first.workspace.setBatch(5);
        first.save();
        second.workspace.setBatch(6);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        int asked = 0;
        int offered = 0;
        answer(u"overwriteQuestion"_s, u"Save as…"_s, asked);
        QTimer::singleShot(300, qApp, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                ++offered;
                dialog->reject();
            }
        });
        second.save();
        QCOMPARE(asked, 1);
        QCOMPARE(offered, 1);
        QCOMPARE(batchIn(m_path), Count{5});
    }

    void aChangeIsOfferedToBeReloaded()
    {
        Window first(m_folder->path());
        Window second(m_folder->path());
        QVERIFY(first.window.openFile(m_path) && second.window.openFile(m_path));
        const auto reload = [&] {
            QTRY_VERIFY(second.said("disk").contains(u"was changed"_s));
            const auto buttons = second.window.messages().findChildren<QPushButton*>(u"messageAction"_s);
            const auto button = std::find_if(buttons.begin(), buttons.end(), [](auto* each) { return each->text() == u"Reload"_s; });
            QVERIFY(button != buttons.end());
            (*button)->click();
        };
        first.workspace.setBatch(5);
        first.save();
        QTRY_VERIFY(!second.said("disk").isEmpty());
        QVERIFY(samples::leaveScreenshots(second.window.messages(), u"file_changed"_s));
        reload();
        QCOMPARE(second.workspace.problem().batch, Count{5});
        QVERIFY(second.said("disk").isEmpty());

        first.workspace.setBatch(6);
        first.save();
        second.workspace.setBatch(8);
        int asked = 0;
        answer(u"reloadQuestion"_s, u"Cancel"_s, asked);
        reload();
        QCOMPARE(asked, 1);
        QCOMPARE(second.workspace.problem().batch, Count{8});
        answer(u"reloadQuestion"_s, u"Reload"_s, asked);
        reload();
        QCOMPARE(asked, 2);
        QCOMPARE(second.workspace.problem().batch, Count{6});
        QVERIFY(!second.workspace.isModified());
    }
};

/// The test, or, with --hold FILE, another program that has the file open.
const tests::Registered registered(__FILE__, [](int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(u"Tilescape tests"_s);
    QCoreApplication::setApplicationName(u"shared files"_s);
    if (argc == 3 && QLatin1String(argv[1]) == "--hold"_L1) {
        return hold(QString::fromLocal8Bit(argv[2]));
    }
    QSettings().clear();
    return tests::run<SharedFilesTest>(argc, argv);
});

} // namespace tst_shared_files
#include "tst_shared_files.moc"
