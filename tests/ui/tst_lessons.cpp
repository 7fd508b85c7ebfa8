#include "window_session.h"

#include "ui/lessons/lesson_panel.h"

#include <QTextBrowser>
#include <QtTest>

using namespace samples;
using namespace tilescape::ui::lessons;

namespace {

QString faultsOf(const QString& text)
{
    const auto lesson = readLesson(text, "l.md");
    return lesson ? QString() : QString::fromStdString(support::describe(lesson.faults()));
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
        QVERIFY(first.act.kind == Deed::Kind::Set && first.done.kind == Deed::Kind::Below && first.expected == Expected::Rises);
        QCOMPARE(first.text.trimmed(), QStringLiteral("Do it: now."));
        QVERIFY(lesson.value().steps.back().done.kind == Deed::Kind::Read);
    }

    void faultsNameTheirLine()
    {
        QCOMPARE(faultsOf(QStringLiteral("text")), QStringLiteral("l.md, at 1:1: a title and steps are missing; begin with '# Title', and each step with '## Step'."));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nact: jump high\n")).startsWith(QStringLiteral("l.md, at 3:1: 'jump high' cannot be done;")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nact: set bufer=1\n")).startsWith(QStringLiteral("l.md, at 3:1: ")));
        QVERIFY(faultsOf(QStringLiteral("# T\nnetwork: nonet\n## S\n")).startsWith(QStringLiteral("l.md, at 2:1: ")));
        QVERIFY(faultsOf(QStringLiteral("# T\n## S\nexpect: luck\n")).startsWith(QStringLiteral("l.md, at 3:1: 'luck' cannot be expected;")));
    }

    void everyLessonOfTheFolderIsInTheProgram()
    {
        const QStringList files = QDir(QStringLiteral(TILESCAPE_SOURCE_DIR "/resources/lessons")).entryList({QStringLiteral("*.md")});
        QCOMPARE(lessonFiles().size(), files.size());
        QVERIFY(files.size() >= 3);
    }

    void everyStepCanBeDoneAndDoesWhatItSays_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString& file : lessonFiles()) {
            QTest::newRow(qPrintable(file)) << file;
        }
    }

    void everyStepCanBeDoneAndDoesWhatItSays()
    {
        QFETCH(QString, file);
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        session.find<QAction>(qPrintable(QStringLiteral("actionLesson_") + QFileInfo(file).baseName()))->trigger();
        auto* panel = session.find<LessonPanel>("lessonPanel");
        QVERIFY(panel->isRunning());
        const std::size_t steps = panel->steps().size();
        for (std::size_t number = 0; number < steps; ++number) {
            QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            QCOMPARE(panel->step(), number);
            const LessonStep step = panel->steps()[number];
            const QByteArray where = step.heading.toUtf8();
            if (!step.look.isEmpty()) {
                QVERIFY2(panel->framed() && panel->framed()->objectName() == step.look, where.constData());
            }
            const bool changes = step.done.kind != Deed::Kind::Read && step.done.kind != Deed::Kind::Open; // a panel may be open before
            QVERIFY2(!changes || !panel->isDone(), where.constData());
            session.find<QToolButton>("lessonShowMe")->click();
            QTRY_VERIFY_WITH_TIMEOUT(panel->isDone(), patience);
            QVERIFY2(panel->isAsExpected(), where.constData());
            if (number + 1 == steps) {
                QVERIFY(session.window.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/lesson_%1.png").arg(QFileInfo(file).baseName())));
            }
            session.find<QToolButton>("lessonNext")->click();
        }
        QVERIFY(!panel->isRunning());
        QVERIFY(!panel->framed());
    }
};

QTEST_MAIN(TestLessons)
#include "tst_lessons.moc"
