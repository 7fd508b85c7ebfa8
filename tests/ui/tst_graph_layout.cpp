#include "tests/registered.h"
#include "ui/network/graph_layout.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

namespace tst_graph_layout {

using namespace tilescape::ui::network;

namespace {

/// A chain in which every fourth node also feeds the one two steps on.
GraphShape chain(std::size_t size)
{
    GraphShape shape;
    for (std::size_t i = 0; i < size; ++i) {
        shape.nodes.emplace_back(100, 34);
        if (i > 0) {
            shape.edges.emplace_back(i - 1, i);
        }
        if (i > 2 && i % 4 == 3) {
            shape.edges.emplace_back(i - 2, i);
        }
    }
    return shape;
}

GraphShape diamond()
{
    return {{{100, 34}, {80, 34}, {120, 34}, {90, 34}}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}};
}

void verifySound(const GraphShape& shape, const GraphLayout& layout)
{
    QCOMPARE(layout.nodes.size(), shape.nodes.size());
    QCOMPARE(layout.edges.size(), shape.edges.size());
    const QRectF bounds = layout.bounds.adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        QCOMPARE(layout.nodes[i].size(), shape.nodes[i]);
        QVERIFY(bounds.contains(layout.nodes[i]));
        for (std::size_t k = 0; k < i && layout.nodes.size() < 200; ++k) {
            QVERIFY(!layout.nodes[i].intersects(layout.nodes[k]));
        }
    }
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        const auto [from, to] = shape.edges[i];
        QVERIFY(layout.nodes[from].top() < layout.nodes[to].top());
        QVERIFY(layout.nodes[from].adjusted(-2, -2, 2, 2).contains(layout.edges[i].curve.pointAtPercent(0)));
        QVERIFY(layout.nodes[to].adjusted(-2, -2, 2, 2).contains(layout.edges[i].tip));
    }
}

} // namespace

class TestGraphLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothLayoutsPutEveryBoxAboveWhatItFeeds_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("nothing") << 0;
        QTest::newRow("one node") << 1;
        QTest::newRow("a diamond") << 2;
        QTest::newRow("a chain with skips") << 3;
    }

    void bothLayoutsPutEveryBoxAboveWhatItFeeds()
    {
        QFETCH(int, which);
        const GraphShape shape = which == 2 ? diamond() : which == 3 ? chain(60) : chain(static_cast<std::size_t>(which));
        verifySound(shape, layeredLayout(shape));
        const auto dot = dotLayout(shape);
        QVERIFY(dot.has_value());
        verifySound(shape, *dot);
    }

    void dotKeepsSeparateEdgesBetweenTheSameTwoLayersApart()
    {
        const GraphShape shape{{{60, 30}, {60, 30}}, {{0, 1}, {0, 1}}};
        const auto layout = dotLayout(shape);
        QVERIFY(layout.has_value());
        QVERIFY(layout->edges[0].curve != layout->edges[1].curve);
    }

    void layoutsFromManyThreadsAreEqual()
    {
        const GraphShape shape = chain(60);
        const GraphLayout expected = *dotLayout(shape);
        std::atomic<int> same = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&] {
                    for (int k = 0; k < 5; ++k) {
                        same += dotLayout(shape)->nodes == expected.nodes;
                    }
                });
            }
        }
        QCOMPARE(same.load(), 20);
    }

    void theLayeredLayoutOfManyThousandNodesIsInstant()
    {
        QElapsedTimer timer;
        timer.start();
        const GraphShape shape = chain(5000);
        verifySound(shape, layeredLayout(shape));
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    }
};

TILESCAPE_TEST(TestGraphLayout)

} // namespace tst_graph_layout
#include "tst_graph_layout.moc"
