#include "squeezed.h"
#include "tests/registered.h"
#include "window_session.h"

#include "core/support/quantity_text.h"
#include "ui/directives/directives_editor.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/spotlight.h"
#include "ui/style/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

namespace tst_lessons {

using namespace samples;
using namespace tilescape::ui::lessons;

namespace {

std::string text(const char* resource)
{
    QFile file(QString::fromLatin1(resource));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString faultsOf(const QString& text)
{
    const auto lesson = readLesson(text, "l.md");
    return lesson ? QString() : QString::fromStdString(support::describe(lesson.faults()));
}

/// The frame is in the window, around what is seen of the widget; of a panel that the step opens, around what opens it.
bool isFramed(Session& session, const QWidget& target, bool opens)
{
    const auto* frame = session.window.findChild<Spotlight*>();
    const QRect seen = target.visibleRegion().boundingRect().translated(target.mapTo(&session.window, QPoint()));
    const QRect inside = frame->geometry().adjusted(4, 4, -4, -4);
    if (!frame->isVisible() || !session.window.rect().contains(inside)) {
        return false;
    }
    const QWidget* panel = &target;
    while (panel->parentWidget() != &session.window) {
        panel = panel->parentWidget();
    }
    const QObjectList& lowestFirst = session.window.children();
    if (lowestFirst.indexOf(frame) < lowestFirst.indexOf(panel)) {
        return false; // the panel covers it
    }
    const bool isSeen = !target.visibleRegion().isEmpty();
    return isSeen ? inside == seen : opens;
}

/// How a step looks on a projector.
void leavePicture(Session& session, const QString& file, int step, const char* when)
{
    if (session.window.width() == 1280) {
        QTest::qWait(150);
        session.window.grab().save(QCoreApplication::applicationDirPath()
                                   + QStringLiteral("/../screenshots/step_%1_%2_%3.png").arg(QFileInfo(file).baseName()).arg(step + 1).arg(QLatin1String(when)));
    }
}

} // namespace

/// Lessons on the real window: what they say to do can be done, and has the effect that they say.
class TestLessons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QSettings().clear();
        QDir(QCoreApplication::applicationDirPath()).mkpath(QStringLiteral("../screenshots"));
    }

    void aLessonIsAMarkdownPage()
    {
        const auto lesson = readLesson(QStringLiteral("# Title\n\nnetwork: lenet_c\nhardware: eyeriss_isca16\nbatch: 2\n\nIntro: text.\n\n"
                                                      "## First\nlook: chipDock\nact: set buffer_bytes_per_tile=65536\n"
                                                      "done: below buffer_bytes_per_tile=65536\nexpect: energy rises\n\nDo it: now.\n\n## Second\nRead.\n"),
                                       "l.md");
        QVERIFY2(lesson.ok(), qPrintable(lesson ? QString() : QString::fromStdString(support::describe(lesson.faults()))));
        QCOMPARE(lesson.value().title, QStringLiteral("Title"));
        QCOMPARE(lesson.value().problem.batch, Count{2});
        QCOMPARE(lesson.value().text.trimmed(), QStringLiteral("Intro: text."));
        const LessonStep& first = lesson.value().steps.front();
        QCOMPARE(first.look, QStringLiteral("chipDock"));
        QVERIFY(first.act.kind == Deed::Kind::Set && first.done.kind == Deed::Kind::Below && first.expected && first.expected->is == Condition::Is::Rises);
        QCOMPARE(first.text.trimmed(), QStringLiteral("Do it: now."));
        QVERIFY(lesson.value().steps.back().done.kind == Deed::Kind::Read);
    }

    void faultsNameTheirLine()
    {
        QCOMPARE(faultsOf(QStringLiteral("text")), QStringLiteral("l.md, at 1:1: a title and steps are missing; begin with '# Title', and each step with '## Step'."));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nact: jump high\n")).startsWith(QStringLiteral("l.md, at 3:1: 'jump high' cannot be done;")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nact: set bufer=1\n")).startsWith(QStringLiteral("l.md, at 3:1: ")));
        QVERIFY(faultsOf(QStringLiteral("# T\nnetwork: nonet\n## S\n")).startsWith(QStringLiteral("l.md, at 2:1: ")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nexpect: luck\n")).startsWith(QStringLiteral("l.md, at 3:1: 'luck' is no condition;")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nexpect: luck rises\n")).startsWith(QStringLiteral("l.md, at 3:1: there is no measure 'luck';")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nclaim: much = energy\n")).startsWith(QStringLiteral("l.md, at 3:1: 'much' is no number of J;")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nclaim: 5 % = rise energy\n\nIt is 6 %.\n")).startsWith(QStringLiteral("l.md, at 3:1: '5 %' does not stand in the text of its step;")));
        QVERIFY(faultsOf(QStringLiteral("# T\nproject: none\n## S\n")).startsWith(QStringLiteral("l.md, at 2:1: there is no project 'none';")));
        QVERIFY(faultsOf(QStringLiteral("# T\nnetwork: lenet_c\n## S\nact: layer conv99\n")).startsWith(QStringLiteral("l.md, at 4:1: the network has no layer 'conv99';")));
    }

    void everyLessonOfTheFolderIsInTheProgram()
    {
        const QStringList files = QDir(QStringLiteral(TILESCAPE_SOURCE_DIR "/resources/lessons")).entryList({QStringLiteral("*.md")});
        QCOMPARE(lessonFiles().size(), files.size());
        QVERIFY(files.size() >= 12);
    }

    /// A number with a unit comes from the solve, or from the step itself; it is not only written down.
    void everyNumberOfATextIsClaimed()
    {
        static const QRegularExpression number(QStringLiteral(
            R"((\d[\d.,]*) (%|[mµn]?J|[GMK]iB|[GMk]B|times|million|thousand|copies|parts|tiles|segments|layers|regions|cycles)(?!\w))"));
        QVERIFY(number.isValid());
        QStringList unclaimed;
        for (const QString& file : lessonFiles()) {
            const auto lesson = loadLesson(file);
            QVERIFY2(lesson.ok(), qPrintable(lesson ? QString() : QString::fromStdString(support::describe(lesson.faults()))));
            for (const LessonStep& step : lesson.value().steps) {
                for (auto match = number.globalMatch(QString(step.text).simplified()); match.hasNext();) {
                    const QString written = match.next().captured();
                    const bool claimed = std::any_of(step.claims.begin(), step.claims.end(), [&](const Claim& claim) { return claim.text.startsWith(written) || written.startsWith(claim.text); });
                    const bool set = tilescape::support::readQuantity(written.toStdString(), "B") && step.act.value.toDouble() == tilescape::support::readQuantity(written.toStdString(), "B");
                    if (!claimed && !set) {
                        unclaimed << file + QStringLiteral(", ") + step.heading + QStringLiteral(": ") + written;
                    }
                }
            }
        }
        QVERIFY2(unclaimed.isEmpty(), qPrintable(unclaimed.join(QLatin1Char('\n'))));
    }

    void withoutALessonThePanelListsThem()
    {
        Session session(unsolved);
        auto* text = session.find<QTextBrowser>("lessonText");
        for (const QString& file : lessonFiles()) {
            QVERIFY(text->toPlainText().contains(loadLesson(file).value().title));
        }
        // What goes on beside it leaves the list alone: whoever reads it keeps the place.
        const int revision = text->document()->revision();
        session.workspace.setSelectedLayer(0);
        QCOMPARE(text->document()->revision(), revision);
        Q_EMIT text->anchorClicked(QUrl(lessonFiles().front().section(QLatin1Char('/'), -1)));
        QVERIFY(session.find<LessonPanel>("lessonPanel")->isRunning());
        QCOMPARE(session.workspace.problem(), loadLesson(lessonFiles().front()).value().problem);
    }

    void aFaultyFileIsSaidInOneSentence()
    {
        Session session(unsolved);
        write(session.path("mine.md"), "# Mine\n\nnetwork: alexnet\n\n## Step\nact: layer conv99\n\nText.\n");
        const auto lesson = loadLesson(session.path("mine.md"));
        QVERIFY(!lesson);
        QCOMPARE(QString::fromStdString(support::describe(lesson.faults())),
                 session.path("mine.md") + QStringLiteral(", at 6:1: the network has no layer 'conv99'; 'network:' stands above the steps, and names what is open then."));
    }

    void aTeachersLessonOpensAProjectBesideIt()
    {
        Session session(unsolved);
        QVERIFY(QFile::copy(QStringLiteral(":/examples/lstm-pipelined.tilescape"), session.path("own.tilescape")));
        write(session.path("mine.md"), "# Mine\n\nproject: own.tilescape\nset: batch=3\n\n## Step\n\nText.\n");
        const auto lesson = loadLesson(session.path("mine.md"));
        QVERIFY2(lesson.ok(), lesson ? "" : support::describe(lesson.faults()).c_str());
        QCOMPARE(lesson.value().problem.batch, Count{3});
        QCOMPARE(lesson.value().problem.network.name, io::readProject(text(":/examples/lstm-pipelined.tilescape"), "").value().network.name);
    }

    /// A lesson that was changed says which of its numbers are not so any more.
    void numbersThatAreNotSoAreSaid()
    {
        Session session;
        auto lesson = readLesson(QStringLiteral("# T\n\nnetwork: lenet_c\nhardware: kapla_edge\n\n## S\nclaim: 3 layers = layers\n\nIt has 3 layers.\n"), "l.md");
        QVERIFY(lesson.ok());
        auto* panel = session.find<LessonPanel>("lessonPanel");
        panel->start(lesson.value());
        QTRY_VERIFY_WITH_TIMEOUT(panel->outcome(), patience);
        QCOMPARE(panel->outcome()->notSo, std::vector<std::size_t>{0});
        QVERIFY2(session.text("lessonState").contains(QStringLiteral("3 layers of the text is 6")), qPrintable(session.text("lessonState")));
    }

    void aQuestionIsAnsweredByTrying()
    {
        Session session;
        auto lesson = readLesson(QStringLiteral("# T\n\nnetwork: lenet_c\nhardware: kapla_edge\nbatch: 1\n\n## S\nact: set batch=2\n"
                                                "answer: More = energy rises\nanswer: Less = energy falls\n\nMore?\n\nTwice as many words.\n"), "l.md");
        QVERIFY(lesson.ok());
        auto* panel = session.find<LessonPanel>("lessonPanel");
        panel->start(lesson.value());
        WAIT_FOR_ANSWER(session);
        QTRY_VERIFY(!session.find<QRadioButton>("lessonAnswer2")->text().contains(QStringLiteral("✓")));
        session.find<QRadioButton>("lessonAnswer2")->click();
        QVERIFY(!panel->outcome());
        // What the answer is stands below the question once it was tried, and stays there.
        const auto explains = [&] { return session.find<QTextBrowser>("lessonText")->toPlainText().contains(QStringLiteral("Twice as many")); };
        QVERIFY(session.find<QTextBrowser>("lessonText")->toPlainText().contains(QStringLiteral("More?")) && !explains());
        session.find<QToolButton>("lessonShowMe")->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel->outcome(), patience);
        QTRY_VERIFY(explains());
        session.workspace.setBatch(3);
        WAIT_FOR_ANSWER(session);
        QVERIFY(explains());
        session.workspace.setBatch(2);
        WAIT_FOR_ANSWER(session);
        QTRY_VERIFY(session.find<QRadioButton>("lessonAnswer1")->text().contains(QStringLiteral("✓")));
        QVERIFY(session.text("lessonState").contains(QStringLiteral("Not as you expected")));
    }

    /// A teacher shows a step again: the problem is what it was when the step began, and so is what it is compared with.
    void backGoesBackInTheProblem()
    {
        Session session;
        auto lesson = readLesson(
            QStringLiteral(
                "# T\n\nnetwork: lenet_c\nhardware: kapla_edge\nbatch: 1\n\n## A\nact: set batch=2\n\nTwo.\n\n"
                "## B\nact: set batch=4\n\nFour.\n\n## C\n\nRead.\n"),
            "l.md");
        QVERIFY(lesson.ok());
        auto* panel = session.find<LessonPanel>("lessonPanel");
        panel->start(lesson.value());
        for (const Count batch : {2, 4}) {
            WAIT_FOR_ANSWER(session);
            session.find<QToolButton>("lessonShowMe")->click();
            WAIT_FOR_ANSWER(session);
            QCOMPARE(session.workspace.problem().batch, batch);
            panel->next();
        }
        panel->back();
        QCOMPARE(session.workspace.problem().batch, Count{2});
        panel->back();
        QCOMPARE(session.workspace.problem().batch, Count{1});
        WAIT_FOR_ANSWER(session);
        const double one = session.workspace.schedule()->totals.energy.total();
        session.find<QToolButton>("lessonShowMe")->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel->outcome(), patience);
        QVERIFY2(session.text("lessonState").contains(QStringLiteral("%1 before").arg(ui::style::energy(one))),
                 qPrintable(session.text("lessonState")));
        // What is taken back by hand is no part of the step either, nor of the one before.
        panel->next();
        session.workspace.undoStack().undo();
        WAIT_FOR_ANSWER(session);
        session.workspace.setBatch(4);
        QTRY_VERIFY_WITH_TIMEOUT(panel->outcome(), patience);
        QVERIFY2(session.text("lessonState").contains(QStringLiteral("%1 before").arg(ui::style::energy(one))),
                 qPrintable(session.text("lessonState")));
        panel->back();
        QCOMPARE(session.workspace.problem().batch, Count{1});
    }

    /// What was tried in a lesson is nobody's work; a lesson says nothing about a project of one's own.
    void lessonsFollowEachOtherWithoutAQuestion()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* panel = session.find<LessonPanel>("lessonPanel");
        session.trigger("actionLesson_01-one-layer");
        session.workspace.setBatch(3);
        QVERIFY(session.workspace.isModified() && panel->ownsDocument());
        session.trigger("actionLesson_02-buffer"); // a question would wait here for ever
        QCOMPARE(session.workspace.problem(), loadLesson(lessonFiles()[1]).value().problem);
        QVERIFY(panel->isRunning());
        // What may be somebody's work is asked about.
        const auto network = session.workspace.problem().network;
        session.workspace.setNetwork(io::loadNetwork("lenet_c").value());
        QVERIFY(!panel->ownsDocument());
        session.workspace.setNetwork(network);
        QVERIFY(panel->ownsDocument());
        session.trigger("actionPin");
        WAIT_FOR_ANSWER(session);
        session.trigger("actionPin");
        QVERIFY(!panel->ownsDocument());
        session.workspace.undoStack().undo();
        QVERIFY(panel->ownsDocument());
        panel->stop();
        QVERIFY(panel->ownsDocument());
        session.workspace.setBatch(5);
        QVERIFY(!panel->ownsDocument());
        session.workspace.markSaved(session.path("mine.tilescape"));
        QVERIFY(!panel->ownsDocument());
        session.workspace.open(session.workspace.problem(), {});
        QVERIFY(!panel->isRunning() && !panel->ownsDocument());
    }

    /// On a small screen a tool bar has room for some of its buttons.
    void whatIsBehindAToolBarsArrowIsFramedThere()
    {
        Session session;
        session.window.resize(640, 480);
        WAIT_FOR_ANSWER(session);
        session.trigger("actionLesson_06-pipeline");
        auto* panel = session.find<LessonPanel>("lessonPanel");
        WAIT_FOR_ANSWER(session);
        panel->next();
        QCOMPARE(panel->steps()[panel->step()].look, QStringLiteral("spatialPipelining"));
        QVERIFY(session.find<QToolButton>("spatialPipelining")->isHidden());
        QTRY_VERIFY(panel->framed());
        QCOMPARE(panel->framed()->objectName(), QStringLiteral("qt_toolbar_ext_button"));
        QVERIFY(panel->framed()->isVisible());
    }

    void theFrameGoesWithTheWordsItBelongsTo()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.trigger("actionLesson_01-one-layer");
        const auto* panel = session.find<ui::lessons::LessonPanel>("lessonPanel");
        QTRY_VERIFY(panel->isVisible() && panel->framed());
        session.find<QDockWidget>("lessonDock")->close();
        QVERIFY(!panel->framed() && panel->isRunning());
        session.trigger("goTo_lessonDock");
        QTRY_VERIFY(panel->framed());
    }

    /// What is framed stands in the window, wherever the words do.
    void aLessonMayFloatAndComeBack()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* dock = session.find<QDockWidget>("lessonDock");
        dock->setFloating(true);
        dock->show();
        session.trigger("actionLesson_08-regions");
        const auto* panel = session.find<ui::lessons::LessonPanel>("lessonPanel");
        WAIT_FOR_ANSWER(session);
        QTRY_VERIFY(panel->framed());
        QCOMPARE(panel->framed()->window(), &session.window);
        dock->setFloating(false);
        QTest::qWait(300);
        QVERIFY(panel->framed() && panel->isRunning());
    }

    /// What a lesson switches in a view is off until it says so, and afterwards as it was.
    void switchesAreAsTheyWereBefore()
    {
        for (const bool before : {true, false}) {
            Session session;
            auto lesson = readLesson(
                QStringLiteral(
                    "# T\n\nnetwork: lenet_c\nhardware: kapla_edge\n\n## S\nact: choose showNocLoad=on\n\nPress it.\n"),
                "l.md");
            QVERIFY(lesson.ok());
            auto* load = session.find<QToolButton>("showNocLoad");
            load->setChecked(before);
            auto* panel = session.find<LessonPanel>("lessonPanel");
            panel->start(lesson.value());
            QVERIFY(!load->isChecked());
            session.find<QToolButton>("lessonShowMe")->click();
            QVERIFY(load->isChecked());
            panel->start(lesson.value());
            QVERIFY(!load->isChecked());
            panel->stop();
            QCOMPARE(load->isChecked(), before);
        }
    }

    /// Also if the step was passed over that selects the layer whose directives are edited. Without a selection no price of them stands anywhere.
    void directivesAreEditedWithoutTheStepsBefore()
    {
        Session session;
        session.trigger("actionLesson_10-directives");
        auto* panel = session.find<LessonPanel>("lessonPanel");
        WAIT_FOR_ANSWER(session);
        while (panel->steps()[panel->step()].act.kind != Deed::Kind::Swap) {
            panel->next();
        }
        session.workspace.setSelectedLayer(std::nullopt);
        session.find<QToolButton>("lessonShowMe")->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isDone(), patience);
        const auto* editor = session.find<ui::directives::DirectivesEditor>("directivesEditor");
        QTRY_VERIFY_WITH_TIMEOUT(!editor->brief().isEmpty(), patience);
        session.workspace.setSelectedLayer(std::nullopt);
        QVERIFY(editor->brief().isEmpty());
    }

    void everyStepCanBeDoneAndDoesWhatItSays_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QSize>("size");
        for (const QString& file : lessonFiles()) {
            const QByteArray name = QFileInfo(file).baseName().toUtf8();
            QTest::newRow(name) << file << QSize(1680, 1040);
            QTest::newRow(name + " on a projector") << file << QSize(1280, 720);
        }
    }

    void everyStepCanBeDoneAndDoesWhatItSays()
    {
        QFETCH(QString, file);
        QFETCH(QSize, size);
        Session session;
        session.window.resize(size);
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        session.find<QAction>(qPrintable(QStringLiteral("actionLesson_") + QFileInfo(file).baseName()))->trigger();
        auto* panel = session.find<LessonPanel>("lessonPanel");
        QVERIFY(panel->isRunning());
        const std::size_t steps = panel->steps().size();
        QStringList stale; // numbers of the text that are not those of the solve
        for (std::size_t number = 0; number < steps; ++number) {
            QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            QCOMPARE(panel->step(), number);
            const LessonStep step = panel->steps()[number];
            const QByteArray where = step.heading.toUtf8();
            if (!step.look.isEmpty()) {
                const bool isToSelect = step.done.kind == Deed::Kind::Layer && step.look != QStringLiteral("layersDock");
                const QString first = isToSelect ? QStringLiteral("networkDock") : step.look; // then what the layer shows
                QVERIFY2(panel->framed() && panel->framed()->objectName() == first, where.constData());
                QCOMPARE(session.window.findChildren<QWidget*>(step.look).size(), 1);
                QTRY_VERIFY2(isFramed(session, *panel->framed(), step.done.kind == Deed::Kind::Open), where.constData());
            }
            if (step.act.kind == Deed::Kind::Choose || step.act.kind == Deed::Kind::Swap) {
                QCOMPARE(session.window.findChildren<QWidget*>(step.act.key).size(), 1);
            }
            leavePicture(session, file, static_cast<int>(number), "begun");
            const bool changes = step.done.kind != Deed::Kind::Read && step.done.kind != Deed::Kind::Open; // a panel may be open before
            QVERIFY2(!changes || !panel->isDone(), where.constData());
            session.find<QToolButton>("lessonShowMe")->click();
            QTRY_VERIFY_WITH_TIMEOUT(panel->isDone(), patience);
            QTRY_VERIFY2(step.look.isEmpty() || (panel->framed()->objectName() == step.look && isFramed(session, *panel->framed(), false)), where.constData());
            leavePicture(session, file, static_cast<int>(number), "done");
            const LessonPanel::Outcome outcome = *panel->outcome();
            QVERIFY2(outcome.asExpected, where.constData());
            if (step.act.kind == Deed::Kind::Swap) {
                const QString faults = session.text("directivesFaults");
                QVERIFY2(!faults.startsWith(QStringLiteral("Error")), qPrintable(faults));
            }
            if (!outcome.notSo.empty()) {
                stale << step.heading + outcome.remark;
            }
            QVERIFY2(std::count(outcome.right.begin(), outcome.right.end(), true) == (step.answers.empty() ? 0 : 1), where.constData());
            if (number + 1 == steps) {
                const auto cut = [&] { return squeezed(*session.find<QDockWidget>("inspectorDock")->widget()).join(QLatin1Char('\n')); };
                QTRY_VERIFY2_WITH_TIMEOUT(cut().isEmpty(), qPrintable(cut()), patience / 6);
                for (const bool dark : {true, false}) {
                    QApplication::setPalette(dark ? ui::style::darkPalette() : ui::style::lightPalette());
                    QCoreApplication::processEvents();
                    const QString name = QFileInfo(file).baseName() + (dark ? QStringLiteral("_dark") : QString());
                    QVERIFY(session.window.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/lesson_%1.png").arg(name)));
                }
            }
            session.find<QToolButton>("lessonNext")->click();
        }
        QVERIFY2(stale.isEmpty(), qPrintable(stale.join(QLatin1Char('\n'))));
        QVERIFY(!panel->isRunning());
        QVERIFY(!panel->framed());
    }
};

TILESCAPE_TEST(TestLessons)

} // namespace tst_lessons
#include "tst_lessons.moc"
