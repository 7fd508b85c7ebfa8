#include "tests/registered.h"
#include "window_session.h"
#include "window_sizes.h"

#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/window/start_delegate.h"
#include "ui/window/start_page.h"
#include "ui/window/thumbnails.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QListWidget>
#include <QMap>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_start_page {

using namespace samples;
using namespace tilescape::ui::window;

namespace {

QListWidget* list(const Session& session, const char* name) { return session.find<StartPage>("startPage")->findChild<QListWidget*>(QLatin1String(name)); }

QStringList texts(const QListWidget& list)
{
    QStringList all;
    for (int row = 0; row < list.count(); ++row) {
        all << list.item(row)->text();
    }
    return all;
}

QImage pictureOf(const QListWidget& list, int row) { return list.item(row)->data(StartDelegate::pictureRole).value<QImage>(); }

int coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            colours.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(colours.size());
}

} // namespace

class TestStartPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QSettings().clear();
        QDir(QCoreApplication::applicationDirPath()).mkpath(QStringLiteral("../screenshots"));
    }

    void everyExampleOfTheFolderHasALine()
    {
        const std::vector<StartEntry> entries = exampleEntries();
        QStringList names;
        for (const StartEntry& entry : entries) {
            QVERIFY2(QFile::exists(entry.path) && entry.line.size() > 20 && !entry.line.contains(QLatin1Char('`')), qPrintable(entry.path));
            names << entry.path.mid(QStringLiteral(":/examples/").size());
        }
        const QDir folder(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples"));
        QDirIterator files(folder.path(), {QStringLiteral("*.tilescape")}, QDir::Files, QDirIterator::Subdirectories);
        int count = 0;
        for (; files.hasNext(); ++count) {
            const QString name = folder.relativeFilePath(files.next());
            QVERIFY2(names.contains(name), qPrintable(name));
        }
        QCOMPARE(static_cast<int>(entries.size()), count);
    }

    void theFirstStartOffersALessonOnce()
    {
        {
            Session session(unsolved);
            session.window.showStartPage(true);
            QVERIFY(session.find<StartPage>("startPage")->isVisible());
            QVERIFY(session.find<QWidget>("startOffer")->isVisible());
            session.find<QPushButton>("startFirstLesson")->click();
            QVERIFY(!session.find<StartPage>("startPage")->isVisible());
            QVERIFY(session.find<ui::lessons::LessonPanel>("lessonPanel")->isRunning());
        }
        Session again(unsolved);
        again.window.showStartPage(true);
        QVERIFY(again.find<StartPage>("startPage")->isVisible());
        QVERIFY(!again.find<QWidget>("startOffer")->isVisible());
        again.find<QCheckBox>("startWanted")->click();
        Session third(unsolved);
        third.window.showStartPage(true);
        QVERIFY(!third.find<StartPage>("startPage"));
        third.trigger("actionStartPage");
        QVERIFY(third.find<StartPage>("startPage")->isVisible());
    }

    void anExampleOpensWithoutAFile()
    {
        Session session(unsolved);
        session.trigger("actionStartPage");
        QListWidget* examples = list(session, "startExamples");
        const auto row = texts(*examples).indexOf(QStringLiteral("lstm-pipelined"));
        QVERIFY(row >= 0);
        Q_EMIT examples->itemClicked(examples->item(static_cast<int>(row)));
        QVERIFY(!session.find<StartPage>("startPage")->isVisible());
        QCOMPARE(QString::fromStdString(session.workspace.problem().network.name), QStringLiteral("LSTM phoneme"));
        QVERIFY(session.workspace.filePath().isEmpty());
    }

    void recentProjectsThatAreThereComeFirst()
    {
        Session session(unsolved);
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        QVERIFY(session.window.saveTo(session.path("gone.tilescape")));
        QVERIFY(QFile::remove(session.path("gone.tilescape")));
        session.trigger("actionStartPage");
        QCOMPARE(texts(*list(session, "startRecent")), QStringList({QStringLiteral("mine")}));
        Q_EMIT list(session, "startRecent")->itemClicked(list(session, "startRecent")->item(0));
        QCOMPARE(session.workspace.filePath(), session.path("mine.tilescape"));
    }

    void theKeyboardChoosesAndCloses()
    {
        Session session(unsolved);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.trigger("actionStartPage");
        QCOMPARE(QApplication::focusWidget(), list(session, "startExamples"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!session.find<StartPage>("startPage")->isVisible());
        session.trigger("actionStartPage");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!session.find<StartPage>("startPage")->isVisible());
        QVERIFY(session.workspace.problem().network.name != "AlexNet" || session.workspace.problem().batch != 64);
    }

    void lessonsStartFromThePage()
    {
        Session session(unsolved);
        session.trigger("actionStartPage");
        QCOMPARE(list(session, "startLessons")->count(), static_cast<int>(ui::lessons::lessonFiles().size()));
        Q_EMIT list(session, "startLessons")->itemClicked(list(session, "startLessons")->item(2));
        QVERIFY(session.find<ui::lessons::LessonPanel>("lessonPanel")->isRunning());
    }

    /// From the solve of the project and its figure; the second time from the folder.
    void picturesAreDrawnAndKept()
    {
        QTemporaryDir folder;
        const QStringList projects{QStringLiteral(":/examples/lstm-pipelined.tilescape"), QStringLiteral(":/examples/hypar/vgg-a.tilescape")};
        QMap<QString, QImage> images;
        const auto take = [&](const QString& project, const QImage& image) { images[project] = image; };
        Thumbnails first(folder.filePath(QStringLiteral("new")), 1);
        connect(&first, &Thumbnails::drawn, this, take);
        first.request(projects);
        QVERIFY(images.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(images.size(), 2, patience);
        for (const QImage& image : images) {
            QCOMPARE(image.size(), Thumbnails::size);
            QVERIFY(coloursOf(image) > 20);
        }
        const auto before = std::exchange(images, {});
        Thumbnails second(folder.filePath(QStringLiteral("new")), 1);
        connect(&second, &Thumbnails::drawn, this, take);
        second.request(projects);
        QCOMPARE(images, before);
        QVERIFY(!second.isBusy());
    }

    void aFileThatIsNoProjectHasNoPicture()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("bad.tilescape"));
        write(path, "{}");
        Thumbnails thumbnails(folder.filePath(QStringLiteral("new")), 1);
        QSignalSpy drawn(&thumbnails, &Thumbnails::drawn);
        thumbnails.request({path});
        QTRY_COMPARE(drawn.size(), 1);
        QVERIFY(drawn[0][1].value<QImage>().isNull());
    }

    void screenshots_data()
    {
        samples::addWindowSizes();
    }

    void screenshots()
    {
        QFETCH(QSize, size);
        Session session;
        session.window.resize(size);
        WAIT_FOR_ANSWER(session);
        QVERIFY(session.window.saveTo(session.path("mine.tilescape")));
        session.window.showStartPage(true);
        QListWidget* examples = list(session, "startExamples");
        // All examples are solved for it, one after another.
        QTRY_VERIFY_WITH_TIMEOUT(!pictureOf(*examples, examples->count() - 1).isNull(), 3 * patience);
        const auto* delegate = qobject_cast<const StartDelegate*>(examples->itemDelegate());
        for (int row = 0; row < examples->count(); ++row) {
            const QRect room = delegate->textRect(examples->visualItemRect(examples->item(row)));
            QFont bold = examples->font();
            bold.setBold(true);
            const QRect name = QFontMetrics(bold).boundingRect(room, Qt::TextWordWrap, examples->item(row)->text());
            QVERIFY2(name.width() <= room.width() && name.height() + 3 * examples->fontMetrics().lineSpacing() <= room.height(),
                     qPrintable(examples->item(row)->text()));
        }
        QVERIFY(session.window.rect().contains(session.find<StartPage>("startPage")->geometry()));
        const QListWidget* lessons = list(session, "startLessons");
        QVERIFY(lessons->horizontalScrollBar()->maximum() == 0);
        for (const bool dark : {false, true}) {
            QApplication::setPalette(dark ? ui::style::darkPalette() : ui::style::lightPalette());
            QTest::qWait(50);
            QVERIFY(session.window.grab().save(QStringLiteral("%1/../screenshots/start_%2_%3%4.png")
                                                   .arg(QCoreApplication::applicationDirPath())
                                                   .arg(size.width())
                                                   .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"),
                                                        session.window.devicePixelRatio() > 1 ? QStringLiteral("_2x") : QString())));
        }
        QApplication::setPalette(ui::style::lightPalette());
    }

    void theKeyboardGoesBackToWhereItWas()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        auto* table = session.find<QTableView>("layersView");
        table->setFocus();
        session.trigger("actionStartPage");
        QVERIFY(session.find<QWidget>("startPage")->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(session.find<QWidget>("startPage")->isHidden());
        QCOMPARE(QApplication::focusWidget(), table);
    }

    void theSameOnAFineScreen()
    {
        if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) {
            QSKIP("This is it.");
        }
        QProcess twice;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
        twice.setProcessEnvironment(environment);
        twice.setProcessChannelMode(QProcess::MergedChannels);
        twice.start(QCoreApplication::applicationFilePath(), {QStringLiteral("ui_start_page"), QStringLiteral("screenshots:1280x720")});
        QVERIFY(twice.waitForFinished(2 * patience));
        QVERIFY2(twice.exitCode() == 0, twice.readAll().constData());
    }
};

TILESCAPE_TEST(TestStartPage)

} // namespace tst_start_page
#include "tst_start_page.moc"
