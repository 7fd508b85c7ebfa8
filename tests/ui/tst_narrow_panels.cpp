#include "squeezed.h"
#include "window_session.h"

#include "ui/program/program_view.h"

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
    std::unique_ptr<Session> m_session;
};

QTEST_MAIN(NarrowPanelsTest)
#include "tst_narrow_panels.moc"
