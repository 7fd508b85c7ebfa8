#include "tests/registered.h"
#include "window_session.h"

#include "ui/directives/directives_editor.h"
#include "ui/window/start_page.h"

#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

namespace tst_window_documents {

using namespace samples;
using namespace tilescape;

namespace {

/// The button of a message.
void press(Session& session, const QString& text)
{
    for (QPushButton* button : session.window.messages().findChildren<QPushButton*>()) {
        if (button->text() == text) {
            button->click();
            return;
        }
    }
    QFAIL(qPrintable(text));
}

} // namespace

/// What the window opens, saves, asks about and recovers.
class WindowDocumentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("window documents"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void brokenFileIsNamedAndChangesNothing()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        const schedule::Problem before = session.workspace.problem();
        const auto schedule = session.workspace.schedule();
        write(session.path("broken.tilescape"), "{\"format\": \"tilescape-project\", \"version\": 1, \"batch\": 0}");
        QVERIFY(!session.window.openFile(session.path("broken.tilescape")));
        const QString said = session.window.messages().textOf(QStringLiteral("open"));
        QVERIFY2(said.contains(QStringLiteral("broken.tilescape")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("/batch")), qPrintable(said));
        QVERIFY(session.window.messages().isVisible());
        QVERIFY(session.find<ui::problems::ProblemsList>("problemsList")->count() >= 2);
        QVERIFY(session.workspace.problem() == before);
        QCOMPARE(session.workspace.schedule(), schedule);
        QVERIFY(!session.window.isWindowModified());
        QVERIFY(session.window.files().recentFiles().isEmpty());
        leaveScreenshots(session, QStringLiteral("broken_file"));

        session.find<QToolButton>("closeMessage")->click();
        QVERIFY(!session.window.messages().isVisible());

        QFile::remove(session.path("broken.tilescape"));
        QVERIFY(QFile::copy(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/lstm-pipelined.tilescape"), session.path("broken.tilescape")));
        QVERIFY(session.window.openFile(session.path("broken.tilescape")));
        QCOMPARE(session.find<ui::problems::ProblemsList>("problemsList")->count(), 0);
    }

    void savedProjectOpensAgain()
    {
        Session session;
        session.workspace.setBatch(4);
        const schedule::Problem saved = session.workspace.problem();
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        QVERIFY(!session.window.isWindowModified());
        QVERIFY(session.window.windowTitle().startsWith(QStringLiteral("mine.tilescape[*]")));
        session.window.openExample();
        QVERIFY(session.workspace.problem() != saved);
        QVERIFY(session.window.openFile(session.path("mine.tilescape")));
        QVERIFY(session.workspace.problem() == saved);
        QCOMPARE(session.window.findChild<QMenu*>(QStringLiteral("recentMenu"))->actions().first()->text(),
                 session.path("mine.tilescape"));
    }

    /// Who opens a network while a project is open, and saves, writes it into that project: which is said, and undone at once.
    void aNetworkThatBecomesPartOfAProjectIsSaidTo()
    {
        Session session;
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        const schedule::Problem saved = session.workspace.problem();
        const QString part = QStringLiteral("part");
        write(session.path("lenet.json"), io::writeNetwork(io::loadNetwork("lenet_c").value()));
        QVERIFY(session.window.openFile(session.path("lenet.json")));
        const QString said = session.window.messages().textOf(part);
        QVERIFY2(said.contains(QStringLiteral("lenet.json")) && said.contains(QStringLiteral("mine.tilescape")),
                 qPrintable(said));
        QTimer::singleShot(100, qApp, [] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                dialog->reject();
            }
        });
        press(session, QStringLiteral("Save as…"));
        QVERIFY(!session.window.messages().textOf(part).isEmpty()); // nothing was saved
        press(session, QStringLiteral("Undo"));
        QVERIFY(session.workspace.problem() == saved);
        QVERIFY(session.window.messages().textOf(part).isEmpty());

        QVERIFY(session.window.openFile(session.path("lenet.json")));
        QVERIFY(!session.window.messages().textOf(part).isEmpty());
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        QVERIFY(session.window.messages().textOf(part).isEmpty());

        QVERIFY(session.window.openFile(session.path("lenet.json"))); // it is the project's already
        QVERIFY(session.window.messages().textOf(part).isEmpty());

        // After so many edits that the first can no longer be undone, too.
        session.workspace.setNetwork(saved.network);
        for (int edit = 0; edit < session.workspace.undoStack().undoLimit(); ++edit) {
            session.workspace.setBatch(1 + edit % 2);
        }
        QVERIFY(session.window.openFile(session.path("lenet.json")));
        QVERIFY(!session.window.messages().textOf(part).isEmpty());
    }

    /// It is opened again once it is there again.
    void aRecentFileThatIsGoneCannotBeChosen()
    {
        Session session;
        QVERIFY(session.window.saveTo(session.path("gone.tilescape")));
        auto* menu = session.find<QMenu>("recentMenu");
        const QAction* first = menu->actions().first();
        QVERIFY(QFile::rename(session.path("gone.tilescape"), session.path("elsewhere.tilescape")));
        Q_EMIT menu->aboutToShow();
        QVERIFY(!first->isEnabled());
        QVERIFY(QFile::rename(session.path("elsewhere.tilescape"), session.path("gone.tilescape")));
        Q_EMIT menu->aboutToShow();
        QVERIFY(first->isEnabled());
    }

    /// No file has them: only what is kept as the schedule is of the project.
    void editedDirectivesAreNotLostUnasked()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(0);
        auto* text = session.find<ui::directives::DirectivesEditor>("directivesEditor")->findChild<QPlainTextEdit*>();
        QTRY_VERIFY(!text->toPlainText().isEmpty());
        text->textCursor().insertText(QStringLiteral("# mine\n"));
        QVERIFY(session.find<ui::directives::DirectivesEditor>("directivesEditor")->hasDrafts());
        int asked = 0;
        answerQuestion(QMessageBox::Cancel, asked, QStringLiteral("draftsQuestion"));
        QVERIFY(!session.window.close());
        QCOMPARE(asked, 1);
        write(session.path("other.json"), io::writeNetwork(io::loadNetwork("lenet_c").value()));
        answerQuestion(QMessageBox::Cancel, asked, QStringLiteral("draftsQuestion"));
        QVERIFY(!session.window.openFile(session.path("other.json")));
        QCOMPARE(asked, 2);
        QVERIFY(text->toPlainText().contains(QStringLiteral("# mine")));
        answerQuestion(QMessageBox::Discard, asked, QStringLiteral("draftsQuestion"));
        QVERIFY(session.window.close());
        QCOMPARE(asked, 3);
    }

    void droppedFilesAreOpened()
    {
        Session session;
        write(session.path("net.json"), io::writeNetwork(io::loadNetwork("mlp_m").value()));
        drop(session.window, {QUrl::fromLocalFile(session.path("net.json"))});
        QVERIFY(session.workspace.problem().network == io::loadNetwork("mlp_m").value());
        WAIT_FOR_ANSWER(session);
        // The views let drops through to the window.
        for (const auto* area : session.window.findChildren<QAbstractScrollArea*>()) {
            QVERIFY(!area->viewport()->acceptDrops());
        }
    }

    void unsavedChangesAreAskedAbout()
    {
        Session session;
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        session.workspace.setBatch(4);
        int asked = 0;
        answerQuestion(QMessageBox::Cancel, asked);
        QVERIFY(!session.window.close());
        QVERIFY(session.window.isVisible());
        answerQuestion(QMessageBox::Discard, asked);
        session.trigger("actionNew");
        QCOMPARE(session.workspace.problem().batch, Count{64});

        QVERIFY(session.window.openFile(session.path("mine.tilescape")));
        session.workspace.setBatch(5);
        answerQuestion(QMessageBox::Save, asked);
        QVERIFY(session.window.close());
        QCOMPARE(asked, 3);
        const auto content = ui::workspace::DocumentFiles::read(session.path("mine.tilescape"));
        QVERIFY(content.ok());
        QCOMPARE(std::get<io::Project>(content.value().content).problem.batch, Count{5});
    }

    /// It is read once it is saved: its changes stay, and no one else has made them.
    void theOpenFileIsSavedBeforeItIsOpenedAgain()
    {
        Session session;
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        session.workspace.setBatch(7);
        int asked = 0;
        answerQuestion(QMessageBox::Save, asked);
        QVERIFY(session.window.openFile(session.path("mine.tilescape")));
        QCOMPARE(asked, 1);
        QCOMPARE(session.workspace.problem().batch, Count{7});
        QVERIFY(!session.window.isWindowModified());
        QCOMPARE(session.window.messages().count(), 0);
    }

    /// Every example says which view it is about, and comes with it in front.
    void projectsOpenTheirViews()
    {
        Session session(unsolved);
        QDirIterator examples(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples"), {QStringLiteral("*.tilescape")}, QDir::Files,
                              QDirIterator::Subdirectories);
        int opened = 0;
        while (examples.hasNext()) {
            QVERIFY(session.window.openFile(examples.next()));
            const std::string& view = session.window.files().view();
            QVERIFY2(!view.empty(), qPrintable(examples.filePath()));
            auto* dock = session.find<QDockWidget>((view + "Dock").c_str());
            QVERIFY(dock);
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            ++opened;
        }
        QVERIFY(opened >= 12);
        for (const std::string_view view : io::projectViews()) {
            QVERIFY2(session.find<QDockWidget>((std::string(view) + "Dock").c_str()), view.data());
        }
    }

    void layoutIsSavedAndReset()
    {
        {
            Session session;
            session.find<QDockWidget>("energyDock")->hide();
            session.find<QDockWidget>("chipDock")->setFloating(true);
            QVERIFY(session.window.close());
        }
        Session session;
        QVERIFY(session.find<QDockWidget>("energyDock")->isHidden());
        QVERIFY(session.find<QDockWidget>("chipDock")->isFloating());
        session.trigger("actionResetLayout");
        for (const QDockWidget* dock : session.window.docks()) {
            const bool closedAtFirst = dock->objectName() == QStringLiteral("gradientDock")
                || dock->objectName() == QStringLiteral("parallelismDock")
                || dock->objectName() == QStringLiteral("adaptflowDock")
                || dock->objectName() == QStringLiteral("comparisonDock") || dock->objectName() == QStringLiteral("analysisDock")
                || dock->objectName() == QStringLiteral("exploreDock") || dock->objectName() == QStringLiteral("peArrayDock")
                || dock->objectName() == QStringLiteral("tensorDock") || dock->objectName() == QStringLiteral("programDock")
                || dock->objectName() == QStringLiteral("lessonDock");
            QVERIFY2(dock->isHidden() == closedAtFirst && !dock->isFloating(), qPrintable(dock->objectName()));
        }
    }

    void whatIsRecoveredOpensItsView()
    {
        Session session(unsolved);
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/hypar/vgg-a.tilescape")));
        QVERIFY(QDir().mkpath(session.path("copies")));
        QVERIFY(QFile::copy(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/hypar/vgg-a.tilescape"),
                            session.path("copies/left.tilescape")));
        QVERIFY(session.window.openFile(
            QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/adapt-flow/alexnet-108kb.tilescape")));
        session.window.offerLeftovers();
        session.window.messages().findChild<QAbstractButton*>(QStringLiteral("messageAction"))->click();
        QTRY_VERIFY(!session.find<QDockWidget>("parallelismDock")->visibleRegion().isEmpty());
    }

    void recoversWhatACrashLeft()
    {
        Session session;
        schedule::Problem lost = session.workspace.problem();
        lost.batch = 7;
        QVERIFY(QDir().mkpath(session.path("copies")));
        write(session.path("copies/left.tilescape"), io::writeProject(lost));
        session.window.offerLeftovers();
        QCOMPARE(session.window.messages().count(), 1);
        QVERIFY(session.window.messages().isVisible());
        QVERIFY(ui::window::StartPage::isWantedAtStart());
        session.window.showStartPage(true);
        QVERIFY(!session.window.findChild<ui::window::StartPage*>()); // it would lie over the question
        session.window.messages().findChild<QAbstractButton*>(QStringLiteral("messageAction"))->click();
        QVERIFY(session.workspace.problem() == lost);
        QVERIFY(session.window.isWindowModified());
        QVERIFY(!QFile::exists(session.path("copies/left.tilescape")));
        QCOMPARE(session.window.messages().count(), 0);
    }

    void copiesLayersAsCsv()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        for (const std::optional<std::size_t> selected :
             {std::optional<std::size_t>(), std::optional<std::size_t>(2)}) {
            QGuiApplication::clipboard()->clear();
            session.workspace.setSelectedLayer(selected);
            session.trigger("actionCopyLayers");
            const QString text = QGuiApplication::clipboard()->text();
            QVERIFY(text.contains(QStringLiteral("conv1_a")));
            QCOMPARE(text.count(u'\n'), static_cast<qsizetype>(session.workspace.network().layers.size())
                                            + 1); // one selected layer is what views show
        }
    }
};

TILESCAPE_TEST(WindowDocumentsTest)

} // namespace tst_window_documents
#include "tst_window_documents.moc"
