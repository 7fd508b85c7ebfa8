#include "core/cost/blocking_cost.h"
#include "core/dataflow/map_range.h"
#include "tests/core/cost/random_nests.h"
#include "tests/registered.h"

#include <QTest>

#include <optional>
#include <set>

namespace tst_trimmed_walker {

using namespace samples;

namespace {

/// Executes blocked loops of rounded factors block by block, the last blocks cut to what there is: no block and no pass
/// that does not exist.
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

} // namespace

class TestTrimmedWalker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundedFactorsArePricedAtNoLessThanWhatIsDone();
};

/// 7 iterations as 2 x 4, 13 as 2 x 7: each loop covers its rounded count.
void TestTrimmedWalker::roundedFactorsArePricedAtNoLessThanWhatIsDone()
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

TILESCAPE_TEST(TestTrimmedWalker)

} // namespace tst_trimmed_walker
#include "tst_trimmed_walker.moc"
