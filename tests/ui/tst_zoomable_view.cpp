#include "tests/registered.h"
#include "ui/widgets/zoomable_view.h"

#include <QTest>
#include <QtWidgets>

namespace tst_zoomable_view {

using tilescape::ui::widgets::ZoomableView;

namespace {

constexpr QRectF sceneBounds(0, 0, 2000, 1000);

/// The part of the scene that the view shows.
QRectF shown(const ZoomableView& view) { return view.mapToScene(view.viewport()->rect()).boundingRect(); }

void turnWheel(ZoomableView& view, QPoint at, int steps)
{
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &event);
}

} // namespace

class TestZoomableView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_scene = std::make_unique<QGraphicsScene>(sceneBounds);
        m_scene->addRect(sceneBounds);
        m_view = std::make_unique<ZoomableView>();
        m_view->setScene(m_scene.get());
        m_view->resize(400, 400);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    void allIsShownAtFirstAndStaysSoWhenResized()
    {
        QVERIFY(shown(*m_view).adjusted(-1, -1, 1, 1).contains(sceneBounds));
        m_view->resize(800, 500);
        QTRY_VERIFY(m_view->viewport()->width() > 700);
        QVERIFY(shown(*m_view).adjusted(-1, -1, 1, 1).contains(sceneBounds));
        QVERIFY(shown(*m_view).width() < sceneBounds.width() * 1.05);
    }

    void aSmallSceneIsNotBlownUp()
    {
        m_scene->setSceneRect(0, 0, 10, 10);
        m_view->fitAll();
        QVERIFY(m_view->transform().m11() < 2);
        m_view->setLargestFit(3);
        m_view->fitAll();
        QCOMPARE(m_view->transform().m11(), 3.0);
    }

    void theWheelZoomsAtTheMouse()
    {
        const QPoint at(100, 220);
        turnWheel(*m_view, at, 6); // Larger than the view: before, the scene is kept in the middle.
        const double scale = m_view->transform().m11();
        const QPointF before = m_view->mapToScene(at);
        turnWheel(*m_view, at, 2);
        QVERIFY(m_view->transform().m11() > scale * 1.4);
        // One pixel: the scroll bars stand on whole ones.
        QVERIFY((m_view->mapFromScene(before) - at).manhattanLength() <= 2);
    }

    void zoomEndsBeforeNumbersDo()
    {
        turnWheel(*m_view, {200, 200}, 200);
        QVERIFY(m_view->transform().m11() <= 20.001);
        turnWheel(*m_view, {200, 200}, -400);
        QVERIFY(m_view->transform().m11() >= 0.0199);
    }

    void onceZoomedResizingLeavesTheZoomAlone()
    {
        turnWheel(*m_view, {200, 200}, 4);
        const double scale = m_view->transform().m11();
        m_view->resize(700, 500);
        QTRY_VERIFY(m_view->viewport()->width() > 600);
        QCOMPARE(m_view->transform().m11(), scale);
    }

    void homeShowsAllAgain()
    {
        turnWheel(*m_view, {200, 200}, 6);
        QVERIFY(!shown(*m_view).contains(sceneBounds));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QVERIFY(shown(*m_view).adjusted(-1, -1, 1, 1).contains(sceneBounds));
    }

    void fShowsTheSelection()
    {
        const double before = m_view->transform().m11();
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QCOMPARE(m_view->transform().m11(), before);

        const QRectF selection(1500, 600, 300, 200);
        m_view->selectionRect = [selection] { return selection; };
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QVERIFY(m_view->transform().m11() > before * 2);
        QVERIFY(shown(*m_view).adjusted(-1, -1, 1, 1).contains(selection));
    }

    void plusAndMinusAreInverse()
    {
        const double before = m_view->transform().m11();
        QTest::keyClick(m_view.get(), Qt::Key_Plus);
        QVERIFY(m_view->transform().m11() > before);
        QTest::keyClick(m_view.get(), Qt::Key_Minus);
        QCOMPARE(m_view->transform().m11(), before);
    }

    void aDragMovesTheScene()
    {
        turnWheel(*m_view, {200, 200}, 8);
        const QPointF before = m_view->mapToScene(200, 200);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, {200, 200});
        for (int x = 200; x >= 100; x -= 20) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 200), m_view->viewport()->mapToGlobal(QPointF(x, 200)),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(m_view->viewport(), &move);
        }
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, {100, 200});
        const double moved = (m_view->mapToScene(200, 200).x() - before.x()) * m_view->transform().m11();
        QVERIFY2(std::abs(moved - 100) < 3, qPrintable(QString::number(moved)));
    }

private:
    std::unique_ptr<QGraphicsScene> m_scene;
    std::unique_ptr<ZoomableView> m_view;
};

TILESCAPE_TEST(TestZoomableView)

} // namespace tst_zoomable_view
#include "tst_zoomable_view.moc"
