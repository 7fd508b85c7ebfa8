#include "core/pipeline/loop_order_constraints.h"
#include "core/pipeline/segment_links.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_segment_links {

using namespace tilescape;
using network::Layer;

namespace {

Layer layerOf(const char* name, const char* input, network::LayerKind kind)
{
    return {name, {input}, kind, 4, 4, {2, 2}};
}

const network::Convolution one{{1, 1}, {1, 1}, 1};

/// A layer whose map two others take.
network::Network fork()
{
    return {"fork",
            "",
            {"input", 4, {2, 2}},
            {},
            {layerOf("maker", "input", one), layerOf("taker", "maker", one), layerOf("later", "maker", one)}};
}

std::vector<pipeline::Links> linksOfFirst(std::size_t count)
{
    std::vector<pipeline::Placement> segment;
    for (std::size_t layer = 0; layer < count; ++layer) {
        segment.push_back({layer, {0, 0, static_cast<Count>(layer)}});
    }
    return pipeline::linksOf(network::topologyOf(fork()), segment);
}

} // namespace

class TestSegmentLinks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whatever goes to memory as well, others take it from the tiles: but for the reference counts, which look at that only.
    void whatLayersOfTheSegmentTakeIsTakenFromTiles()
    {
        for (const auto& [count, hands, toMemory] :
             {std::tuple{std::size_t{1}, false, true}, {2, true, true}, {3, true, false}}) {
            const pipeline::Links maker = linksOfFirst(count).front();
            QCOMPARE(maker.handsOn, hands);
            QCOMPARE(maker.outputToMemory, toMemory);
            QCOMPARE(pipeline::isTakenFromTiles(maker, Counts::Executed), hands);
            QCOMPARE(pipeline::isTakenFromTiles(maker, Counts::Reference), !toMemory);
        }
        QVERIFY(!linksOfFirst(2).back().handsOn);
    }

    void groupsThatSumOverChannelsRunOneAfterAnother()
    {
        using pipeline::goesGroupAfterGroup;
        QVERIFY(!goesGroupAfterGroup(layerOf("plain", "input", one)));
        QVERIFY(goesGroupAfterGroup(layerOf("grouped", "input", network::Convolution{{1, 1}, {1, 1}, 2})));
        QVERIFY(!goesGroupAfterGroup(layerOf("depthwise", "input", network::Convolution{{1, 1}, {1, 1}, 4})));
        QVERIFY(goesGroupAfterGroup(layerOf("backwards", "input", network::TransposedConvolution{{1, 1}, {1, 1}, 2})));
        QVERIFY(!goesGroupAfterGroup(layerOf("pooling", "input", network::Pooling{{1, 1}, {1, 1}})));
    }
};

TILESCAPE_TEST(TestSegmentLinks)

} // namespace tst_segment_links
#include "tst_segment_links.moc"
