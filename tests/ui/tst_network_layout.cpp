#include "network_view_samples.h"

#include "core/io/library.h"
#include "tests/registered.h"
#include "ui/style/palette.h"

#include <QElapsedTimer>

namespace tst_network_layout {

using namespace tilescape;
using samples::open;
using samples::placeOf;
using samples::show;
using ui::network::NetworkView;

/// Networks of any length and shape are laid out, fitted into the panel and seen as a whole.
class TestNetworkLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    /// However large it is, in panels of any shape; each box is seen, none on another.
    void everyNetworkOpensFitted_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QSize>("size");
        for (const char* name : {"alexnet", "resnet152", "googlenet", "lstm_gnmt", "mlp_s"}) {
            for (const QSize size : {QSize(700, 330), QSize(420, 560)}) {
                QTest::addRow("%s %d", name, size.width()) << QString::fromLatin1(name) << size;
            }
        }
        QTest::newRow("t5_large") << QStringLiteral("t5_large") << QSize(700, 400);
    }

    void everyNetworkOpensFitted()
    {
        QFETCH(QString, name);
        QFETCH(QSize, size);
        schedule::Problem problem = samples::problem(io::loadNetwork(name.toStdString()).value(), {1, 1});
        ui::workspace::Workspace workspace(
            [](const schedule::Problem& asked, const schedule::SolveControl&) { return samples::infeasible(asked); });
        workspace.open(problem, {});
        NetworkView view(workspace);
        view.resize(size);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY_WITH_TIMEOUT(!view.isLayingOut(), 60000);
        const auto allSeen = [&view] {
            const QRectF seen = view.view()->mapToScene(view.view()->viewport()->rect()).boundingRect().adjusted(-2, -2, 2, 2);
            for (std::size_t layer = 0; layer < view.scene()->layerCount(); ++layer) {
                if (!seen.contains(view.scene()->boxRect(layer))) {
                    return false;
                }
            }
            return true;
        };
        QVERIFY(allSeen());
        QVERIFY2(view.view()->transform().m11() > 0.04, qPrintable(QString::number(view.view()->transform().m11())));
        view.view()->zoomBy(4);
        QTest::keyClick(view.view(), Qt::Key_Home);
        QVERIFY(allSeen());
        for (std::size_t layer = 1; layer < view.scene()->layerCount(); ++layer) {
            QVERIFY(!view.scene()->boxRect(layer).intersects(view.scene()->boxRect(layer - 1)));
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("network_%1_%2").arg(name).arg(size.width())));
    }

    void oneLayerIsNotBlownUp()
    {
        open(*m_workspace, samples::oneLayer());
        NetworkView view(*m_workspace);
        show(view);
        QCOMPARE(view.scene()->layerCount(), std::size_t{1});
        QTest::mouseClick(view.view()->viewport(), Qt::LeftButton, {}, placeOf(view, 0));
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(0));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("network_one_layer")));
    }

    void fifteenHundredLayersAreThereAtOnceAndPaintQuickly()
    {
        open(*m_workspace, samples::longNetwork(1500));
        QElapsedTimer timer;
        timer.start();
        NetworkView view(*m_workspace);
        show(view);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(view.scene()->layerCount(), std::size_t{1500});
        m_workspace->setSelectedLayer(1400);
        view.fitSelection();
        timer.restart();
        view.grab();
        QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
        QTest::mouseClick(view.view()->viewport(), Qt::LeftButton, {}, placeOf(view, 1401));
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(1401));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("network_1500_layers")));
    }

    void theMapShowsOnlyWhileSomethingIsOutOfSight()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        const auto* map = view.findChild<QWidget*>(QStringLiteral("minimap"));
        QVERIFY(map);
        QTRY_VERIFY(!map->isVisible());
        m_workspace->setSelectedLayer(2);
        view.view()->zoomBy(4);
        QTRY_VERIFY(map->isVisible());
    }

    /// It would lie over boxes for nothing.
    void noMapCoversAGraphThatFits()
    {
        open(*m_workspace, io::loadNetwork("alexnet").value());
        NetworkView view(*m_workspace);
        show(view);
        const auto* map = view.findChild<QWidget*>(QStringLiteral("minimap"));
        int whole = 0;
        for (const QSize size : {QSize(443, 340), QSize(440, 345), QSize(460, 380), QSize(500, 330), QSize(640, 420), QSize(900, 600), QSize(430, 700)}) {
            view.resize(size);
            QTRY_VERIFY(!view.isLayingOut());
            QCoreApplication::processEvents();
            const auto seesAll = [&view] {
                const QRectF seen = view.view()->mapToScene(view.view()->viewport()->rect()).boundingRect();
                bool all = true;
                for (std::size_t layer = 0; layer < view.scene()->layerCount(); ++layer) {
                    all = all && seen.contains(view.scene()->boxRect(layer));
                }
                return all;
            };
            whole += seesAll() ? 1 : 0;
            QTRY_VERIFY2(!seesAll() || !map->isVisible(), qPrintable(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height())));
        }
        QVERIFY(whole > 4);
    }

    void anotherNetworkReplacesTheBoxes()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        m_workspace->setNetwork(samples::oneLayer());
        QCOMPARE(view.scene()->layerCount(), std::size_t{1});
        QTRY_VERIFY(!view.isLayingOut() && !m_workspace->isStale());
    }

    void anotherNetworkOfTheSameShapeKeepsTheLayout()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        const auto places = [&view] {
            std::vector<QRectF> rects;
            for (std::size_t i = 0; i < view.scene()->layerCount(); ++i) {
                rects.push_back(view.scene()->boxRect(i));
            }
            return rects;
        };
        const std::vector<QRectF> before = places();
        network::Network told = samples::smallNetwork();
        told.description = "The same layers.";
        m_workspace->setNetwork(told);
        QTRY_VERIFY(!view.isLayingOut() && !m_workspace->isStale());
        QVERIFY(places() == before);
    }

private:
    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestNetworkLayout)

} // namespace tst_network_layout
#include "tst_network_layout.moc"
