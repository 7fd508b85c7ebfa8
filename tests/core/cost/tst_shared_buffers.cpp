#include "core/cost/blocking_cost.h"
#include "core/cost/shared_buffers.h"
#include "core/dataflow/pe_mapping.h"
#include "core/support/factors.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <list>
#include <random>
#include <set>

namespace tst_shared_buffers {

using namespace tilescape;
using dataflow::Blocking;
using dataflow::LoopNest;

namespace {

using Block = std::vector<Count>;

/// Blocks of one tensor in the order in which the loops at memory level bring them into a tile's buffer, found by running
/// these loops; a block that is there already is not asked for again.
std::vector<Block> blocksAskedFor(const LoopNest& nest, const Blocking& blocking, Tensor tensor)
{
    std::vector<Block> asked;
    PerLoop<Count> index;
    const auto& order = blocking.order[0];
    for (index[order[0]] = 0; index[order[0]] < blocking.factors[order[0]][0]; ++index[order[0]]) {
        for (index[order[1]] = 0; index[order[1]] < blocking.factors[order[1]][0]; ++index[order[1]]) {
            for (index[order[2]] = 0; index[order[2]] < blocking.factors[order[2]][0]; ++index[order[2]]) {
                Block block;
                for (const Loop loop : allLoops) {
                    block.push_back(nest.variesWith(tensor, loop) ? index[loop] : 0);
                }
                if (asked.empty() || asked.back() != block) {
                    asked.push_back(block);
                }
            }
        }
    }
    return asked;
}

/// Times that a memory with room for so many blocks, which forgets the one that was not used for longest, asks outside.
std::size_t misses(const std::vector<Block>& asked, std::size_t room)
{
    std::list<Block> holds;
    std::size_t count = 0;
    for (const Block& block : asked) {
        const auto found = std::find(holds.begin(), holds.end(), block);
        if (found == holds.end()) {
            ++count;
        } else {
            holds.erase(found);
        }
        holds.push_front(block);
        if (holds.size() > room) {
            holds.pop_back();
        }
    }
    return count;
}

/// Loops of 4, 6 and 5 passes over one-word maps and filters.
LoopNest smallNest()
{
    network::Layer layer;
    layer.kind = network::Convolution{{1, 1}, {1, 1}, 1};
    layer.inputChannels = 4;
    layer.outputChannels = 6;
    return dataflow::loopNest({layer, 5, 1}, Extent{1, 1}, {1, 1});
}

/// Batch, then output, then input channels at memory level; a unit at a time in the buffer.
Blocking allAtMemory(const LoopNest& nest)
{
    Blocking blocking;
    for (const Loop loop : allLoops) {
        blocking.factors[loop] = {nest.iterations[loop], 1, 1};
    }
    return blocking;
}

hardware::Machine machineWith(std::vector<hardware::SharedBuffer> buffers)
{
    hardware::Machine machine;
    machine.shape.tiles = {1, 1};
    machine.capacities.registerWordsPerPe = machine.capacities.bufferWordsPerTile = 1'000'000;
    machine.prices.accessPj = {{100, 6, 2, 1}};
    machine.sharedBuffers = std::move(buffers);
    return machine;
}

} // namespace

class TestSharedBuffers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMemoryOfTheSizeThatTheModelSaysAsksForEachBlockOnce();
    void whatIsHeldComesFromDramOnce();
    void roomDecidesWhatIsHeld();
    void furtherLevelsTakeWhatDoesNotFit();
    void partsOfTheEnergyAddUp();
    void withoutSharedBuffersNothingChanges();
    void aRegionHasItsShareOfTheRoom();
};

void TestSharedBuffers::aMemoryOfTheSizeThatTheModelSaysAsksForEachBlockOnce()
{
    std::mt19937 engine(3);
    const auto upTo = [&](Count largest) { return std::uniform_int_distribution<Count>(1, largest)(engine); };
    int reused = 0;
    for (int run = 0; run < 3000; ++run) {
        LoopNest nest = smallNest();
        nest.varies = run % 3 == 0 ? PerTensor<std::uint8_t>{{6, 5, 3}} : nest.varies; // as for a gradient of weights
        Blocking blocking;
        for (const Loop loop : allLoops) {
            blocking.factors[loop] = {upTo(4), upTo(2), upTo(2)};
        }
        std::shuffle(blocking.order[0].begin(), blocking.order[0].end(), engine);
        for (const Tensor tensor : allTensors) {
            const std::vector<Block> asked = blocksAskedFor(nest, blocking, tensor);
            const std::set<Block> distinct(asked.begin(), asked.end());
            Count unitsOfBlock = 1;
            for (const Loop loop : allLoops) {
                const auto& factors = blocking.factors[loop];
                unitsOfBlock *= nest.variesWith(tensor, loop) ? factors[1] * factors[2] : 1;
            }
            const Count units = cost::unitsBetweenFetches(nest, blocking, tensor);
            QCOMPARE(units % unitsOfBlock, Count{0});
            const auto room = static_cast<std::size_t>(units / unitsOfBlock);
            QCOMPARE(misses(asked, room), distinct.size());
            // With room for one block less, blocks are asked for again: the model asks for no more room than it takes.
            if (asked.size() > distinct.size()) {
                ++reused;
                QVERIFY(misses(asked, room - 1) > distinct.size());
            }
        }
    }
    QVERIFY(reused > 1000);
}

void TestSharedBuffers::whatIsHeldComesFromDramOnce()
{
    // The tiles ask for the 24 weights for each of 5 items of the batch, and for each item's 4 inputs for 6 outputs.
    const LoopNest nest = smallNest();
    const cost::LayerCost plain = cost::blockingCost(nest, allAtMemory(nest), machineWith({}), {});
    QCOMPARE(plain.accesses[Level::Dram], (PerTensor<double>{{5 * 24, 6 * 20, 30}}));
    const cost::LayerCost shared =
        cost::blockingCost(nest, allAtMemory(nest), machineWith({{1000, 10, hardware::unlimited}}), {});
    QCOMPARE(shared.accesses[Level::Dram], (PerTensor<double>{{24, 20, 30}}));
    QCOMPARE(shared.sharedAccesses, (PerTensor<double>{{5 * 24, 6 * 20, 0}}));
    QCOMPARE(shared.sharedWords, (PerTensor<double>{{24, 4, 0}})); // all weights; the inputs of one item
    QCOMPARE(shared.sharedLevel, (PerTensor<Count>{{1, 1, 0}}));
    QCOMPARE(shared.energy.sharedBuffers, 10.0 * (120 + 120));
}

void TestSharedBuffers::roomDecidesWhatIsHeld()
{
    const LoopNest nest = smallNest();
    const auto levels = [&](Count words) {
        return cost::blockingCost(nest, allAtMemory(nest), machineWith({{words, 10, hardware::unlimited}}), {}).sharedLevel;
    };
    QCOMPARE(levels(3), (PerTensor<Count>{{0, 0, 0}}));
    QCOMPARE(levels(4), (PerTensor<Count>{{0, 1, 0}}));
    QCOMPARE(levels(27), (PerTensor<Count>{{0, 1, 0}})); // the inputs save 100 words, the weights 96
    QCOMPARE(levels(28), (PerTensor<Count>{{1, 1, 0}}));
    // Of what costs as much to reach as DRAM, nothing is gained: 5 accesses there and one here, or 5 here.
    const auto costly =
        cost::blockingCost(nest, allAtMemory(nest), machineWith({{1000, 100, hardware::unlimited}}), {});
    QCOMPARE(costly.sharedLevel, (PerTensor<Count>{{0, 0, 0}}));
}

void TestSharedBuffers::furtherLevelsTakeWhatDoesNotFit()
{
    const LoopNest nest = smallNest();
    const cost::LayerCost cost = cost::blockingCost(
        nest, allAtMemory(nest), machineWith({{4, 5, hardware::unlimited}, {1000, 20, 2}}), {});
    QCOMPARE(cost.sharedLevel, (PerTensor<Count>{{2, 1, 0}}));
    QCOMPARE(cost.energy.sharedBuffers, 20.0 * 120 + 5.0 * 120);
    QCOMPARE(cost.sharedCycles, 60.0); // 120 words of the outer one, two a cycle
}

void TestSharedBuffers::partsOfTheEnergyAddUp()
{
    const LoopNest nest = smallNest();
    const cost::LayerCost cost =
        cost::blockingCost(nest, allAtMemory(nest), machineWith({{1000, 10, hardware::unlimited}}), {});
    const cost::Energy& parts = cost.energy;
    QCOMPARE(parts.total(), parts.mac + parts.dram + parts.sharedBuffers + parts.noc + parts.buffer + parts.bus
                                + parts.registers + parts.staticPower);
    QCOMPARE(parts.dram, 100.0 * (24 + 20 + 30));
}

void TestSharedBuffers::withoutSharedBuffersNothingChanges()
{
    // Nothing fits: the tiles ask DRAM for the same words as on a chip that has none.
    const LoopNest nest = smallNest();
    const cost::LayerCost none = cost::blockingCost(nest, allAtMemory(nest), machineWith({}), {});
    const cost::LayerCost small =
        cost::blockingCost(nest, allAtMemory(nest), machineWith({{1, 1, hardware::unlimited}}), {});
    QCOMPARE(small.accesses, none.accesses);
    QCOMPARE(small.energy.total(), none.energy.total());
    QCOMPARE(small.cycles, none.cycles);
}

void TestSharedBuffers::aRegionHasItsShareOfTheRoom()
{
    const LoopNest nest = smallNest();
    hardware::Machine machine = machineWith({{55, 10, hardware::unlimited}});
    machine.shape.tiles = {1, 2};
    cost::TileContext half; // one of the two tiles, the other works on another region
    half.sharedPart = 0.5;
    QCOMPARE(cost::blockingCost(nest, allAtMemory(nest), machine, half).sharedLevel, (PerTensor<Count>{{0, 1, 0}}));
    machine.sharedBuffers.front().words = 56;
    QCOMPARE(cost::blockingCost(nest, allAtMemory(nest), machine, half).sharedLevel, (PerTensor<Count>{{1, 1, 0}}));
}

TILESCAPE_TEST(TestSharedBuffers)

} // namespace tst_shared_buffers
#include "tst_shared_buffers.moc"
