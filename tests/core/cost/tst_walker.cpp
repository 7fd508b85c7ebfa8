#include "core/cost/blocking_cost.h"
#include "core/dataflow/map_range.h"
#include "core/dataflow/pe_mapping.h"
#include "core/support/factors.h"

#include <QTest>

#include <map>
#include <optional>
#include <random>
#include <set>

using namespace tilescape;

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

class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    Count upTo(Count largest) { return std::uniform_int_distribution<Count>(1, largest)(m_engine); }
    template <typename Container>
    auto pick(const Container& from)
    {
        return from[static_cast<std::size_t>(upTo(static_cast<Count>(from.size())) - 1)];
    }
    std::mt19937& engine() { return m_engine; }

private:
    std::mt19937 m_engine;
};

network::Layer randomLayer(Dice& dice)
{
    network::Layer layer;
    layer.outputChannels = dice.upTo(24);
    layer.outputSize = {dice.upTo(9), dice.upTo(9)};
    const Extent filter{dice.upTo(4), dice.upTo(4)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(8)) {
    case 1:
        layer.kind = network::FullyConnected{filter};
        layer.outputSize = {1, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 2:
        layer.kind = network::Pooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 3:
        layer.kind = network::Convolution{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    case 4:
        layer.kind = network::Elementwise{2};
        layer.inputChannels = 2 * layer.outputChannels;
        break;
    case 5:
        layer.kind = network::WeightGradient{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 6:
        layer.kind = network::TransposedConvolution{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    case 7:
        layer.kind = network::WeightGradient{filter, stride, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
        break;
    default:
        layer.kind = network::Convolution{filter, stride, 1};
        layer.inputChannels = dice.upTo(24);
        break;
    }
    return layer;
}

dataflow::Blocking randomBlocking(Dice& dice, const dataflow::LoopNest& nest)
{
    dataflow::Blocking blocking;
    for (const Loop loop : allLoops) {
        const Count inner = dice.pick(support::divisors(nest.iterations[loop]));
        const Count middle = dice.pick(support::divisors(nest.iterations[loop] / inner));
        blocking.factors[loop] = {nest.iterations[loop] / inner / middle, middle, inner};
    }
    for (auto& order : blocking.order) {
        std::shuffle(order.begin(), order.end(), dice.engine());
    }
    return blocking;
}

hardware::Machine roomyMachine()
{
    hardware::Machine machine;
    machine.capacities.registerWordsPerPe = machine.capacities.bufferWordsPerTile = 1'000'000'000;
    return machine;
}

} // namespace

class TestWalker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOfRandomSchemesEqualTheModels();
    void roundedFactorsArePricedAtNoLessThanWhatIsDone();
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

/// The same loops with the last pieces cut to what there is: no block and no pass that does not exist.
class TrimmedWalker {
public:
    TrimmedWalker(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking) : m_nest(nest), m_blocking(blocking)
    {
        PerLoop<dataflow::Span> all;
        for (const Loop loop : allLoops) {
            all[loop] = {0, nest.iterations[loop]};
        }
        walk(0, 0, all);
        for (const Tensor tensor : allTensors) {
            leave(m_buffer[tensor], tensor);
            leave(m_registers[tensor], tensor);
        }
    }

    [[nodiscard]] Count unitsInto(Storage storage, Tensor tensor) const
    {
        return (storage == Storage::Buffer ? m_buffer : m_registers)[tensor].moved;
    }
    [[nodiscard]] Count passes() const { return m_passes; }

private:
    using Block = PerLoop<dataflow::Span>;
    struct Place {
        std::optional<Block> holds;
        std::set<std::vector<Count>> written;
        Count moved = 0;
    };

    void walk(std::size_t level, std::size_t depth, const Block& block)
    {
        if (level == 2) {
            Count inside = 1;
            for (const Loop loop : allLoops) {
                inside *= block[loop].size();
            }
            m_passes += inside;
            for (const Tensor tensor : allTensors) {
                enter(m_registers[tensor], tensor, block);
            }
            return;
        }
        if (depth == 3) {
            if (level == 0) {
                for (const Tensor tensor : allTensors) {
                    enter(m_buffer[tensor], tensor, block);
                }
            }
            walk(level + 1, 0, block);
            return;
        }
        const Loop loop = m_blocking.order[level][depth];
        Count step = 1;
        for (std::size_t inner = level + 1; inner < 3; ++inner) {
            step *= m_blocking.factors[loop][inner];
        }
        for (Count begin = block[loop].begin; begin < block[loop].end; begin += step) {
            Block part = block;
            part[loop] = {begin, std::min(begin + step, block[loop].end)};
            walk(level, depth + 1, part);
        }
    }

    [[nodiscard]] std::vector<Count> nameOf(const Block& block, Tensor tensor) const
    {
        std::vector<Count> name;
        for (const Loop loop : allLoops) {
            if (m_nest.variesWith(tensor, loop)) {
                name.push_back(block[loop].begin);
                name.push_back(block[loop].end);
            }
        }
        return name;
    }
    [[nodiscard]] Count unitsOf(const Block& block, Tensor tensor) const
    {
        Count units = 1;
        for (const Loop loop : allLoops) {
            units *= m_nest.variesWith(tensor, loop) ? block[loop].size() : 1;
        }
        return units;
    }

    void enter(Place& place, Tensor tensor, const Block& block)
    {
        if (place.holds && nameOf(*place.holds, tensor) == nameOf(block, tensor)) {
            return;
        }
        leave(place, tensor);
        place.holds = block;
        if (tensor != Tensor::Output || place.written.contains(nameOf(block, tensor))) {
            place.moved += unitsOf(block, tensor);
        }
    }

    void leave(Place& place, Tensor tensor)
    {
        if (tensor == Tensor::Output && place.holds) {
            place.moved += unitsOf(*place.holds, tensor);
            place.written.insert(nameOf(*place.holds, tensor));
        }
    }

    const dataflow::LoopNest& m_nest;
    const dataflow::Blocking& m_blocking;
    PerTensor<Place> m_buffer;
    PerTensor<Place> m_registers;
    Count m_passes = 0;
};

/// 7 iterations as 2 x 4, 13 as 2 x 7: each loop covers its rounded count.
void TestWalker::roundedFactorsArePricedAtNoLessThanWhatIsDone()
{
    Dice dice(127);
    const hardware::Machine machine = roomyMachine();
    Count rounded = 0;
    Count exactly = 0;
    for (int round = 0; round < 20'000; ++round) {
        network::Layer layer = randomLayer(dice);
        const dataflow::TileLayer tile{layer, dice.upTo(13), 1};
        const auto nests = dataflow::loopNests(tile, hardware::PeArray(dice.upTo(8), dice.upTo(8)));
        const dataflow::LoopNest nest = dice.pick(nests);
        dataflow::LoopNest covered = nest;
        for (const Loop loop : allLoops) {
            std::vector<Count> counts = support::roundedCounts(nest.iterations[loop]);
            counts.push_back(nest.iterations[loop]);
            covered.iterations[loop] = dice.pick(counts);
        }
        const dataflow::Blocking blocking = randomBlocking(dice, covered);
        cost::TileContext context;
        context.mayBypass = {{false, false, false}};
        const cost::LayerCost cost = cost::blockingCost(nest, blocking, machine, context);
        const TrimmedWalker walker(nest, blocking);

        const auto passes = static_cast<double>(walker.passes());
        QVERIFY(cost.computeCycles >= static_cast<double>(nest.cycles) * passes);
        // Without the redundant ones, the operations are those of the layer.
        QVERIFY(std::abs(cost.operations - cost.redundantOperations - nest.operations * passes)
                <= 1e-9 * cost.operations);
        QVERIFY((cost.redundantOperations > 0) == (covered.iterations != nest.iterations));
        bool equal = true;
        for (const Tensor tensor : allTensors) {
            if (nest.varies[tensor] == 0) {
                continue;
            }
            const double intoBuffer = static_cast<double>(walker.unitsInto(Storage::Buffer, tensor)) * nest.accesses[Level::Dram][tensor];
            const double intoRegisters = static_cast<double>(walker.unitsInto(Storage::Register, tensor)) * nest.accesses[Level::Bus][tensor];
            QVERIFY(cost.accesses[Level::Dram][tensor] >= intoBuffer * (1 - 1e-12));
            QVERIFY(cost.accesses[Level::Bus][tensor] >= intoRegisters * (1 - 1e-12));
            equal &= std::abs(cost.accesses[Level::Dram][tensor] - intoBuffer) <= 1e-9 * intoBuffer
                && std::abs(cost.accesses[Level::Bus][tensor] - intoRegisters) <= 1e-9 * intoRegisters;
        }
        QVERIFY(equal || covered.iterations != nest.iterations);
        rounded += covered.iterations != nest.iterations ? 1 : 0;
        exactly += covered.iterations != nest.iterations && equal ? 1 : 0;
    }
    QVERIFY(rounded > 5000);
    QVERIFY2(exactly > rounded / 2, qPrintable(QString("%1 of %2").arg(exactly).arg(rounded))); // mostly it is just what is moved
}

QTEST_GUILESS_MAIN(TestWalker)
#include "tst_walker.moc"
