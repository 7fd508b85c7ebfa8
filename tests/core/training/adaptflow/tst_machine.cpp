#include "core/io/library.h"
#include "core/training/adaptflow/interconnect.h"
#include "core/training/adaptflow/machine.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace tst_machine {

using namespace tilescape;
using namespace tilescape::training::adaptflow;

namespace {

constexpr std::array networks{"alexnet_ungrouped", "vgg16", "resnet50", "unet_unpadded"};

Comparison compare(const char* name, const Settings& settings = {})
{
    return compareMachines(selectDataflows(io::loadNetwork(name).value(), 1, settings), settings);
}

Requests requestsFrom(const std::vector<std::size_t>& sources)
{
    Requests requests;
    for (const std::size_t source : sources) {
        requests.emplace_back(source);
    }
    return requests;
}

} // namespace

class TestMachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cyclesByHand();
    void theFlexibleArrayIsNeverSlower();
    void noMachineBeatsItsMultipliers();
    void reconfigurationOnceALayer();
    void theMemoryThatIsTooSmallIsNamed();
    void theRivalsStandInThePapersOrder();
    void sizesOfTheNetworkAreThePapers();
    void everyPermutationIsRouted();
    void thePatternsOfTableOneAreRouted();
};

void TestMachine::cyclesByHand()
{
    // VGG's second layer: 64 x 64 channels, 3 x 3, 224 x 224 positions.
    const Nest nest{1, 1, 64, 64, 3, 3, 224, 224, 1, 1};
    QCOMPARE(computeCycles(nest, mappingOf(Machine::Nvdla, nest)), Count(2) * 1 * 9 * 224 * 224);
    QCOMPARE(computeCycles(nest, mappingOf(Machine::ShiDianNao, nest)), Count(16) * 64 * 9 * 7 * 7);
    // Three filter rows leave room for five copies: K 5, C 16 a PE.
    QCOMPARE(computeCycles(nest, mappingOf(Machine::Eyeriss, nest)), Count(13) * 4 * 3 * 224 * 14);
    QCOMPARE(computeCycles(nest, mappingOf(Machine::AdaptFlow, nest)), nest.macs() / laneCount);
}

void TestMachine::theFlexibleArrayIsNeverSlower()
{
    // NVDLA's and ShiDianNao's mappings are splits into powers of two, and so among its own.
    for (const char* name : networks) {
        const Comparison comparison = compare(name);
        for (std::size_t i = 0; i < comparison.runs[Machine::AdaptFlow].size(); ++i) {
            const double own = comparison.runs[Machine::AdaptFlow][i].computeCycles;
            QVERIFY(own <= comparison.runs[Machine::Nvdla][i].computeCycles);
            QVERIFY(own <= comparison.runs[Machine::ShiDianNao][i].computeCycles);
        }
    }
}

void TestMachine::noMachineBeatsItsMultipliers()
{
    for (const char* name : networks) {
        const Selection selection = selectDataflows(io::loadNetwork(name).value(), 1, {});
        const Comparison comparison = compareMachines(selection, {});
        for (const Machine machine : allMachines) {
            for (std::size_t i = 0; i < selection.size(); ++i) {
                const LayerRun& run = comparison.runs[machine][i];
                QVERIFY(run.spatial.lanes() <= laneCount);
                QVERIFY(run.computeCycles * double(laneCount) >= double(selection[i].nest.macs()));
                QVERIFY(run.cycles >= run.computeCycles);
            }
        }
    }
}

void TestMachine::reconfigurationOnceALayer()
{
    const Comparison comparison = compare("alexnet");
    for (const LayerRun& run : comparison.runs[Machine::AdaptFlow]) {
        QCOMPARE(run.cycles, std::max({run.computeCycles, run.nocCycles, run.dramCycles}) + 96);
    }
    for (const LayerRun& run : comparison.runs[Machine::Nvdla]) {
        QCOMPARE(run.cycles, std::max({run.computeCycles, run.nocCycles, run.dramCycles}));
    }
}

/// The PEs', or the buffer for the one dataflow that a machine has.
void TestMachine::theMemoryThatIsTooSmallIsNamed()
{
    const auto unfitWith = [](const char* network, const Settings& settings) {
        const Selection selection = selectDataflows(io::loadNetwork(network).value(), 1, settings);
        return firstUnfit(selection, compareMachines(selection, settings), settings);
    };
    Settings settings;
    QVERIFY(!unfitWith("alexnet", settings));
    settings.weightBits = settings.inputBits = 16;
    settings.peBytes = 1;
    const auto inPes = unfitWith("alexnet", settings);
    QVERIFY(inPes && !inPes->inBuffer && inPes->machine == Machine::AdaptFlow);
    QCOMPARE(inPes->bytes, peCount);
    settings = {};
    settings.tiles = Tiles::Literal;
    settings.literal = {{LoopTile{500, 50, 5, 5, 24, 24}, LoopTile{}, LoopTile{}}};
    settings.bufferBytes = 20000;
    const auto inBuffer = unfitWith("lenet_c", settings);
    QVERIFY(inBuffer && inBuffer->inBuffer && inBuffer->machine == Machine::Nvdla);
    QCOMPARE(inBuffer->bytes, Count(20000));
}

void TestMachine::theRivalsStandInThePapersOrder()
{
    PerMachine<double> reduction{};
    for (const char* name : networks) {
        const Comparison comparison = compare(name);
        for (const Machine machine : allMachines) {
            reduction[machine] += timeReduction(comparison, machine) / double(networks.size());
        }
    }
    QVERIFY(reduction[Machine::ShiDianNao] > reduction[Machine::Nvdla]);
    QVERIFY(reduction[Machine::Nvdla] > reduction[Machine::Eyeriss]);
    QVERIFY(reduction[Machine::Eyeriss] > 0);
}

void TestMachine::sizesOfTheNetworkAreThePapers()
{
    QCOMPARE(closStages(closPorts), std::size_t(7));
    QCOMPARE(closSwitches(closPorts), std::size_t(56));
    QCOMPARE(closLinks(closPorts) + ringCount * pesPerRing, std::size_t(nocAreas().front().links));
}

void TestMachine::everyPermutationIsRouted()
{
    for (const std::size_t ports : {2, 4, 8}) {
        std::vector<std::size_t> sources(ports);
        std::iota(sources.begin(), sources.end(), 0U);
        do {
            const Requests requests = requestsFrom(sources);
            const auto routing = route(requests);
            QVERIFY(routing);
            QVERIFY(trace(ports, *routing).back() == requests);
        } while (std::next_permutation(sources.begin(), sources.end()));
    }
}

void TestMachine::thePatternsOfTableOneAreRouted()
{
    for (const Pattern pattern : {Pattern::Unicast, Pattern::Multicast, Pattern::Broadcast}) {
        const Requests requests = requestsOf(pattern);
        const auto routing = route(requests);
        QVERIFY(routing);
        QVERIFY(trace(closPorts, *routing).back() == requests);
    }
    QCOMPARE(patternOf(Dataflow::WeightStationary, Tensor::Input), Pattern::Multicast);
    QCOMPARE(patternOf(Dataflow::OutputStationary, Tensor::Weight), Pattern::Broadcast);
    QCOMPARE(patternOf(Dataflow::InputStationary, Tensor::Output), Pattern::Unicast);
}

TILESCAPE_TEST(TestMachine)

} // namespace tst_machine
#include "tst_machine.moc"
