#include "core/cost/blocking_cost.h"
#include "tests/core/cost/naive_walker.h"
#include "tests/core/cost/random_nests.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_walker {

using namespace samples;

class TestWalker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOfRandomSchemesEqualTheModels();
};

void TestWalker::countsOfRandomSchemesEqualTheModels()
{
    Dice dice(20190413);
    hardware::Machine machine = roomyMachine();
    machine.rates.busWordsPerCycle = 3;
    Count schemes = 0;
    Count busiestBypasses = 0;
    Count bypasses = 0;
    Count rereads = 0;
    while (schemes < 50'000) {
        const network::Layer layer = randomLayer(dice);
        const dataflow::TileLayer tile{layer, dice.upTo(6), 1};
        hardware::PeArray array(dice.upTo(8), dice.upTo(8));
        array.dataflow = dice.upTo(2) == 1 ? hardware::ArrayDataflow::RowStationary : hardware::ArrayDataflow::Systolic;
        const auto nests = dataflow::loopNests(tile, array);
        const dataflow::LoopNest nest = dice.pick(nests);
        const dataflow::Blocking blocking = randomBlocking(dice, nest);
        cost::TileContext context;
        for (const Tensor tensor : allTensors) {
            context.mayBypass[tensor] = dice.upTo(4) > 1;
        }
        context.counts = dice.pick(allCounts);
        const cost::LayerCost cost = cost::blockingCost(nest, blocking, machine, context);
        const NaiveWalker walker(nest, blocking);
        ++schemes;
        double overBus = 0;
        bool busiestBypass = false;

        const auto passes = static_cast<double>(walker.iterations());
        QCOMPARE(cost.computeCycles, static_cast<double>(nest.cycles) * passes);
        QCOMPARE(cost.operations, nest.operations * passes);
        for (const Tensor tensor : allTensors) {
            const double intoBuffer = walker.unitsInto(Storage::Buffer, tensor);
            const double intoRegisters = walker.unitsInto(Storage::Register, tensor);
            const bool kept = cost.wordsHeld[Storage::Buffer][tensor] > 0;
            const double unitBus = nest.accesses[Level::Bus][tensor];
            const double unitBuffer = nest.accesses[Level::Buffer][tensor];
            const double unitDram = nest.accesses[Level::Dram][tensor];
            QCOMPARE(cost.accesses[Level::Bus][tensor], intoRegisters * unitBus);
            QCOMPARE(cost.accesses[Level::Buffer][tensor], kept ? intoRegisters * unitBuffer : 0.0);
            // What bypasses the buffer comes from memory whenever the registers need it.
            QCOMPARE(cost.accesses[Level::Dram][tensor], kept ? intoBuffer * unitDram : intoRegisters * unitBuffer);
            QCOMPARE(cost.accesses[Level::Register][tensor],
                     nest.accesses[Level::Register][tensor] * passes * (tensor == Tensor::Output ? 2 : 1));
            QCOMPARE(cost.wordsHeld[Storage::Register][tensor],
                     static_cast<double>(walker.unitsHeld(Storage::Register, tensor) * nest.registerWords[tensor]));
            if (kept) {
                QCOMPARE(cost.wordsHeld[Storage::Buffer][tensor],
                         static_cast<double>(walker.unitsHeld(Storage::Buffer, tensor) * nest.bufferWords[tensor]));
            }
            // Every word that the registers take has crossed the bus, wherever it came from.
            if ((kept || context.counts == Counts::Executed) && intoRegisters * unitBuffer > overBus) {
                overBus = intoRegisters * unitBuffer;
                busiestBypass = !kept;
            }
            bypasses += kept ? 0 : 1;
            rereads += cost.fetches[Storage::Buffer][tensor] > 1 ? 1 : 0;
        }
        const auto busCycles = [&](double words) { return std::ceil(std::ceil(words) / machine.rates.busWordsPerCycle); };
        QVERIFY(cost.busCycles >= busCycles(overBus * (1 - 1e-12)) && cost.busCycles <= busCycles(overBus * (1 + 1e-12)));
        busiestBypasses += busiestBypass ? 1 : 0;
    }
    QVERIFY(busiestBypasses > 1000);
    // The dice reach both sides of every rule.
    QVERIFY(bypasses > 1000);
    QVERIFY(rereads > 1000);
    QVERIFY(bypasses < 3 * schemes);
}

TILESCAPE_TEST(TestWalker)

} // namespace tst_walker
#include "tst_walker.moc"
