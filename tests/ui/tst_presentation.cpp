#include "tests/registered.h"
#include "window_session.h"

#include "core/io/library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/window/command_palette.h"

#include <QAbstractSpinBox>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QTest>

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace tst_presentation {

using namespace samples;
using ui::window::CommandPalette;

namespace {

void save(const QPixmap& picture, const char* name)
{
    QVERIFY(picture.save(
        QStringLiteral("%1/../screenshots/%2.png").arg(QCoreApplication::applicationDirPath(), QLatin1String(name))));
}

} // namespace

/// One view at a time in large letters, for a class or a talk.
class TestPresentation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QSettings().clear();
        QDir(QCoreApplication::applicationDirPath()).mkpath(QStringLiteral("../screenshots"));
    }

    void aPresentationShowsOneViewInLargeLettersAndGoesBack()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        const QStringList before = session.openPanels();
        ui::window::applyTheme(ui::window::Theme::Light); // with its style sheet
        const double points = QApplication::font().pointSizeF();
        session.trigger("goTo_chipDock");
        session.trigger("actionPresentation");
        QCOMPARE(session.openPanels(), QStringList({QStringLiteral("chipDock")}));
        QCOMPARE(QApplication::font().pointSizeF(), 1.5 * points);
        const std::vector<QWidget*> written{session.find<QWidget>("statusEnergy"),
                                            session.find<QWidget>("networkCombo"), session.find<QWidget>("chipView"),
                                            session.find<QWidget>("layersView")};
        const auto haveFont = [&](double size) {
            return std::all_of(written.begin(), written.end(), [size](const QWidget* widget) {
                return widget && qFuzzyCompare(widget->font().pointSizeF(), size);
            });
        };
        QVERIFY2(haveFont(1.5 * points), "letters are as small as before");
        session.trigger("goTo_timelineDock");
        QCOMPARE(session.openPanels(), QStringList({QStringLiteral("timelineDock")}));
        QCoreApplication::processEvents();
        save(session.window.grab(), "presentation");
        session.window.resize(1280, 720);
        session.workspace.setGoal(search::Goal::EnergyDelay);
        QCoreApplication::processEvents();
        // Cut, it would be another goal.
        const auto* goal = session.find<QComboBox>("goalCombo");
        QVERIFY(goal->currentText().size() > 10 && goal->width() >= goal->sizeHint().width());
        session.trigger("actionPresentation");
        QCOMPARE(session.openPanels(), before);
        QCOMPARE(QApplication::font().pointSizeF(), points);
        QVERIFY(haveFont(points));

        // Esc leaves it, too, once nothing is solved or selected.
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered() && !session.workspace.isSolving(), patience);
        session.trigger("actionPresentation");
        session.workspace.setSelectedLayer(0);
        session.trigger("actionEscape");
        QVERIFY(session.openPanels() != before && !session.workspace.selectedLayer());
        session.trigger("actionEscape");
        QCOMPARE(session.openPanels(), before);
    }

    void afterAPresentationBoxesAreAsWideAsBefore()
    {
        ui::window::applyTheme(ui::window::Theme::Light);
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        session.trigger("actionResetLayout");
        const QWidget* panel = session.find<QDockWidget>("hardwareDock")->widget();
        const auto* scroll = panel->findChild<QScrollArea*>();
        const auto widths = [&] {
            QList<int> found{scroll->minimumWidth()};
            for (const QAbstractSpinBox* box : panel->findChildren<QAbstractSpinBox*>()) {
                found << box->minimumWidth();
            }
            return found;
        };
        QTest::qWait(50);
        const QList<int> before = widths();
        session.trigger("actionPresentation");
        QTRY_VERIFY(widths() != before);
        session.trigger("actionPresentation");
        QTRY_COMPARE(widths(), before);
        QTRY_VERIFY(scroll->geometry().right() <= panel->rect().right());
    }

    /// Nothing keeps to measures of the letters that it had before.
    void everyViewIsInAPresentationAsInAWindowOfLargeLetters()
    {
        ui::window::applyTheme(ui::window::Theme::Light);
        /// As soon as `isDone` says so, or after a while.
        const auto pictureOf = [](Session& session, QDockWidget& dock,
                                  const std::function<bool(const QImage& before, const QImage& now)>& isDone) {
            for (QDockWidget* other : session.window.docks()) {
                other->setVisible(other == &dock);
            }
            QImage before;
            QImage now;
            QElapsedTimer waited;
            waited.start();
            do {
                QTest::qWait(50);
                // Where it was scrolled and divided is no measure of letters.
                for (QScrollBar* bar : dock.findChildren<QScrollBar*>()) {
                    bar->setValue(0);
                }
                for (QSplitter* splitter : dock.findChildren<QSplitter*>()) {
                    splitter->setSizes(QList<int>(splitter->count(), 1000));
                }
                QTest::qWait(50);
                before = std::exchange(now, dock.widget()->grab().toImage());
            } while (!isDone(before, now) && waited.elapsed() < 10000);
            return now;
        };
        const auto onLenet = [](Session& session) {
            session.workspace.setNetwork(
                io::loadNetwork("lenet_c").value()); // all that views find of it they find at once
            WAIT_FOR_ANSWER(session);
            session.workspace.setSelectedLayer(0);
            session.window.resize(1300, 2300);
        };
        Session session;
        onLenet(session);
        for (QDockWidget* dock : session.window.docks()) {
            dock->show();
            QCoreApplication::processEvents();
        }
        session.trigger("actionPresentation");
        std::map<QString, QImage> presented;
        for (QDockWidget* dock : session.window.docks()) {
            presented[dock->objectName()] =
                pictureOf(session, *dock, [](const QImage& before, const QImage& now) { return before == now; });
        }
        presented.erase(QStringLiteral("problemsDock")); // which changes would help is found in the background
        Session large; // all of its letters are large from the beginning
        onLenet(large);
        std::map<QString, QImage> made;
        for (QDockWidget* dock : large.window.docks()) {
            if (const auto picture = presented.find(dock->objectName()); picture != presented.end()) {
                made[dock->objectName()] =
                    pictureOf(large, *dock, [&](const QImage&, const QImage& now) { return now == picture->second; });
            }
        }
        session.trigger("actionPresentation");
        QStringList different;
        for (const auto& [name, picture] : presented) {
            if (picture != made.at(name)) {
                different << name;
                save(QPixmap::fromImage(picture), qPrintable(QStringLiteral("letters_presented_") + name));
                save(QPixmap::fromImage(made.at(name)), qPrintable(QStringLiteral("letters_made_") + name));
            }
        }
        QVERIFY2(different.isEmpty(), qPrintable(different.join(QLatin1Char(' '))));
    }

    /// Who steps through a layer goes on stepping, before, in and after a presentation.
    void aPresentationLeavesTheKeyboardWhereItIs()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.trigger("goTo_tensorDock");
        const QPointer<QWidget> canvas = session.find<QWidget>("tensorCanvas");
        QVERIFY(canvas);
        canvas->setFocus();
        for (int turn = 0; turn < 2; ++turn) {
            session.trigger("actionPresentation");
            QCoreApplication::processEvents();
            QCOMPARE(QApplication::focusWidget(), canvas.data());
        }
    }

    void aPresentationBeginsWithTheViewThatHadTheKeyboardBeforeThePalette()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        for (const char* view : {"layersDock", "networkDock"}) {
            session.window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&session.window));
            session.trigger((std::string("goTo_") + view).c_str());
            session.trigger("actionCommands");
            auto* palette = session.window.findChild<CommandPalette*>();
            QVERIFY(palette);
            palette->findChild<QLineEdit*>()->setFocus();
            palette->search(QStringLiteral("presentation"));
            QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
            QTRY_VERIFY(!session.window.findChild<CommandPalette*>());
            for (const QDockWidget* dock : session.window.docks()) {
                QVERIFY2(!dock->isHidden() == (dock->objectName() == QLatin1String(view)),
                         qPrintable(QLatin1String(view) + QStringLiteral(": ") + dock->objectName()));
            }
            session.trigger("actionPresentation");
        }
    }

    /// In front of a class: the words, and what they are about, whichever step; and all panels again afterwards, for another window as well.
    void aPresentationShowsTheLessonBesideWhatItTellsAbout()
    {
        Session session;
        session.window.resize(1680, 1000);
        WAIT_FOR_ANSWER(session);
        session.trigger("actionLesson_06-pipeline");
        WAIT_FOR_ANSWER(session);
        const auto* panel = session.find<ui::lessons::LessonPanel>("lessonPanel");
        const auto* chipDock = session.find<QDockWidget>("chipDock");
        const auto* lessonDock = session.find<QDockWidget>("lessonDock");
        const auto* inspectorDock = session.find<QDockWidget>("inspectorDock");
        const QStringList before = session.openPanels();
        QCOMPARE(panel->framed()->objectName(), QStringLiteral("timelineDock"));
        session.trigger("actionPresentation");
        QCOMPARE(session.openPanels(), QStringList({QStringLiteral("timelineDock"), QStringLiteral("lessonDock")}));
        QTRY_VERIFY(lessonDock->width() > 400 && lessonDock->width() < 600);
        QVERIFY(session.find<QDockWidget>("timelineDock")->height() > 700);
        session.window.grab().save(QCoreApplication::applicationDirPath()
                                   + QStringLiteral("/../screenshots/lesson_presented.png"));
        session.trigger("goTo_chipDock");
        QCOMPARE(session.openPanels(), QStringList({QStringLiteral("chipDock"), QStringLiteral("lessonDock")}));
        QVERIFY(!chipDock->geometry().intersects(lessonDock->geometry()));
        session.find<QToolButton>("lessonNext")->click();
        session.find<QToolButton>("lessonNext")->click();
        // The step asks to select a layer, where layers are, and then to look at it in the timeline.
        QTRY_COMPARE(session.openPanels(), QStringList({QStringLiteral("networkDock"), QStringLiteral("lessonDock")}));
        session.find<QToolButton>("lessonShowMe")->click();
        QTRY_COMPARE(session.openPanels(), QStringList({QStringLiteral("timelineDock"), QStringLiteral("lessonDock")}));
        session.trigger("actionPresentation");
        QCOMPARE(session.openPanels(), before);
        QVERIFY(!session.window.tabifiedDockWidgets(session.find<QDockWidget>("hardwareDock")).contains(inspectorDock));
        session.window.resize(1100, 800);
        QTRY_VERIFY(
            session.window.tabifiedDockWidgets(session.find<QDockWidget>("hardwareDock")).contains(inspectorDock));
    }

    void anotherLayoutEndsAPresentation()
    {
        Session session(unsolved);
        for (const char* layout : {"actionLayoutTeach", "actionLayoutBack"}) {
            const QStringList before = session.openPanels();
            session.trigger("actionPresentation");
            session.trigger(layout);
            QVERIFY(!session.find<QAction>("actionPresentation")->isChecked());
            QVERIFY(session.openPanels() != before && session.openPanels().size() > 1);
        }
    }

    void aWindowThatWasClosedInOneHasAllPanelsAgain()
    {
        QStringList before;
        {
            Session session(unsolved);
            before = session.openPanels();
            session.trigger("actionPresentation");
            QCOMPARE(session.openPanels().size(), 1);
            session.window.close();
        }
        const Session again(unsolved);
        QCOMPARE(again.openPanels(), before);
    }
};

TILESCAPE_TEST(TestPresentation)

} // namespace tst_presentation
#include "tst_presentation.moc"
