#include "tests/core/training/gradient/naive_gradients.h"
#include "tests/registered.h"

#include <QTest>

#include <random>
#include <set>

namespace tst_simulator {

using namespace samples;

namespace {

/// Array of 4 x 4, one byte an element and a cycle, so that numbers can be followed by hand.
Settings smallMachine(Count scratchpadBytes)
{
    Settings settings;
    settings.npu = {"test", 4, 1000, 1000, scratchpadBytes};
    settings.elementBytes = 1;
    return settings;
}

Tiling tilingOf(const Gemm& gemm, Count side, const Settings& settings) { return {gemm, {{side, side, side}}, settings}; }

Measure run(const Tiling& tiling, Order order, const Settings& settings, bool freeDy = false)
{
    return *Simulator(settings).run(tiling, planOf(tiling, order, settings), {}, freeDy);
}

std::vector<Step> stepsOf(const Tiling& tiling, Order order, const Settings& settings)
{
    const Plan plan = planOf(tiling, order, settings);
    StepStream stream(plan.cores.front());
    std::vector<Step> steps;
    for (Step step; stream.next(step);) {
        steps.push_back(step);
    }
    return steps;
}

} // namespace

class TestSimulator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProductOfOneTileMovesEachMatrixOnce();
    void everyOrderMovesWhatANaiveCacheMoves();
    void everyStepRunsOnceForEachGradient();
    void bothGradientsEqualADirectProduct();
    void withoutLimitsEveryOrderMovesTheLeast();
    void noOrderMovesLessThanTheLeast();
    void timeLiesBetweenItsPartsAndTheirSum();
    void interleavingSavesTheSecondDyOfALongProduct();
    void aFreeSecondDyNeverCosts();
    void oneCoreGivesWhatNoPartitionGives();
    void partsTogetherRunEveryStepOnce();
    void twoCoresShareTheSteps();
    void theTraceAddsUpToTheMeasure();
    void aRunThatCannotWinIsGivenUp();
    void theDmaWaitsWhenTheWindowIsFull();
};

void TestSimulator::aProductOfOneTileMovesEachMatrixOnce()
{
    // X, W and dY of 4 x 4 are read and dX and dW written, 16 bytes each. The first step waits for dY and W: 32 cycles. It
    // computes 4 cycles while X comes (16) and dX leaves; then dW is computed (4) and leaves (16).
    const Settings settings = smallMachine(1000);
    const Measure measure = run(tilingOf({4, 4, 4}, 4, settings), Order::Interleaved, settings);
    QCOMPARE(measure.totalReadBytes(), Count{48});
    QCOMPARE(measure.writeBytes, Count{32});
    QCOMPARE(measure.spillBytes, Count{0});
    QCOMPARE(measure.computeCycles, Count{8});
    QCOMPARE(measure.cycles, Count{32 + 16 + 16 + 4 + 16});
}

void TestSimulator::everyOrderMovesWhatANaiveCacheMoves()
{
    std::mt19937 random(5);
    const auto between = [&](Count low, Count high) {
        return low + static_cast<Count>(random() % static_cast<unsigned>(high - low + 1));
    };
    int spilled = 0;
    for (int i = 0; i < 250; ++i) {
        const Gemm gemm{between(1, 60), between(1, 60), between(1, 60)};
        const TileShape tile{{4 * between(1, 3), 4 * between(1, 3), 4 * between(1, 3)}};
        Settings settings = smallMachine(0);
        settings.majorLoops = i % 2 == 0 ? MajorLoops::SumStationary : MajorLoops::DyStationary;
        settings.npu.scratchpadBytes = 2 * (3 * 12 * 12 + between(0, 2500));
        const Tiling tiling(gemm, tile, settings);
        for (const Order order : allOrders) {
            NaiveCache naive(gemm, tile, 4, settings.npu.scratchpadBytes / 2);
            for (const NaiveStep& step : naiveSteps(order, i % 2 == 1, naive.tiles)) {
                naive.step(step);
            }
            const Measure measure = run(tiling, order, settings);
            QCOMPARE(measure.totalReadBytes(), naive.counts.read);
            QCOMPARE(measure.writeBytes, naive.counts.write);
            QCOMPARE(measure.spillBytes, naive.counts.spill);
            QCOMPARE(measure.readBytes[Matrix::Dy], naive.counts.dyRead);
            spilled += measure.spillBytes > 0 ? 1 : 0;
        }
    }
    QVERIFY2(spilled > 100, "the cases are to show spills");
}

void TestSimulator::everyStepRunsOnceForEachGradient()
{
    for (const MajorLoops loops : {MajorLoops::SumStationary, MajorLoops::DyStationary}) {
        for (const Order order : allOrders) {
            Settings settings = smallMachine(1000);
            settings.majorLoops = loops;
            const Tiling tiling = tilingOf({17, 9, 30}, 4, settings); // 5 x 3 x 8 tiles
            std::set<std::tuple<StepKind, Count, Count, Count>> seen;
            const auto steps = stepsOf(tiling, order, settings);
            for (const Step& step : steps) {
                seen.emplace(step.kind, step.at[Axis::M], step.at[Axis::K], step.at[Axis::N]);
            }
            QCOMPARE(steps.size(), std::size_t{2 * 5 * 3 * 8});
            QCOMPARE(seen.size(), steps.size());
        }
    }
}

void TestSimulator::bothGradientsEqualADirectProduct()
{
    const Gemm gemm{6, 5, 7};
    const auto x = [](Count m, Count k) { return 3 * m - 2 * k + 1; };
    const auto w = [](Count k, Count n) { return k * n - 4; };
    const auto dy = [](Count m, Count n) { return 2 * n - m * m; };
    const Settings settings = smallMachine(1000);
    const Tiling tiling = tilingOf(gemm, 2, settings);
    for (const Order order : allOrders) {
        std::map<std::pair<Count, Count>, Count> dx, dw;
        for (const Step& step : stepsOf(tiling, order, settings)) {
            const auto end = [&](Axis axis, Count size) { return std::min(size, 2 * step.at[axis] + 2); };
            for (Count m = 2 * step.at[Axis::M]; m < end(Axis::M, gemm.m); ++m) {
                for (Count k = 2 * step.at[Axis::K]; k < end(Axis::K, gemm.k); ++k) {
                    for (Count n = 2 * step.at[Axis::N]; n < end(Axis::N, gemm.n); ++n) {
                        if (step.kind == StepKind::InputGradient) {
                            dx[{m, k}] += dy(m, n) * w(k, n);
                        } else {
                            dw[{k, n}] += x(m, k) * dy(m, n);
                        }
                    }
                }
            }
        }
        for (Count k = 0; k < gemm.k; ++k) {
            for (Count m = 0; m < gemm.m; ++m) {
                Count sum = 0;
                for (Count n = 0; n < gemm.n; ++n) {
                    sum += dy(m, n) * w(k, n);
                }
                QCOMPARE((dx[{m, k}]), sum);
            }
            for (Count n = 0; n < gemm.n; ++n) {
                Count sum = 0;
                for (Count m = 0; m < gemm.m; ++m) {
                    sum += x(m, k) * dy(m, n);
                }
                QCOMPARE((dw[{k, n}]), sum);
            }
        }
    }
}

void TestSimulator::withoutLimitsEveryOrderMovesTheLeast()
{
    // A projection of BERT-large, batch 8, 512 tokens, two bytes an element: MK + KN + MN are read and MK + KN written,
    // 29,360,128 bytes, which 150 GB/s move in 205,521 cycles of 1.05 GHz.
    Settings settings;
    settings.npu = {"large", 128, 1050, 150000, Count{1} << 30};
    settings.elementBytes = 2;
    const Gemm gemm{4096, 1024, 1024};
    const Tiling tiling = tilingOf(gemm, 256, settings);
    const Count mk = gemm.m * gemm.k, kn = gemm.k * gemm.n, mn = gemm.m * gemm.n;
    for (const Order order : allOrders) {
        const Measure measure = run(tiling, order, settings);
        QCOMPARE(measure.totalReadBytes(), 2 * (mk + kn + mn));
        QCOMPARE(measure.writeBytes, 2 * (mk + kn));
        QCOMPARE(measure.spillBytes, Count{0});
        const Machine machine(settings);
        QCOMPARE(machine.cycles(measure.totalBytes() * machine.ticksPerByte), Count{205521});
    }
}

void TestSimulator::noOrderMovesLessThanTheLeast()
{
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i) {
        const Gemm gemm{1 + Count(random() % 90), 1 + Count(random() % 90), 1 + Count(random() % 90)};
        Settings settings = smallMachine(2 * (3 * 64 + Count(random() % 3000)));
        const Tiling tiling = tilingOf(gemm, 8, settings);
        for (const Order order : allOrders) {
            const Measure measure = run(tiling, order, settings);
            QVERIFY(measure.readBytes[Matrix::X] >= tiling.bytes(Matrix::X));
            QVERIFY(measure.readBytes[Matrix::W] >= tiling.bytes(Matrix::W));
            QVERIFY(measure.readBytes[Matrix::Dy] >= tiling.bytes(Matrix::Dy));
            QCOMPARE(measure.writeBytes, tiling.bytes(Matrix::Dx) + tiling.bytes(Matrix::Dw) + measure.spillBytes);
            QCOMPARE(measure.readBytes[Matrix::Dx] + measure.readBytes[Matrix::Dw], measure.spillBytes);
            QCOMPARE(measure.computeCycles, tiling.cycles(StepKind::InputGradient) + tiling.cycles(StepKind::WeightGradient));
        }
    }
}

void TestSimulator::timeLiesBetweenItsPartsAndTheirSum()
{
    std::mt19937 random(11);
    for (int i = 0; i < 80; ++i) {
        const Gemm gemm{1 + Count(random() % 90), 1 + Count(random() % 90), 1 + Count(random() % 90)};
        Settings settings = smallMachine(2 * (3 * 64 + Count(random() % 3000)));
        settings.npu.dramMegabytesPerSecond = 1000 * (1 + Count(random() % 40));
        settings.time = i % 2 == 0 ? TimeModel::RunAhead : TimeModel::OneTileAhead;
        settings.compute = i % 3 == 0 ? ComputeModel::FillAndDrain : ComputeModel::BackToBack;
        const Machine machine(settings);
        for (const Order order : allOrders) {
            const Measure measure = run(tilingOf(gemm, 8, settings), order, settings);
            const Count compute = measure.computeCycles * machine.ticksPerCycle;
            const Count memory = measure.totalBytes() * machine.ticksPerByte;
            QVERIFY(measure.ticks >= std::max(compute, memory));
            QVERIFY(measure.ticks <= compute + memory);
        }
    }
}

void TestSimulator::interleavingSavesTheSecondDyOfALongProduct()
{
    // Fig. 9: M is far larger than what the scratchpad holds, K and N are one tile: the sequential order reads all of dY
    // twice, dX-major meets each tile's second use at once.
    const Settings settings = smallMachine(2 * 6 * 16);
    const Tiling tiling = tilingOf({400, 4, 4}, 4, settings);
    QCOMPARE(run(tiling, Order::Sequential, settings).readBytes[Matrix::Dy], Count{2 * 1600});
    QCOMPARE(run(tiling, Order::DxMajor, settings).readBytes[Matrix::Dy], Count{1600});
}

void TestSimulator::aFreeSecondDyNeverCosts()
{
    const Settings settings = smallMachine(600);
    for (const Count m : {8, 40, 90}) {
        const Tiling tiling = tilingOf({m, 30, 50}, 8, settings);
        const Measure usual = run(tiling, Order::Sequential, settings);
        const Measure free = run(tiling, Order::Sequential, settings, true);
        QVERIFY(free.ticks <= usual.ticks);
        QVERIFY(free.readBytes[Matrix::Dy] <= usual.readBytes[Matrix::Dy]);
        QVERIFY(free.readBytes[Matrix::Dy] >= tiling.bytes(Matrix::Dy));
    }
}

void TestSimulator::oneCoreGivesWhatNoPartitionGives()
{
    const Settings settings = smallMachine(600);
    const Tiling tiling = tilingOf({40, 30, 50}, 8, settings);
    for (const Order order : allOrders) {
        for (const Partition partition : allPartitions) {
            const auto one = Simulator(settings).run(tiling, partitionedPlanOf(tiling, partition, 1, order, settings));
            QCOMPARE(*one, run(tiling, order, settings));
        }
    }
}

void TestSimulator::partsTogetherRunEveryStepOnce()
{
    const Settings settings = smallMachine(600);
    const Tiling tiling = tilingOf({40, 30, 50}, 8, settings); // 5 x 4 x 7 tiles
    for (const Partition partition : allPartitions) {
        for (const Count parts : {2, 3, 4, 9}) {
            const Plan plan = partitionedPlanOf(tiling, partition, parts, std::nullopt, settings);
            StepStream stream(plan.cores.front());
            std::set<std::tuple<StepKind, Count, Count, Count>> seen;
            Count steps = 0;
            for (Step step; stream.next(step); ++steps) {
                seen.emplace(step.kind, step.at[Axis::M], step.at[Axis::K], step.at[Axis::N]);
            }
            QCOMPARE(steps, Count{2 * 5 * 4 * 7});
            QCOMPARE(seen.size(), std::size_t(steps));
            const Measure measure = *Simulator(settings).run(tiling, plan);
            QCOMPARE(measure.writeBytes - measure.spillBytes, tiling.bytes(Matrix::Dx) + tiling.bytes(Matrix::Dw));
        }
    }
}

void TestSimulator::twoCoresShareTheSteps()
{
    Settings settings = smallMachine(600);
    settings.cores = 2;
    const Tiling tiling = tilingOf({64, 30, 50}, 8, settings); // 8 x 4 x 7 tiles: halves of M are equal
    for (const Order order : allOrders) {
        const Measure measure = run(tiling, order, settings);
        QCOMPARE(measure.steps, tiling.stepsOfAKind()); // half of those of both gradients
        QCOMPARE(measure.writeBytes - measure.spillBytes, tiling.bytes(Matrix::Dx) + tiling.bytes(Matrix::Dw));
    }
    // Cores cut along M work on the same sums of dW: W and dW are there once.
    settings.npu.scratchpadBytes = 1 << 20;
    QCOMPARE(run(tiling, Order::Sequential, settings).readBytes[Matrix::W], tiling.bytes(Matrix::W));
}

void TestSimulator::theTraceAddsUpToTheMeasure()
{
    const Settings settings = smallMachine(600);
    const Tiling tiling = tilingOf({40, 30, 50}, 8, settings);
    for (const Order order : allOrders) {
        Trace trace;
        const Measure measure = *Simulator(settings).run(tiling, planOf(tiling, order, settings), {}, false, &trace);
        QCOMPARE(measure, run(tiling, order, settings));
        QCOMPARE(Count(trace.steps.size()), measure.steps);
        PerMatrix<Count> read{};
        Count written = 0;
        for (const TileEvent& event : trace.events) {
            const MatrixAxes axes = axesOf(event.matrix);
            const Count bytes = tiling.bytes(event.matrix, tiling.isLast(axes.row, event.row),
                                             tiling.isLast(axes.column, event.column));
            switch (event.kind) {
            case TileEventKind::Fetch:
            case TileEventKind::FetchAgain:
            case TileEventKind::SumBack: read[event.matrix] += bytes; break;
            case TileEventKind::Spill:
            case TileEventKind::Finish: written += bytes; break;
            default: break;
            }
        }
        QCOMPARE(read, measure.readBytes);
        QCOMPARE(written, measure.writeBytes);
        QCOMPARE(trace.steps.back().bytes, measure.totalBytes());
        QVERIFY(std::is_sorted(trace.steps.begin(), trace.steps.end(),
                               [](const auto& a, const auto& b) { return a.computeEnd < b.computeEnd; }));
    }
}

void TestSimulator::aRunThatCannotWinIsGivenUp()
{
    const Settings settings = smallMachine(600);
    const Tiling tiling = tilingOf({40, 30, 50}, 8, settings);
    const Plan plan = planOf(tiling, Order::Sequential, settings);
    Simulator simulator(settings);
    const Measure measure = *simulator.run(tiling, plan);
    QVERIFY(!simulator.run(tiling, plan, {measure.ticks, {}}));
    QCOMPARE(*simulator.run(tiling, plan, {measure.ticks + 1, {}}), measure);
    std::stop_source source;
    QVERIFY(simulator.run(tiling, plan, {std::numeric_limits<Count>::max(), source.get_token()}));
}

void TestSimulator::theDmaWaitsWhenTheWindowIsFull()
{
    // The array is far slower than DRAM: with room for everything, all operands come while the first steps compute; with
    // room for little more than one step, each fetch waits. The time is the array's, but for what comes first and last.
    Settings settings = smallMachine(Count{1} << 20);
    settings.npu.dramMegabytesPerSecond = 1000000;
    const Gemm gemm{64, 64, 64};
    const Measure wide = run(tilingOf(gemm, 8, settings), Order::Sequential, settings);
    QVERIFY(wide.cycles <= wide.computeCycles + 2);
    settings.npu.scratchpadBytes = 2 * 3 * 64;
    settings.npu.dramMegabytesPerSecond = 1000;
    const Measure narrow = run(tilingOf(gemm, 8, settings), Order::Sequential, settings);
    QVERIFY(narrow.cycles > narrow.computeCycles + narrow.totalBytes() / 8);
}

TILESCAPE_TEST(TestSimulator)

} // namespace tst_simulator
#include "tst_simulator.moc"
