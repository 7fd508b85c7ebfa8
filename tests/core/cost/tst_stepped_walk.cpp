#include "core/cost/blocking_cost.h"
#include "core/cost/blocking_walk.h"
#include "tests/core/cost/random_nests.h"
#include "tests/registered.h"

#include <QTest>

#include <map>

namespace tst_stepped_walk {

using namespace samples;
using cost::BlockingWalk;
using cost::UnitsMoved;
using dataflow::Span;

namespace {

using Block = std::vector<Count>;

/// One level of a tile and one tensor, which remembers every unit it ever held. It knows nothing of loops.
class Place {
public:
    explicit Place(bool writes) : m_writes(writes) {}

    void hold(const std::vector<Block>& units)
    {
        if (units == m_holds) {
            return;
        }
        leave();
        for (const Block& unit : units) {
            const bool before = m_fetched[unit]++ > 0;
            m_moved.in += before || !m_writes ? 1 : 0;
            m_moved.again += before ? 1 : 0;
        }
        m_holds = units;
    }
    void leave()
    {
        for (const Block& unit : m_holds) {
            const bool before = m_writes && m_written[unit]++ > 0;
            m_moved.out += m_writes ? 1 : 0;
            m_moved.again += before ? 1 : 0;
        }
        m_holds.clear();
    }
    [[nodiscard]] const UnitsMoved& moved() const { return m_moved; }
    [[nodiscard]] Count timesFetched(const Block& unit) const
    {
        const auto found = m_fetched.find(unit);
        return found == m_fetched.end() ? 0 : found->second;
    }

private:
    bool m_writes;
    std::vector<Block> m_holds;
    std::map<Block, Count> m_fetched;
    std::map<Block, Count> m_written;
    UnitsMoved m_moved;
};

struct Sample {
    dataflow::LoopNest nest;
    dataflow::Blocking blocking;
};

/// A small one: a walk through it, unit by unit, is quick.
Sample randomSample(Dice& dice, bool rounded)
{
    while (true) {
        Sample sample;
        const auto nests = dataflow::loopNests({randomLayer(dice), dice.upTo(6), 1}, hardware::PeArray(dice.upTo(8), dice.upTo(8)));
        sample.nest = dice.pick(nests);
        dataflow::LoopNest covered = sample.nest;
        for (const Loop loop : allLoops) {
            covered.iterations[loop] += rounded ? dice.upTo(3) - 1 : 0;
        }
        sample.blocking = randomBlocking(dice, covered);
        if (BlockingWalk(sample.nest, sample.blocking).steps() <= 150) {
            return sample;
        }
    }
}

std::vector<Block> unitsOf(const PerLoop<Span>& block, const dataflow::LoopNest& nest, Tensor tensor)
{
    const auto range = [&](Loop loop) { return nest.variesWith(tensor, loop) ? block[loop] : Span{0, 1}; };
    std::vector<Block> units;
    for (Count i = range(Loop::InputChannel).begin; i < range(Loop::InputChannel).end; ++i) {
        for (Count o = range(Loop::OutputChannel).begin; o < range(Loop::OutputChannel).end; ++o) {
            for (Count b = range(Loop::Batch).begin; b < range(Loop::Batch).end; ++b) {
                units.push_back({i, o, b});
            }
        }
    }
    return units;
}

/// What the loops' indices say that a level holds.
PerLoop<Span> namedBlock(const BlockingWalk& walk, const Sample& sample, Count step, Storage storage)
{
    PerLoop<Span> block;
    for (const Loop loop : allLoops) {
        const auto& factors = sample.blocking.factors[loop];
        Count begin = walk.indexAt(step, loop, 0) * factors[1] * factors[2];
        Count size = factors[1] * factors[2];
        if (storage == Storage::Register) {
            begin += walk.indexAt(step, loop, 1) * factors[2];
            size = factors[2];
        }
        block[loop] = dataflow::overlap({begin, begin + size}, {0, sample.nest.iterations[loop]});
    }
    return block;
}

} // namespace

class TestSteppedWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The order of the loops is that of an odometer.
    void indicesCountLikeAnOdometer()
    {
        dataflow::LoopNest nest;
        nest.iterations = {{6, 4, 1}};
        dataflow::Blocking blocking;
        blocking.factors[Loop::InputChannel] = {2, 3, 1};
        blocking.factors[Loop::OutputChannel] = {2, 1, 2};
        blocking.order[0] = {Loop::OutputChannel, Loop::InputChannel, Loop::Batch};
        const BlockingWalk walk(nest, blocking);
        QCOMPARE(walk.steps(), Count{12});
        QCOMPARE(walk.stepsOfBuffer(), Count{3});
        QCOMPARE(walk.indexAt(4, Loop::InputChannel, 0), Count{1});
        QCOMPARE(walk.indexAt(4, Loop::InputChannel, 1), Count{1});
        QCOMPARE(walk.indexAt(4, Loop::OutputChannel, 0), Count{0});
        QCOMPARE(walk.indexAt(6, Loop::OutputChannel, 0), Count{1});
    }

    /// Inputs 1 x 6, weights 2 x 6, sums 2: outputs outside, so that inputs come twice.
    void dataThatAnOuterLoopDoesNotChangeComeAgain()
    {
        dataflow::LoopNest nest;
        nest.iterations = {{6, 2, 1}};
        nest.varies = {{0b011, 0b101, 0b110}};
        dataflow::Blocking blocking;
        blocking.factors[Loop::InputChannel] = {3, 1, 2};
        blocking.factors[Loop::OutputChannel] = {2, 1, 1};
        blocking.order[0] = {Loop::OutputChannel, Loop::InputChannel, Loop::Batch};
        const BlockingWalk walk(nest, blocking);
        QCOMPARE(walk.movedAfter(3, Storage::Buffer, Tensor::Input), (UnitsMoved{6, 0, 0}));
        QCOMPARE(walk.movedAfter(4, Storage::Buffer, Tensor::Input), (UnitsMoved{8, 0, 2}));
        QCOMPARE(walk.movedAfter(6, Storage::Buffer, Tensor::Input), (UnitsMoved{12, 0, 6}));
        QCOMPARE(walk.movedAfter(6, Storage::Buffer, Tensor::Weight), (UnitsMoved{12, 0, 0}));
        QCOMPARE(walk.movedAfter(6, Storage::Buffer, Tensor::Output), (UnitsMoved{0, 2, 0}));
        QCOMPARE(walk.timesFetched(4, Storage::Buffer, Tensor::Input, {{1, 0, 0}}), Count{2});
        QCOMPARE(walk.timesFetched(4, Storage::Buffer, Tensor::Input, {{2, 0, 0}}), Count{1});
    }

    /// Random layers of all kinds, exact and rounded factors: every level holds what the indices say, and what it was brought
    /// is, after every step, what was counted unit by unit.
    void everyStepIsThatOfAWalkUnitByUnit()
    {
        Dice dice(7);
        Count again = 0;
        for (int round = 0; round < 1500; ++round) {
            const Sample sample = randomSample(dice, round % 3 == 0);
            const BlockingWalk walk(sample.nest, sample.blocking);
            for (const Tensor tensor : allTensors) {
                for (const Storage storage : allStorages) {
                    Place place(tensor == Tensor::Output);
                    for (Count step = 0; step < walk.steps(); ++step) {
                        const PerLoop<Span> named = namedBlock(walk, sample, step, storage);
                        const auto units = unitsOf(named, sample.nest, tensor);
                        QCOMPARE(unitsOf(walk.blockAt(step, storage, tensor), sample.nest, tensor), units);
                        place.hold(units);
                        if (step + 1 < walk.steps()) {
                            // Where padding makes empty blocks, one that is left early or late moves the same.
                            if (round % 3 != 0) {
                                QCOMPARE(walk.movedAfter(step + 1, storage, tensor), place.moved());
                            }
                        }
                        const Block probe{dice.upTo(sample.nest.iterations[Loop::InputChannel]) - 1,
                                          dice.upTo(sample.nest.iterations[Loop::OutputChannel]) - 1,
                                          dice.upTo(sample.nest.iterations[Loop::Batch]) - 1};
                        if (round % 3 != 0) {
                            Block key = probe;
                            for (const Loop loop : allLoops) {
                                key[static_cast<std::size_t>(loop)] *= sample.nest.variesWith(tensor, loop) ? 1 : 0;
                            }
                            QCOMPARE(walk.timesFetched(step + 1, storage, tensor, {{probe[0], probe[1], probe[2]}}), place.timesFetched(key));
                        }
                    }
                    place.leave();
                    const UnitsMoved all = walk.movedAfter(walk.steps(), storage, tensor);
                    if (round % 3 != 0) {
                        QCOMPARE(all, place.moved());
                    } else {
                        QVERIFY(all.in + all.out >= place.moved().in + place.moved().out); // rounding never moves less
                    }
                    again += all.again > 0 ? 1 : 0;
                }
            }
        }
        QVERIFY(again > 500);
    }

    /// 20,000 random blockings: the last counts are those of the cost model's formula, also where weights come in for every
    /// batch group.
    void lastCountsAreTheModels()
    {
        Dice dice(11);
        for (int round = 0; round < 20'000; ++round) {
            const Sample sample = randomSample(dice, round % 2 == 0);
            const bool reloads = round % 3 == 0;
            const BlockingWalk walk(sample.nest, sample.blocking, reloads);
            const auto fetches = cost::fetchesOf(sample.nest, sample.blocking, reloads);
            for (const Tensor tensor : allTensors) {
                Count units = 1;
                for (const Loop loop : allLoops) {
                    units *= sample.nest.variesWith(tensor, loop) ? sample.nest.iterations[loop] : 1;
                }
                for (const Storage storage : allStorages) {
                    const UnitsMoved all = walk.movedAfter(walk.steps(), storage, tensor);
                    QCOMPARE(all.in + all.out, fetches[storage][tensor] * units);
                }
            }
        }
    }
};

TILESCAPE_TEST(TestSteppedWalk)

} // namespace tst_stepped_walk
#include "tst_stepped_walk.moc"
