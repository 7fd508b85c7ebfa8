#include "core/search/space/blocking_sums.h"
#include "core/support/factors.h"
#include "tests/core/cost/random_nests.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_blocking_sums {

using namespace tilescape;
using samples::Dice;

namespace {

/// A nest of a small layer on one of a few tiles, and a machine of random prices and rates.
struct Asked {
    dataflow::LoopNest nest;
    cost::TileContext context;
    hardware::Machine machine;
};

Asked randomAsked(Dice& dice)
{
    network::Layer layer;
    layer.outputChannels = dice.upTo(24);
    layer.outputSize = {dice.upTo(8), dice.upTo(8)};
    layer.inputChannels = dice.upTo(24);
    const Count kind = dice.upTo(4);
    if (kind == 1) {
        layer.kind = network::Pooling{{2, 2}, {2, 2}};
        layer.inputChannels = layer.outputChannels;
    } else if (kind == 2) {
        layer.kind = network::Convolution{{3, 3}, {1, 1}, layer.outputChannels};
        layer.inputChannels = layer.outputChannels;
    } else {
        layer.kind = network::Convolution{{dice.upTo(3), dice.upTo(3)}, {1, 1}, 1};
    }
    const auto nests = dataflow::loopNests({layer, dice.upTo(12), 1}, {dice.upTo(6), dice.upTo(6)});

    Asked asked{dice.pick(nests), {}, {}};
    asked.context.tiles = dice.upTo(4);
    for (const Tensor tensor : allTensors) {
        asked.context.mayBypass[tensor] = dice.once(2);
        asked.context.sharers[tensor] = asked.context.identicalTiles[tensor] = dice.upTo(asked.context.tiles);
    }
    asked.context.counts = dice.once(4) ? Counts::Reference : Counts::Executed;
    asked.context.inputFromTiles = dice.once(4);
    asked.context.outputToTiles = dice.once(4);
    asked.context.outputIsTaken = asked.context.outputToTiles || dice.once(4);
    asked.context.mayPinWeights = dice.once(3);
    asked.context.reloadsWeights = !asked.context.mayPinWeights && dice.once(2);
    asked.context.inputPartInTiles = !asked.context.inputFromTiles && dice.once(4) ? 0.5 : 0;
    asked.machine.prices.macPj = 1;
    asked.machine.prices.accessPj = {{static_cast<double>(dice.upTo(300)), static_cast<double>(dice.upTo(12)),
                                      static_cast<double>(dice.upTo(4)), 1.0}};
    asked.machine.rates.busWordsPerCycle = static_cast<double>(dice.upTo(8));
    asked.machine.rates.dramWordsPerCycle = static_cast<double>(dice.upTo(8));
    return asked;
}

std::array<Count, 3> factorsAt(const dataflow::Blocking& blocking, std::size_t level)
{
    std::array<Count, 3> factors{};
    for (const Loop loop : allLoops) {
        factors[static_cast<std::size_t>(loop)] = blocking.factors[loop][level];
    }
    return factors;
}

std::size_t innermostAt(const dataflow::Blocking& blocking, std::size_t level)
{
    std::size_t innermost = search::noLoop;
    for (const Loop loop : blocking.order[level]) {
        innermost = blocking.factors[loop][level] > 1 ? static_cast<std::size_t>(loop) : innermost;
    }
    return innermost;
}

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

class TestBlockingSums : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsOfTheSearchesAreTheModelsCost();
};

/// What searches price with, from the traffic of one fetch, against `blockingCost` of the same blocking.
void TestBlockingSums::sumsOfTheSearchesAreTheModelsCost()
{
    Dice dice(5);
    int pinned = 0;
    int bypassed = 0;
    for (int run = 0; run < 1000; ++run) {
        const Asked asked = randomAsked(dice);
        const search::NestTraffic traffic =
            search::trafficOf(asked.nest, asked.nest.iterations, asked.context, asked.machine, std::nullopt);
        for (int number = 0; number < 20; ++number) {
            const dataflow::Blocking blocking = samples::randomBlocking(dice, asked.nest);
            const cost::LayerCost model = cost::blockingCost(asked.nest, blocking, asked.machine, asked.context);
            const auto fetches = cost::fetchesOf(asked.nest, blocking, asked.context.reloadsWeights);
            const auto kept = cost::keptInBuffer(blocking, fetches, asked.context.mayBypass);
            const auto outer = factorsAt(blocking, 0);
            const auto middle = factorsAt(blocking, 1);

            search::BlockingSums sums;
            sums.energyPj = traffic.fixedPj;
            Count bufferWords = 0;
            for (const Tensor tensor : allTensors) {
                const search::TensorTraffic& own = traffic.tensors[static_cast<std::size_t>(tensor)];
                bufferWords += static_cast<Count>(model.wordsHeld[Storage::Buffer][tensor]);
                if (!own.present) {
                    continue;
                }
                const auto variesAt = [&](const std::array<Count, 3>& factors) {
                    return std::any_of(allLoops.begin(), allLoops.end(), [&](Loop loop) {
                        return asked.nest.variesWith(tensor, loop) && factors[static_cast<std::size_t>(loop)] > 1;
                    });
                };
                const Count fromMemory = search::memoryPasses(own, variesAt(outer), outer, innermostAt(blocking, 0));
                const Count fromBuffer =
                    search::bufferPasses(own, variesAt(middle), outer, middle, innermostAt(blocking, 1), fromMemory);
                QCOMPARE(search::withReadBack(own, fromMemory), fetches[Storage::Buffer][tensor]);
                QCOMPARE(search::withReadBack(own, fromBuffer), fetches[Storage::Register][tensor]);
                const bool stays = tensor == Tensor::Weight && cost::pinsWeights(asked.nest, blocking, asked.context);
                Count words = own.unitBufferWords;
                for (const Loop loop : allLoops) {
                    const auto at = static_cast<std::size_t>(loop);
                    words *= own.varies[at] ? asked.nest.iterations[loop] / outer[at] : 1;
                }
                const double fromDram =
                    sums.add(own, kept[tensor], stays ? 0 : static_cast<double>(search::withReadBack(own, fromMemory)),
                             static_cast<double>(search::withReadBack(own, fromBuffer)), words, 0);
                QVERIFY(isClose(fromDram, model.accesses[Level::Dram][tensor]));
                pinned += stays ? 1 : 0;
                bypassed += kept[tensor] ? 0 : 1;
            }
            QVERIFY(isClose(sums.energyPj, model.energy.total()));
            QCOMPARE(sums.bufferWords, bufferWords);
            const search::BlockingCycles cycles = search::cyclesOf(sums, traffic.computeCycles, 0, asked.machine.rates);
            QCOMPARE(cycles.dram, model.dramCycles);
            QCOMPARE(cycles.all, model.cycles);
        }
    }
    QVERIFY(pinned > 200 && bypassed > 2000);
}

TILESCAPE_TEST(TestBlockingSums)

} // namespace tst_blocking_sums
#include "tst_blocking_sums.moc"
