#include "core/hardware/parameters.h"
#include "core/io/files.h"
#include "core/io/network_json.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/search/space/region_allocation.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_loop_order_constraints {

using namespace tilescape;
using pipeline::LoopOrderConstraints;
using pipeline::TopGroups;

namespace {

/// Three layers of 32 channels on 8 x 8 points, each in a region of four tiles (which ones, does not matter). The one in the middle is `kind`.
std::optional<LoopOrderConstraints> constraintsAround(const network::LayerKind& kind, bool alternate)
{
    network::Network network{"three", "", {"input", 32, {8, 8}}, {}, {}};
    const network::LayerKind point = network::Convolution{{1, 1}, {1, 1}, 1};
    network.layers = {{"before", {"input"}, point, 32, 32, {8, 8}},
                      {"middle", {"before"}, kind, 32, 32, {8, 8}},
                      {"after", {"middle"}, point, 32, 32, {8, 8}}};
    hardware::Hardware chip;
    chip.tiles = {4, 4};
    const std::vector<dataflow::Region> regions(3, dataflow::wholeChip({1, 4}));
    return LoopOrderConstraints::of(network, network::topologyOf(network), {0, {{0}, {1}, {2}}}, regions, 4,
                                    hardware::machineOf(chip), alternate);
}

std::vector<TopGroups> groupsOf(const LoopOrderConstraints& constraints, const std::vector<Count>& values)
{
    std::vector<TopGroups> groups;
    std::vector<Count> outputGroups;
    for (const std::size_t place : {0U, 1U, 2U}) {
        groups.push_back(constraints.groupsAt(place, values, outputGroups));
        outputGroups.push_back(std::max<Count>(1, groups.back().output));
    }
    return groups;
}

const network::LayerKind convolution = network::Convolution{{3, 3}, {1, 1}, 1};
const network::LayerKind depthwise = network::Convolution{{3, 3}, {1, 1}, 32};
const network::LayerKind pooling = network::Pooling{{1, 1}, {1, 1}};

} // namespace

class TestLoopOrderConstraints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aConvolutionTakesTheGroupsOfTheOneBefore();
    void depthwiseAndPoolingPassGroupsOn();
    void withoutAlternateOrdersMapsAreWhole();
    void whatWasMadeOnItsTilesIsTakenInAnyPieces();
    void aConvolutionTakesWhatAPoolingOnItsTilesMakes();
    void whatIsHandedOnWholeWithoutThemMayBeWithThem_data();
    void whatIsHandedOnWholeWithoutThemMayBeWithThem();
};

/// Its input channels in the groups of the output channels before; the map that follows is whole.
void TestLoopOrderConstraints::aConvolutionTakesTheGroupsOfTheOneBefore()
{
    const auto constraints = constraintsAround(convolution, true);
    QVERIFY(constraints && constraints->domains().size() == 2);
    for (const Count value : constraints->domains().back()) {
        const std::vector<TopGroups> groups = groupsOf(*constraints, {2, value});
        QCOMPARE(groups[0].output, value);
        QCOMPARE(groups[1], (TopGroups{2, value, 1}));
        QCOMPARE(groups[2].input, 1);
    }
}

/// They make each channel from the channel of the same number, so that groups go through.
void TestLoopOrderConstraints::depthwiseAndPoolingPassGroupsOn()
{
    const auto constraints = constraintsAround(depthwise, true);
    const auto pooled = constraintsAround(pooling, true);
    QVERIFY(constraints && pooled);
    QCOMPARE(constraints->domains(), pooled->domains());
    QCOMPARE(constraints->domains().size(), std::size_t{2});
    for (const Count value : constraints->domains().back()) {
        const std::vector<TopGroups> groups = groupsOf(*constraints, {2, value});
        QCOMPARE(groups, groupsOf(*pooled, {2, value}));
        QCOMPARE(groups[0].output, value);
        QCOMPARE(groups[1], (TopGroups{2, 0, value}));
        QCOMPARE(groups[2].input, value);
    }
}

void TestLoopOrderConstraints::withoutAlternateOrdersMapsAreWhole()
{
    for (const network::LayerKind& kind : {convolution, depthwise, pooling}) {
        const auto constraints = constraintsAround(kind, false);
        QVERIFY(constraints);
        QCOMPARE(constraints->domains().size(), std::size_t{1});
        const std::vector<TopGroups> groups = groupsOf(*constraints, {2});
        QCOMPARE(groups[0], (TopGroups{2, groups[0].input, 1}));
        QCOMPARE(groups[1].output, 1);
        QCOMPARE(groups[2].input, 1);
    }
}

/// What was made on its tiles is all there, for a layer to take in any pieces; what another region makes whole is handed over in one.
void TestLoopOrderConstraints::whatWasMadeOnItsTilesIsTakenInAnyPieces()
{
    network::Network network{"two", "", {"input", 32, {8, 8}}, {}, {}};
    network.layers = {{"before", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 32, 32, {8, 8}},
                      {"after", {"before"}, convolution, 32, 32, {8, 8}}};
    hardware::Hardware chip;
    chip.tiles = {4, 4};
    const auto inputGroups = [&](const pipeline::Segment& segment) {
        const std::vector<dataflow::Region> regions(segment.regions.size(), dataflow::wholeChip({1, 4}));
        const auto constraints = LoopOrderConstraints::of(network, network::topologyOf(network), segment, regions, 4,
                                                          hardware::machineOf(chip), false);
        return constraints.value().groupsAt(1, std::vector<Count>(constraints->domains().size(), 1), {1}).input;
    };
    QCOMPARE(inputGroups({0, {{0, 1}}}), 0);
    QCOMPARE(inputGroups({0, {{0}, {1}}}), 1);
}

/// A pooling begins the segment, or the region: the convolution behind it on the same tiles takes its groups, or the whole map.
void TestLoopOrderConstraints::aConvolutionTakesWhatAPoolingOnItsTilesMakes()
{
    network::Network network{"pooled", "", {"input", 32, {8, 8}}, {}, {}};
    network.layers = {{"before", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 32, 32, {8, 8}},
                      {"pool", {"before"}, pooling, 32, 32, {8, 8}},
                      {"after", {"pool"}, convolution, 32, 32, {6, 6}}};
    hardware::Hardware chip;
    chip.tiles = {4, 4};
    const std::vector<std::pair<std::size_t, pipeline::Segment>> segments{{0, {1, {{1, 2}}}}, {1, {0, {{0}, {1, 2}}}}};
    for (const auto& [pool, segment] : segments) {
        const std::vector<dataflow::Region> regions(segment.regions.size(), dataflow::wholeChip({1, 4}));
        const auto constraints =
            LoopOrderConstraints::of(network, network::topologyOf(network), segment, regions, 4, hardware::machineOf(chip), true);
        QVERIFY(constraints);
        for (const Count value : constraints->domains().back()) {
            std::vector<Count> outputGroups;
            std::vector<TopGroups> groups;
            for (std::size_t place = 0; place <= pool + 1; ++place) {
                groups.push_back(constraints->groupsAt(place, std::vector<Count>(constraints->domains().size(), value), outputGroups));
                outputGroups.push_back(std::max<Count>(1, groups.back().output));
            }
            QVERIFY(groups[pool].output > 0); // not left to the search
            QCOMPARE(groups[pool + 1].input, groups[pool].output);
        }
    }
}

void TestLoopOrderConstraints::whatIsHandedOnWholeWithoutThemMayBeWithThem_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"alexnet", "googlenet", "resnet50", "mobilenet_v1", "lstm_gnmt"}) {
        QTest::newRow(name) << QString(TILESCAPE_SOURCE_DIR "/resources/networks/%1.json").arg(name);
    }
}

/// Alternate orders add choices and take none away: wherever whole maps have room between all regions, one group is a choice of each
/// variable. Among the segments are those of inception modules, whose first layers share what one of them fetches.
void TestLoopOrderConstraints::whatIsHandedOnWholeWithoutThemMayBeWithThem()
{
    QFETCH(QString, file);
    const std::string path = file.toStdString();
    const network::Network network = io::readNetwork(io::readFile(path).value(), path).value();
    const network::Topology topology = network::topologyOf(network);
    hardware::Hardware chip;
    chip.tiles = {16, 16};
    chip.bufferBytesPerTile = 32 << 10;
    const hardware::Machine machine = hardware::machineOf(chip);
    int whole = 0;
    for (const pipeline::Segment& segment :
         search::segmentsOf(network, topology, {true, true, 5, false}, search::runVertices(network))) {
        const std::vector<dataflow::Region> regions = search::allocateRegions(network, segment, chip.tiles);
        if (regions.empty() || segment.layerCount() == 1
            || !LoopOrderConstraints::of(network, topology, segment, regions, 64, machine, false)) {
            continue;
        }
        ++whole;
        const auto constraints = LoopOrderConstraints::of(network, topology, segment, regions, 64, machine, true);
        QVERIFY(constraints);
        for (const std::vector<Count>& domain : constraints->domains()) {
            QVERIFY2(domain.front() == 1, network.layers[segment.regions.front().front()].name.c_str());
        }
    }
    QVERIFY(whole > 0);
}

TILESCAPE_TEST(TestLoopOrderConstraints)

} // namespace tst_loop_order_constraints
#include "tst_loop_order_constraints.moc"
