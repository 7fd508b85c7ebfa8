#include "core/io/library.h"
#include "core/search/space/region_allocation.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_segment_enumeration {

using namespace tilescape;
using pipeline::Segment;

namespace {

struct Net {
    explicit Net(const std::string& name)
        : network(io::loadNetwork(name).value()), topology(tilescape::network::topologyOf(network))
    {
    }
    [[nodiscard]] std::vector<Segment> segments(double mostVertices = 6) const
    {
        return search::segmentsOf(network, topology, {true, true, mostVertices}, search::runVertices(network));
    }
    [[nodiscard]] std::vector<std::string> names(const Segment& segment) const
    {
        std::vector<std::string> found;
        for (const auto& region : segment.regions) {
            for (const std::size_t layer : region) {
                found.push_back(network.layers[layer].name);
            }
        }
        return found;
    }

    network::Network network;
    network::Topology topology;
};

bool has(const Net& net, const std::vector<std::vector<std::string>>& regions)
{
    const auto segments = net.segments();
    return std::any_of(segments.begin(), segments.end(), [&](const Segment& segment) {
        if (segment.regions.size() != regions.size()) {
            return false;
        }
        for (std::size_t i = 0; i < regions.size(); ++i) {
            std::vector<std::string> own;
            for (const std::size_t layer : segment.regions[i]) {
                own.push_back(net.network.layers[layer].name);
            }
            if (own != regions[i]) {
                return false;
            }
        }
        return true;
    });
}

} // namespace

class TestSegmentEnumeration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayerIsASegmentOfItsOwn();
    void poolingJoinsTheLayerBeforeIt();
    void aSegmentIsARunOfTheScheduleOrder();
    void noLayerReadsFromMemoryAndFromANeighbour();
    void branchesOfOneInputShareASegment();
    void regionsCoverEveryTileOnce();
    void neighboursInZigZagOrderTouch();
    void tilesFollowOperations();
    void regionsAcrossAreThoseOfTheTransposedChip();
};

void TestSegmentEnumeration::everyLayerIsASegmentOfItsOwn()
{
    const Net net("googlenet");
    std::set<std::size_t> alone;
    for (const Segment& segment : net.segments(1)) {
        if (segment.layerCount() == 1) {
            alone.insert(segment.regions[0][0]);
        }
    }
    QCOMPARE(alone.size(), net.network.layers.size());
}

void TestSegmentEnumeration::poolingJoinsTheLayerBeforeIt()
{
    const Net ungrouped("alexnet_ungrouped");
    QVERIFY(has(ungrouped, {{"conv1", "pool1"}}));
    QVERIFY(has(ungrouped, {{"conv1", "pool1"}, {"conv2", "pool2"}}));
    // Where there are two columns, both read the image; a join needs both: one of them alone is no source of it.
    const Net net("alexnet");
    QVERIFY(has(net, {{"conv1_a", "pool1_a"}, {"conv1_b", "pool1_b"}}));
    QVERIFY(!has(net, {{"conv2_a", "pool2_a"}, {"conv3_a"}}));
}

void TestSegmentEnumeration::aSegmentIsARunOfTheScheduleOrder()
{
    for (const char* name : {"alexnet", "resnet50", "lstm_phoneme"}) {
        const Net net(name);
        const auto order = search::runOrder(net.network);
        for (const Segment& segment : net.segments()) {
            std::size_t place = segment.first;
            for (const auto& region : segment.regions) {
                for (const std::size_t layer : region) {
                    QCOMPARE(layer, order[place++]);
                }
            }
        }
    }
}

void TestSegmentEnumeration::noLayerReadsFromMemoryAndFromANeighbour()
{
    const Net net("resnet50");
    int pipelined = 0;
    for (const Segment& segment : net.segments()) {
        const auto placements = segment.placements(0);
        for (const auto& placed : placements) {
            bool memory = false;
            bool neighbour = false;
            for (const network::Source& source : net.topology.sources[placed.layer]) {
                const auto maker = std::find_if(placements.begin(), placements.end(), [&](const auto& other) {
                    return source == network::Source{network::Source::Kind::Layer, other.layer};
                });
                memory |= maker == placements.end();
                neighbour |= maker != placements.end() && maker->slot.region != placed.slot.region;
            }
            QVERIFY(!(memory && neighbour));
            pipelined += neighbour ? 1 : 0;
        }
    }
    QVERIFY(pipelined > 50);
}

void TestSegmentEnumeration::branchesOfOneInputShareASegment()
{
    // Tangram Fig. 10b: the gates of an LSTM cell, which read the same maps, side by side with what works on their outputs.
    QVERIFY(has(Net("lstm_showtell"), {{"cell_cand"},
                                       {"cell_igate", "cell_cout_i"},
                                       {"cell_fgate", "cell_cout_f", "cell_cout"},
                                       {"cell_ogate", "cell_hout", "Wd"}}));
}

void TestSegmentEnumeration::regionsCoverEveryTileOnce()
{
    for (const Extent chip : {Extent{4, 4}, Extent{16, 16}, Extent{8, 4}}) {
        const Net net("alexnet");
        int allocated = 0;
        for (const Segment& segment : net.segments()) {
            const auto regions = search::allocateRegions(net.network, segment, chip);
            if (regions.empty()) {
                continue;
            }
            ++allocated;
            std::vector<Tile> tiles;
            for (const auto& region : regions) {
                QCOMPARE(static_cast<Count>(region.tiles.size()), region.extent.size());
                tiles.insert(tiles.end(), region.tiles.begin(), region.tiles.end());
            }
            std::sort(tiles.begin(), tiles.end());
            QVERIFY(tiles == dataflow::wholeChip(chip).tiles);
        }
        QVERIFY(allocated > 20);
    }
}

void TestSegmentEnumeration::neighboursInZigZagOrderTouch()
{
    const Net net("alexnet");
    for (const Segment& segment : net.segments()) {
        const auto regions = search::allocateRegions(net.network, segment, {16, 16});
        const dataflow::Region* before = nullptr;
        for (const auto& region : regions) {
            for (Count step = 1; step < region.extent.width; ++step) {
                const Tile last = region.at(0, step - 1);
                const Tile next = region.at(0, step);
                // A fold goes down by one stripe in the same column.
                QVERIFY(hopsBetween(last, next) == 1
                        || (last.column == next.column && next.row - last.row == region.extent.height));
            }
            if (before) {
                const Tile end = before->at(0, before->extent.width - 1);
                const Tile start = region.at(0, 0);
                QVERIFY(hopsBetween(end, start) == 1
                        || (end.column == start.column && start.row - end.row == region.extent.height));
            }
            before = &region;
        }
    }
}

/// What lies across on a chip is the mirror image of what does not on the transposed chip.
void TestSegmentEnumeration::regionsAcrossAreThoseOfTheTransposedChip()
{
    using search::RegionLayout;
    const Net net("vgg16");
    int several = 0;
    for (const Segment& segment : net.segments()) {
        for (const auto& [layout, across] : {std::pair{RegionLayout::Zigzag, RegionLayout::ZigzagAcross},
                                             std::pair{RegionLayout::Columns, RegionLayout::Rows}}) {
            const auto regions = search::allocateRegions(net.network, segment, {4, 6}, layout);
            const auto mirrored = search::allocateRegions(net.network, segment, {6, 4}, across);
            QCOMPARE(mirrored.size(), regions.size());
            for (std::size_t i = 0; i < regions.size(); ++i) {
                const Extent extent = regions[i].extent;
                QCOMPARE(mirrored[i].extent, (Extent{extent.width, extent.height}));
                for (Count row = 0; row < extent.height; ++row) {
                    for (Count column = 0; column < extent.width; ++column) {
                        const Tile tile = regions[i].at(row, column);
                        QCOMPARE(mirrored[i].at(column, row), (Tile{tile.column, tile.row}));
                    }
                }
            }
            several += regions.size() > 1 ? 1 : 0;
        }
    }
    QVERIFY(several > 20);
}

void TestSegmentEnumeration::tilesFollowOperations()
{
    const Net net("vgg16");
    for (const Segment& segment : net.segments()) {
        const auto regions = search::allocateRegions(net.network, segment, {16, 16});
        if (regions.size() < 2) {
            continue;
        }
        double all = 0;
        double slowest = 0;
        for (std::size_t i = 0; i < regions.size(); ++i) {
            double own = 0;
            for (const std::size_t layer : segment.regions[i]) {
                own += static_cast<double>(network::operations(net.network.layers[layer]));
            }
            all += own;
            slowest = std::max(slowest, own / static_cast<double>(regions[i].extent.size()));
        }
        QVERIFY(all / slowest >= 0.95 * 256); // nineteen in twenty tiles are busy
    }
}

TILESCAPE_TEST(TestSegmentEnumeration)

} // namespace tst_segment_enumeration
#include "tst_segment_enumeration.moc"
