#include "core/io/library.h"
#include "core/pipeline/region_room.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_region_room {

using namespace tilescape;
using pipeline::RegionRoom;
using pipeline::RegionShare;

namespace {

constexpr Count buffer = 1000; // words of a tile

/// AlexNet's conv5_a and pool3_a on the same tiles, or each on its own.
std::vector<pipeline::Placement> convolutionAndPooling(const network::Network& network, bool oneRegion)
{
    std::vector<pipeline::Placement> placed;
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer) {
        if (network.layers[layer].name == "conv5_a") {
            placed.push_back({layer, {0, 0, 0}});
        } else if (network.layers[layer].name == "pool3_a") {
            placed.push_back({layer, oneRegion ? pipeline::Slot{0, 0, 1} : pipeline::Slot{0, 1, 0}});
        }
    }
    return placed;
}

/// So many groups of the batch, of one or more groups of output channels each.
dataflow::Blocking groups(Count batch, Count channels = 1)
{
    dataflow::Blocking blocking;
    blocking.factors[Loop::InputChannel] = {1, 1, 1};
    blocking.factors[Loop::OutputChannel] = {channels, 1, 1};
    blocking.factors[Loop::Batch] = {batch, 1, 1};
    blocking.order[0] = {Loop::Batch, Loop::OutputChannel, Loop::InputChannel};
    return blocking;
}

/// Of a map split over 4 x 4 tiles, so that each finds what it takes from the layer before it where that was made.
RegionShare share(const dataflow::Blocking& blocking, Count weights, Count inputs, Count outputs)
{
    static const dataflow::Partition byMap = [] {
        dataflow::Partition made;
        made.shares[dataflow::Split::Map] = {4, 4};
        return made;
    }();
    return {&blocking, {{weights, inputs, outputs}}, &byMap};
}

} // namespace

class TestRegionRoom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersLieSideBySideOrTakeTurns();
    void onlyWhatIsUsedTogetherNeedsRoomInTurns();
    void anInputThatStaysLeavesLessRoom();
    void sumsThatStayLeaveLessRoom();
    void whatWasMadeElsewhereNeedsRoom();
    void aLayerThatKeepsItsInputForAllTurnsTakesNone();
    void onlyPartsOfWhatIsHeldAreTakenWithoutRoom();
    void whatTilesShareIsNotTakenAtOnce();
    void regionsOfTheirOwnHaveAllTheRoom();
    void whatIsLeftHoldsMorePieces();
    void whatTilesShareHasPiecesInTurn();
    void withoutABufferThereIsRoomForNoCopy();

private:
    network::Network m_network = io::loadNetwork("alexnet").value();
    network::Topology m_topology = network::topologyOf(m_network);
    RegionRoom m_room{m_network, m_topology, convolutionAndPooling(m_network, true), buffer};
    dataflow::Blocking m_four = groups(4);
    dataflow::Blocking m_two = groups(2);
};

void TestRegionRoom::layersLieSideBySideOrTakeTurns()
{
    // 200 + 300 + 400, then 100: 1,000 words, whatever the loops.
    QVERIFY(m_room.fits(0, {share(m_four, 200, 300, 400), share(m_two, 0, 400, 100)}));
    // A word more has room only in turns, which both must take in step.
    QVERIFY(m_room.fits(0, {share(m_four, 200, 300, 400), share(m_four, 0, 400, 101)}));
    QVERIFY(!m_room.fits(0, {share(m_four, 200, 300, 400), share(m_two, 0, 400, 101)}));
}

void TestRegionRoom::onlyWhatIsUsedTogetherNeedsRoomInTurns()
{
    // The pooling's outputs lie over the convolution's weights and inputs, but beside its outputs.
    QVERIFY(m_room.fits(0, {share(m_four, 300, 300, 400), share(m_four, 0, 400, 600)}));
    QVERIFY(!m_room.fits(0, {share(m_four, 300, 300, 400), share(m_four, 0, 400, 601)}));
    // Alone the convolution would have room.
    QVERIFY(!m_room.fits(0, {share(m_four, 301, 300, 400), share(m_four, 0, 400, 1)}));
    QVERIFY(m_room.fits(0, {share(m_four, 301, 300, 400)}));
}

void TestRegionRoom::anInputThatStaysLeavesLessRoom()
{
    // With the channels in three groups, the convolution's inputs are needed again in the next turn.
    const dataflow::Blocking inThree = groups(4, 3);
    QVERIFY(m_room.fits(0, {share(inThree, 200, 300, 400), share(inThree, 0, 400, 300)}));
    QVERIFY(!m_room.fits(0, {share(inThree, 200, 300, 400), share(inThree, 0, 400, 301)}));
}

/// A fully connected layer takes what another made group by group of its input channels, and adds each to the same sums.
void TestRegionRoom::sumsThatStayLeaveLessRoom()
{
    std::vector<pipeline::Placement> placed;
    for (std::size_t layer = 0; layer < m_network.layers.size(); ++layer) {
        if (m_network.layers[layer].name == "fc1" || m_network.layers[layer].name == "fc2") {
            placed.push_back({layer, {0, 0, static_cast<Count>(placed.size())}});
        }
    }
    QCOMPARE(placed.size(), std::size_t{2});
    const RegionRoom room(m_network, m_topology, placed, buffer);
    dataflow::Blocking made = groups(1, 4);
    dataflow::Blocking taken = groups(1);
    taken.factors[Loop::InputChannel][0] = 4;
    // The first takes its own input anew for each group: it would stay otherwise.
    made.factors[Loop::InputChannel][0] = 2;
    // 300 + 200 + 100 words of the first, beside 400 of the sums.
    QVERIFY(room.fits(0, {share(made, 300, 200, 100), share(taken, 450, 100, 400)}));
    QVERIFY(!room.fits(0, {share(made, 300, 201, 100), share(taken, 450, 100, 400)}));
    // Those of another item in each group do not stay.
    const dataflow::Blocking items = groups(4);
    QVERIFY(room.fits(0, {share(items, 300, 201, 100), share(items, 450, 100, 400)}));
}

/// The convolution's outputs fill the buffer. The pooling takes as many words, of which it bypasses what it makes: in the place where
/// they were made, unless other tiles have made them.
void TestRegionRoom::whatWasMadeElsewhereNeedsRoom()
{
    const RegionShare maker = share(m_four, 0, 0, 1000);
    RegionShare taker = share(m_two, 0, 1000, 0);
    QVERIFY(m_room.fits(0, {maker, taker}));
    taker.sharesInput = true; // a part of what several tiles need
    QVERIFY(!m_room.fits(0, {maker, taker}));
    taker.sharesInput = false;
    dataflow::Partition otherwise;
    otherwise.shares[dataflow::Split::Batch] = {4, 4};
    taker.partition = &otherwise;
    QVERIFY(!m_room.fits(0, {maker, taker}));

    // The sums of split input channels are gathered by one tile of several.
    RegionShare gathered = maker;
    dataflow::Partition byChannels = *maker.partition;
    byChannels.shares[dataflow::Split::InputChannel] = {2, 1};
    gathered.partition = &byChannels;
    taker.partition = maker.partition;
    QVERIFY(m_room.fits(0, {maker, taker}));
    QVERIFY(!m_room.fits(0, {gathered, taker}));
}

/// The convolution makes its outputs in two groups of channels for each of four groups of the batch. A pooling with the same loops, in
/// which the channels do not change what it holds, would wait in its first turn for what comes in the second.
void TestRegionRoom::aLayerThatKeepsItsInputForAllTurnsTakesNone()
{
    const dataflow::Blocking made = groups(4, 2);
    dataflow::Blocking taken = groups(4, 1);
    taken.factors[Loop::InputChannel] = {2, 1, 1}; // of which a pooling has none
    const RegionShare maker = share(made, 200, 300, 400);
    QVERIFY(m_room.fits(0, {maker, share(made, 0, 400, 101)}));
    QVERIFY(!m_room.fits(0, {maker, share(taken, 0, 400, 101)}));
}

/// What goes to the PEs only once takes no room of its own, if it is always a part of what the layer before it holds.
void TestRegionRoom::onlyPartsOfWhatIsHeldAreTakenWithoutRoom()
{
    RegionShare taker = share(m_four, 0, 500, 0);
    taker.takesInputOnce = true;
    QVERIFY(m_room.fits(0, {share(m_four, 200, 300, 500), taker}));
    // Of two groups of channels only one is there at a time, while the pooling works on both.
    const dataflow::Blocking inGroups = groups(4, 2);
    QVERIFY(!m_room.fits(0, {share(inGroups, 200, 300, 500), taker}));
}

/// What all tiles hold one copy of between them may stream past, so that what it is taken from stays until the layer is done.
void TestRegionRoom::whatTilesShareIsNotTakenAtOnce()
{
    const RegionShare maker = share(m_four, 200, 100, 600);
    RegionShare taker = share(m_four, 0, 400, 500);
    dataflow::Partition otherwise = *maker.partition;
    otherwise.shares[dataflow::Split::Map] = {2, 8};
    taker.partition = &otherwise; // it cannot stay where it lies
    QVERIFY(m_room.fits(0, {maker, taker}));
    taker.sharesInput = true;
    QVERIFY(!m_room.fits(0, {maker, taker}));
}

void TestRegionRoom::regionsOfTheirOwnHaveAllTheRoom()
{
    const RegionRoom apart(m_network, m_topology, convolutionAndPooling(m_network, false), buffer);
    QVERIFY(m_room.isShared(0) && m_room.isShared(1) && m_room.hasNext(0) && !m_room.hasNext(1));
    QVERIFY(!apart.isShared(0) && !apart.isShared(1));
    QCOMPARE(apart.firstAt(1), std::size_t{1});
}

void TestRegionRoom::whatIsLeftHoldsMorePieces()
{
    const RegionRoom apart(m_network, m_topology, convolutionAndPooling(m_network, false), buffer);
    QVERIFY(apart.handsOver(0) && !m_room.handsOver(0));
    const auto held = [](const RegionRoom& room, const std::vector<RegionShare>& shares) { return room.handOnRooms(0, shares).front().held; };
    QCOMPARE(held(apart, {share(m_four, 200, 300, 250)}), 2); // 250 words are left
    QCOMPARE(held(apart, {share(m_four, 200, 300, 251)}), 1);
    QCOMPARE(held(apart, {share(m_four, 0, 0, 10)}), 2); // a segment of two layers has no use for more
    // The pooling on the same tiles finds its input there, and needs room for what it makes.
    QCOMPARE(held(m_room, {share(m_four, 200, 300, 200), share(m_four, 0, 200, 100)}), 2);
    QCOMPARE(held(m_room, {share(m_four, 200, 300, 200), share(m_four, 0, 200, 101)}), 1);
}

void TestRegionRoom::whatTilesShareHasPiecesInTurn()
{
    const RegionRoom apart(m_network, m_topology, convolutionAndPooling(m_network, false), buffer);
    RegionShare maker = share(m_four, 200, 300, 100);
    for (const auto& [sharers, held] : {std::pair<Count, Count>{1, 2}, {2, 1}, {3, 2}}) {
        maker.outputSharers = sharers;
        QCOMPARE(apart.handOnRooms(0, {maker}).front().held, held);
    }
}

void TestRegionRoom::withoutABufferThereIsRoomForNoCopy()
{
    const RegionRoom apart(m_network, m_topology, convolutionAndPooling(m_network, false), buffer);
    RegionShare layer = share(m_four, 200, 300, 100);
    QCOMPARE(apart.handOnRooms(0, {layer}).front(), (pipeline::HandOnRoom{2, true}));
    layer.bufferWords[Tensor::Input] = 0;
    QCOMPARE(apart.handOnRooms(0, {layer}).front(), (pipeline::HandOnRoom{2, false}));
}

TILESCAPE_TEST(TestRegionRoom)

} // namespace tst_region_room
#include "tst_region_room.moc"
