#include "tests/registered.h"
#include "window_session.h"

#include <QComboBox>
#include <QMenuBar>
#include <QStatusBar>

#include <map>

namespace tst_messages {

using namespace samples;
using namespace tilescape;

namespace {

std::map<QString, QRect> placesOf(const MainWindow& window)
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    std::map<QString, QRect> places{{QStringLiteral("window"), window.geometry()}, {QStringLiteral("status"), window.statusBar()->geometry()}};
    for (const QDockWidget* dock : window.docks()) {
        places[dock->objectName()] = dock->geometry();
    }
    for (const QToolBar* bar : window.findChildren<QToolBar*>()) {
        places[bar->objectName()] = bar->geometry();
    }
    return places;
}

/// Menus and controls of the tool bars that the messages lie on.
QStringList coveredBy(const ui::widgets::MessageBar& messages, const MainWindow& window)
{
    QStringList covered;
    for (const QAction* menu : window.menuBar()->actions()) {
        if (window.menuBar()->actionGeometry(const_cast<QAction*>(menu)).intersects(messages.geometry())) {
            covered << menu->text();
        }
    }
    for (const QToolBar* bar : window.findChildren<QToolBar*>()) {
        for (const QWidget* control : bar->findChildren<QWidget*>()) {
            const QRect place(control->mapTo(&window, QPoint()), control->size());
            if (control->isVisibleTo(bar) && place.intersects(messages.geometry())) {
                covered << QStringLiteral("%1/%2").arg(bar->objectName(), control->objectName());
            }
        }
    }
    return covered;
}

} // namespace

/// Messages in the window: nothing moves for them.
class MessagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("messages"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void panelsAndBarsStayWhereTheyAre_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(640, 360), QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)}) {
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
        }
    }

    /// A short message lies beside the menus, on nothing; a long one above the status line, off menus and tool bars, also when a panel is raised.
    void panelsAndBarsStayWhereTheyAre()
    {
        QFETCH(QSize, size);
        Session session(unsolved);
        session.window.resize(size);
        WAIT_FOR_ANSWER(session);
        const auto before = placesOf(session.window);
        ui::widgets::MessageBar& messages = session.window.messages();
        messages.post({QStringLiteral("short"), support::Severity::Note, QStringLiteral("Written."), {}});
        QVERIFY(placesOf(session.window) == before);
        for (const QDockWidget* dock : session.window.docks()) {
            QVERIFY2(dock->visibleRegion().isEmpty() || !dock->geometry().intersects(messages.geometry()), qPrintable(dock->objectName()));
        }
        QCOMPARE(coveredBy(messages, session.window), QStringList());
        // As after a crash: a few words too many for that place.
        messages.post({QStringLiteral("asks"), support::Severity::Warning,
                       QStringLiteral("Unsaved work of “alexnet-pipelined.tilescape” (24 Nov 2026 23:12:39) was left when the program ended unexpectedly."),
                       {{QStringLiteral("Recover"), [] {}}, {QStringLiteral("Discard"), [] {}}}});
        QVERIFY(placesOf(session.window) == before);
        QCOMPARE(coveredBy(messages, session.window), QStringList());
        messages.remove(QStringLiteral("asks"));
        messages.post({QStringLiteral("long"), support::Severity::Error, QStringLiteral("one word and another ").repeated(40),
                       {{QStringLiteral("Show problems"), [] {}}}});
        QVERIFY(placesOf(session.window) == before);
        if (size.height() > 360) { // else there is no other room for so many words
            QCOMPARE(coveredBy(messages, session.window), QStringList());
        }
        const QRect area(0, 0, session.window.width(), session.window.statusBar()->y());
        QVERIFY(area.contains(messages.geometry()) && messages.width() < session.window.width());
        for (const QLabel* text : messages.findChildren<QLabel*>(QStringLiteral("messageText"))) {
            QVERIFY2(text->height() >= text->heightForWidth(text->width()), qPrintable(text->text()));
        }
        leaveScreenshots(session, QStringLiteral("messages_%1").arg(size.width()));
        for (QDockWidget* dock : session.window.docks()) {
            dock->raise();
            QCoreApplication::processEvents();
            const QWidget* top = session.window.childAt(messages.geometry().center());
            QVERIFY2(top && messages.isAncestorOf(top), qPrintable(dock->objectName()));
        }
        messages.remove(QStringLiteral("long"));
        QCOMPARE(messages.geometry().topRight(), QPoint(area.right() - 8, 0));
        session.window.resize(size + QSize(100, 60));
        QTRY_COMPARE(messages.geometry().topRight(), QPoint(area.right() + 100 - 8, 0));
        messages.remove(QStringLiteral("short"));
        QVERIFY(!messages.isVisible());
    }

    void panelsComeToTheFrontAllTheSame()
    {
        Session session(unsolved);
        session.window.resize(1280, 720);
        session.window.messages().post({QStringLiteral("short"), support::Severity::Note, QStringLiteral("Written."), {}});
        for (QDockWidget* dock : session.window.docks()) {
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
            QTRY_VERIFY2_WITH_TIMEOUT(!dock->visibleRegion().isEmpty(), qPrintable(dock->objectName()), 2000);
        }
        const ui::widgets::MessageBar& messages = session.window.messages();
        QTRY_VERIFY(messages.isAncestorOf(session.window.childAt(messages.geometry().center())));
    }
};

TILESCAPE_TEST(MessagesTest)

} // namespace tst_messages
#include "tst_messages.moc"
