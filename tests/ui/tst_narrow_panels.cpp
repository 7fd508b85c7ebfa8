#include "squeezed.h"
#include "tests/registered.h"
#include "window_session.h"

#include "core/io/program_text.h"
#include "ui/program/program_player.h"
#include "ui/program/program_view.h"

#include <QTemporaryDir>
#include <QToolButton>

namespace tst_narrow_panels {

using namespace samples;
using namespace tilescape;

/// Panels as narrow and as low as they are beside others: what has no room scrolls or stands in another row.
class NarrowPanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("narrow panels"));
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
        m_session = std::make_unique<Session>();
        WAIT_FOR_ANSWER(*m_session);
    }

    void cleanupTestCase() { m_session.reset(); }

    void nothingIsSqueezed_data()
    {
        QTest::addColumn<QString>("name");
        for (const QDockWidget* dock : m_session->window.docks()) {
            QTest::addRow("%s", qPrintable(dock->objectName())) << dock->objectName();
        }
    }

    void nothingIsSqueezed()
    {
        QFETCH(QString, name);
        auto* dock = m_session->window.findChild<QDockWidget*>(name);
        dock->setFloating(true);
        dock->show();
        for (const QSize size : {QSize(480, 400), QSize(480, 280), QSize(400, 500), QSize(700, 330)}) {
            dock->resize(size);
            QCoreApplication::processEvents();
            // Layouts within scroll areas follow each other, and some panels are still at work.
            QTRY_VERIFY2_WITH_TIMEOUT(
                squeezed(*dock->widget()).isEmpty(),
                qPrintable(QStringLiteral("%1 x %2: ").arg(size.width()).arg(size.height()) + squeezed(*dock->widget()).join(QLatin1Char('\n'))),
                5000);
        }
        dock->setFloating(false);
    }

    /// Beside a wide drawing a lesson has little room: its buttons then stand in two rows.
    void aNarrowLessonKeepsItsButtonsWhole()
    {
        auto* panel = m_session->window.findChild<QDockWidget*>(QStringLiteral("lessonDock"));
        QVERIFY(panel);
        panel->setFloating(true);
        panel->show();
        panel->resize(170, 500);
        QCoreApplication::processEvents();
        QTRY_VERIFY2(squeezed(*panel->widget()).isEmpty(),
                     qPrintable(squeezed(*panel->widget()).join(QLatin1Char('\n'))));
        const auto* back = panel->findChild<QToolButton*>(QStringLiteral("lessonBack"));
        const auto* next = panel->findChild<QToolButton*>(QStringLiteral("lessonNext"));
        QVERIFY2(panel->width() < 200 && next->y() > back->y(), qPrintable(QString::number(panel->width())));
        QVERIFY(panel->widget()->grab().save(QCoreApplication::applicationDirPath()
                                             + QStringLiteral("/../screenshots/lesson_narrow.png")));
        panel->setFloating(false);
        panel->hide();
    }

    /// With the button that a program of a file adds.
    void aProgramOfAFileIsNotSqueezed()
    {
        QDockWidget* panel = nullptr;
        floatProgram(panel);
        QVERIFY(panel);
        auto* view = panel->findChild<ui::program::ProgramView*>();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rotation.program"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(io::writeProgramText(*view->run().program))) > 0);
        file.close();
        QVERIFY(m_session->window.openFile(path));
        auto* back = panel->findChild<QToolButton*>(QStringLiteral("programOfSchedule"));
        QTRY_VERIFY_WITH_TIMEOUT(back->isVisibleTo(panel) && view->run().trace && !view->isBusy(), patience);
        for (const int width : {340, 400, 480, 560, 800}) {
            panel->resize(width, 640);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(squeezed(*panel->widget()).isEmpty(),
                         qPrintable(QStringLiteral("%1: ").arg(width) + squeezed(*panel->widget()).join(QLatin1Char('\n'))));
        }
        back->click();
        panel->setFloating(false);
    }

    /// Where a step happens and what it does is read as a whole, at any moment.
    void aNarrowProgramPanelTellsWholeSteps()
    {
        QDockWidget* panel = nullptr;
        floatProgram(panel);
        QVERIFY(panel);
        auto* view = panel->findChild<ui::program::ProgramView*>();
        panel->resize(340, 640);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        const std::size_t steps = view->player().steps();
        for (std::size_t part = 0; part <= 20; ++part) {
            view->player().setPosition(steps * part / 20);
            for (const char* name : {"programPosition", "programStatus"}) {
                const auto* label = panel->findChild<QLabel*>(QLatin1String(name));
                const QRect room = label->contentsRect();
                const QRect needed = label->fontMetrics().boundingRect(room, Qt::TextWordWrap, label->text());
                QVERIFY2(needed.height() <= room.height() && needed.width() <= room.width(), qPrintable(label->text()));
            }
        }
        panel->setFloating(false);
    }

    void theDrawingComesFirst_data()
    {
        QTest::addColumn<QString>("dock");
        QTest::addColumn<QString>("canvas");
        QTest::newRow("program") << QStringLiteral("programDock") << QStringLiteral("programChip");
        QTest::newRow("PE array") << QStringLiteral("peArrayDock") << QStringLiteral("peArrayCanvas");
    }

    /// What explains a picture gives way to it where a panel has room for one column alone.
    void theDrawingComesFirst()
    {
        QFETCH(QString, dock);
        QFETCH(QString, canvas);
        QVERIFY(m_session->window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/program/rotation.tilescape")));
        WAIT_FOR_ANSWER(*m_session);
        m_session->workspace.setSelectedLayer(0);
        auto* panel = m_session->window.findChild<QDockWidget*>(dock);
        panel->setFloating(true);
        panel->show();
        auto* drawing = panel->findChild<QWidget*>(canvas);
        QVERIFY(drawing);
        if (auto* program = panel->findChild<ui::program::ProgramView*>()) {
            QTRY_VERIFY_WITH_TIMEOUT(program->run().trace && !program->isBusy(), patience);
        }
        for (const int height : {420, 500, 560, 600, 700, 900}) {
            panel->resize(340, height);
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
            QVERIFY2(drawing->height() >= std::min(height * 2 / 5, 220), qPrintable(QStringLiteral("%1 of %2").arg(drawing->height()).arg(height)));
        }
        panel->setFloating(false);
    }

private:
    /// The panel by itself, with the program of an example. It stays null where that has none.
    void floatProgram(QDockWidget*& panel)
    {
        QVERIFY(m_session->window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/program/rotation.tilescape")));
        WAIT_FOR_ANSWER(*m_session);
        auto* dock = m_session->window.findChild<QDockWidget*>(QStringLiteral("programDock"));
        dock->setFloating(true);
        dock->show();
        const auto* view = dock->findChild<ui::program::ProgramView*>();
        QTRY_VERIFY_WITH_TIMEOUT(view->run().trace && !view->isBusy(), patience);
        panel = dock;
    }

    std::unique_ptr<Session> m_session;
};

TILESCAPE_TEST(NarrowPanelsTest)

} // namespace tst_narrow_panels
#include "tst_narrow_panels.moc"
