#include "core/cost/blocking_cost.h"
#include "tests/core/cost/random_nests.h"

#include <QTest>

#include <set>

using namespace samples;

namespace {

/// Executes the blocked loops iteration by iteration. Each level holds one block of each tensor; a block is brought in
/// when an iteration needs another one than the level holds. It knows nothing of fetch formulas.
class Walker {
public:
    Walker(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking) : m_nest(nest), m_blocking(blocking)
    {
        walk(0, 0);
        for (const Tensor tensor : allTensors) {
            for (Place* place : {&m_buffer[tensor], &m_registers[tensor]}) {
                leave(*place, tensor);
            }
        }
    }

    /// Units moved between a level and the one outside it, as if every tensor were kept in the buffer.
    [[nodiscard]] double unitsInto(Storage storage, Tensor tensor) const
    {
        const Place& place = storage == Storage::Buffer ? m_buffer[tensor] : m_registers[tensor];
        return static_cast<double>(place.unitsRead + place.unitsWritten);
    }
    [[nodiscard]] Count iterations() const { return m_iterations; }
    [[nodiscard]] Count unitsHeld(Storage storage, Tensor tensor) const
    {
        return storage == Storage::Buffer ? m_buffer[tensor].units : m_registers[tensor].units;
    }

private:
    using Block = std::vector<Count>;
    struct Place {
        Block holds;
        std::set<Block> written; ///< output blocks that were here before
        Count units = 0;
        Count unitsRead = 0;
        Count unitsWritten = 0;
    };

    void walk(std::size_t level, std::size_t depth)
    {
        if (level == 2) {
            visit();
            return;
        }
        if (depth == 3) {
            walk(level + 1, 0);
            return;
        }
        const Loop loop = m_blocking.order[level][depth];
        for (Count index = 0; index < m_blocking.factors[loop][level]; ++index) {
            m_index[level][loop] = index;
            walk(level, depth + 1);
        }
    }

    void visit()
    {
        for (const Tensor tensor : allTensors) {
            enter(m_buffer[tensor], tensor, 1);
            enter(m_registers[tensor], tensor, 2);
        }
        Count inner = 1;
        for (const Loop loop : allLoops) {
            inner *= m_blocking.factors[loop][2];
        }
        m_iterations += inner;
    }

    void enter(Place& place, Tensor tensor, std::size_t levels)
    {
        Block needed{-1};
        Count units = 1;
        for (const Loop loop : allLoops) {
            if (!m_nest.variesWith(tensor, loop)) {
                continue;
            }
            for (std::size_t level = 0; level < levels; ++level) {
                needed.push_back(m_index[level][loop]);
            }
            for (std::size_t level = levels; level < 3; ++level) {
                units *= m_blocking.factors[loop][level];
            }
        }
        place.units = units;
        if (place.holds == needed) {
            return;
        }
        leave(place, tensor);
        place.holds = needed;
        // A fresh output block starts from zero: nothing is read.
        if (tensor != Tensor::Output || place.written.contains(needed)) {
            place.unitsRead += units;
        }
    }

    void leave(Place& place, Tensor tensor)
    {
        if (tensor == Tensor::Output && !place.holds.empty()) {
            place.unitsWritten += place.units;
            place.written.insert(place.holds);
        }
    }

    const dataflow::LoopNest& m_nest;
    const dataflow::Blocking& m_blocking;
    std::array<PerLoop<Count>, 2> m_index;
    PerTensor<Place> m_buffer;
    PerTensor<Place> m_registers;
    Count m_iterations = 0;
};

} // namespace

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
        const Walker walker(nest, blocking);
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

QTEST_GUILESS_MAIN(TestWalker)
#include "tst_walker.moc"
