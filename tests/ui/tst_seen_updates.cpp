#include "tests/registered.h"
#include "ui/widgets/seen_updates.h"

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QTest>

namespace tst_seen_updates {

using tilescape::ui::widgets::SeenUpdates;

namespace {

/// A view that shows a number, and counts how often it was brought up to date.
struct NumberView : QLabel {
    int number = 0;
    SeenUpdates updates{this, [this] { setText(QString::number(number)); }};

    void change(int to)
    {
        number = to;
        updates.request();
    }
};

/// Two views as tabs of one window.
struct TabbedWindow {
    QMainWindow window;
    NumberView* front = new NumberView;
    NumberView* behind = new NumberView;
    QDockWidget* frontDock = addDock(front);
    QDockWidget* behindDock = addDock(behind);

    TabbedWindow()
    {
        window.resize(600, 400);
        window.tabifyDockWidget(frontDock, behindDock);
        window.show();
        frontDock->raise();
        [this] { QTRY_VERIFY(!front->visibleRegion().isEmpty() && behind->visibleRegion().isEmpty()); }();
    }
    QDockWidget* addDock(QWidget* view)
    {
        auto* dock = new QDockWidget(&window);
        dock->setWidget(view);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        return dock;
    }
};

} // namespace

class SeenUpdatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSeenViewIsRefreshedAtOnce()
    {
        NumberView view;
        view.show();
        QTRY_VERIFY(!view.visibleRegion().isEmpty());
        view.change(3);
        QCOMPARE(view.text(), QStringLiteral("3"));
        QCOMPARE(view.updates.refreshCount(), 1);
    }

    /// A window that nobody has shown yet is not made ready piece by piece.
    void aViewOfAWindowThatIsNotShownIsRefreshedAtOnce()
    {
        QWidget window;
        auto* view = new NumberView;
        view->setParent(&window);
        view->change(3);
        QCOMPARE(view->text(), QStringLiteral("3"));
        auto* closed = new NumberView;
        closed->setParent(&window);
        closed->hide();
        closed->change(4);
        QCOMPARE(closed->text(), QString());
        window.show();
        closed->show();
        QCOMPARE(closed->text(), QStringLiteral("4"));
    }

    void aViewThatBeginsOutOfDateWaitsUntilItIsShown()
    {
        QWidget view;
        int refreshes = 0;
        SeenUpdates updates(&view, [&refreshes] { ++refreshes; }, SeenUpdates::Start::OutOfDate);
        updates.request();
        QCOMPARE(refreshes, 0);
        view.show();
        QCOMPARE(refreshes, 1);
        view.hide();
        updates.request();
        QCOMPARE(refreshes, 1);
        view.show();
        QCOMPARE(refreshes, 2);
    }

    void aViewBehindATabWaitsAndIsUpToDateWhenShown()
    {
        TabbedWindow tabs;
        for (int number = 1; number <= 5; ++number) {
            tabs.front->change(number);
            tabs.behind->change(number);
        }
        QCOMPARE(tabs.front->updates.refreshCount(), 5);
        QCOMPARE(tabs.behind->updates.refreshCount(), 0);
        tabs.behindDock->raise();
        QTRY_COMPARE(tabs.behind->text(), QStringLiteral("5"));
        QCOMPARE(tabs.behind->updates.refreshCount(), 1);
        QTRY_VERIFY(tabs.front->visibleRegion().isEmpty());
        tabs.front->change(6);
        QCOMPARE(tabs.front->text(), QStringLiteral("5"));
        tabs.frontDock->raise();
        QTRY_COMPARE(tabs.front->text(), QStringLiteral("6"));
    }

    void aClosedDockWaits()
    {
        TabbedWindow tabs;
        tabs.behindDock->close();
        tabs.behind->change(8);
        QCOMPARE(tabs.behind->updates.refreshCount(), 0);
        tabs.behindDock->show();
        QTRY_COMPARE(tabs.behind->text(), QStringLiteral("8"));
    }

    void whatIsScrolledAwayWaits()
    {
        QScrollArea area;
        auto* body = new QWidget;
        body->resize(200, 2000);
        auto* view = new NumberView;
        view->setParent(body);
        view->setGeometry(0, 1500, 100, 20);
        area.setWidget(body);
        area.resize(220, 200);
        area.show();
        QTRY_VERIFY(!body->visibleRegion().isEmpty());
        view->change(9);
        QCOMPARE(view->text(), QString());
        area.ensureWidgetVisible(view);
        QTRY_COMPARE(view->text(), QStringLiteral("9"));
    }

    /// A part of a view that missed something is not brought up to date by itself: the whole view is.
    void aPartIsEnoughForASeenViewOnly()
    {
        TabbedWindow tabs;
        int parts = 0;
        const auto part = [&parts] { ++parts; };
        tabs.front->updates.request(part);
        tabs.behind->updates.request(part);
        QCOMPARE(parts, 1);
        QCOMPARE(tabs.front->updates.refreshCount(), 0);
        tabs.behindDock->raise();
        QTRY_COMPARE(tabs.behind->updates.refreshCount(), 1);
        QCOMPARE(parts, 1);
    }

    void whatIsExportedIsUpToDate()
    {
        TabbedWindow tabs;
        tabs.behind->change(2);
        tabs.behind->updates.catchUp();
        QCOMPARE(tabs.behind->text(), QStringLiteral("2"));
        tabs.behind->updates.catchUp();
        QCOMPARE(tabs.behind->updates.refreshCount(), 1);
    }
};

TILESCAPE_TEST(SeenUpdatesTest)

} // namespace tst_seen_updates
#include "tst_seen_updates.moc"
