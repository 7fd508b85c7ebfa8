#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "tests/core/schedule/problem_samples.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_solve_laws {

using namespace tilescape;
using samples::energyOf;
using samples::isClose;
using samples::problemOf;
using samples::tiledProblem;
using search::Goal;
using schedule::Problem;
using schedule::Schedule;
using schedule::Status;

/// What must hold of the best schedules of related problems.
class TestSolveLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersAddUpToTheTotal();
    void aBiggerBufferNeverCostsMoreAccesses();
    void moreChoiceNeverCostsMore();
    void eachGoalWinsItsOwnRace();
    void sharedBuffersNeverCostMoreMemoryAccesses();
    void eachOptionCanOnlyHelp();
    void aSharedBufferNeverCostsMore();
};

void TestSolveLaws::layersAddUpToTheTotal()
{
    const Schedule schedule = schedule::solve(tiledProblem());
    double energy = 0;
    double cycles = 0;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        const cost::Energy& parts = layer.cost.energy;
        QVERIFY(isClose(parts.mac + parts.dram + parts.noc + parts.buffer + parts.bus + parts.registers + parts.staticPower,
                      parts.total()));
        energy += parts.total();
        cycles += layer.cost.cycles;
    }
    QVERIFY(isClose(energy, energyOf(schedule)));
    QCOMPARE(cycles, schedule.totals.cycles);
    QCOMPARE(schedule.layers.size(), schedule.problem->network.layers.size());
}

void TestSolveLaws::aBiggerBufferNeverCostsMoreAccesses()
{
    Problem problem = tiledProblem();
    // With the energy of an access held still, a bigger buffer only allows more.
    problem.hardware.bufferEnergy.points = {{problem.hardware.bufferBytesPerTile, 2.8}};
    problem.hardware.bufferEnergy.slope = 0;
    double before = std::numeric_limits<double>::infinity();
    for (const double kilobytes : {4, 8, 16, 32, 64, 128}) {
        problem.hardware.bufferBytesPerTile = kilobytes * 1024;
        const double energy = energyOf(schedule::solve(problem));
        QVERIFY2(energy <= before * (1 + 1e-12), qPrintable(QString::number(kilobytes)));
        before = energy;
    }
}

void TestSolveLaws::moreChoiceNeverCostsMore()
{
    Problem problem = tiledProblem();
    problem.network = io::loadNetwork("mlp_m").value();
    problem.batch = 16;
    problem.space.hybridPartition = false;
    const double simple = energyOf(schedule::solve(problem));
    problem.space.hybridPartition = true;
    const double hybrid = energyOf(schedule::solve(problem));
    problem.space.batchPartition = true;
    problem.space.inputChannelPartition = true;
    const double all = energyOf(schedule::solve(problem));
    QVERIFY(hybrid <= simple * (1 + 1e-12));
    QVERIFY(all <= hybrid * (1 + 1e-12));
}

void TestSolveLaws::eachGoalWinsItsOwnRace()
{
    std::array<Schedule, 3> found;
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        Problem problem = tiledProblem();
        problem.goal = goal;
        found[static_cast<std::size_t>(goal)] = schedule::solve(problem);
    }
    const auto& [energy, delay, product] = found;
    const auto productOf = [](const Schedule& schedule) { return energyOf(schedule) * schedule.totals.cycles; };
    QVERIFY(energyOf(energy) <= energyOf(delay) && energyOf(energy) <= energyOf(product));
    QVERIFY(delay.totals.cycles <= energy.totals.cycles && delay.totals.cycles <= product.totals.cycles);
    QVERIFY(productOf(product) <= productOf(energy) && productOf(product) <= productOf(delay));
    // The goals pull apart here: otherwise the race shows nothing.
    QVERIFY(delay.totals.cycles < energy.totals.cycles);
}

void TestSolveLaws::sharedBuffersNeverCostMoreMemoryAccesses()
{
    // With memory accesses alone having a price, sharing can only save them.
    Problem problem = tiledProblem();
    hardware::Hardware& chip = problem.hardware;
    chip.hopPj = chip.macPj = chip.busPj = chip.staticMilliwatts = 0;
    chip.registerEnergy.points = {{chip.registerBytesPerPe, 0}};
    chip.bufferEnergy.points = {{chip.bufferBytesPerTile, 0}};
    const double alone = schedule::solve(problem).totals.accesses[Level::Dram];
    problem.space.bufferSharing = true;
    const double shared = schedule::solve(problem).totals.accesses[Level::Dram];
    QVERIFY(shared <= alone);
    QVERIFY(shared < alone * 0.999); // here it does save some
}

void TestSolveLaws::eachOptionCanOnlyHelp()
{
    // Products of maps run their heads one after another: what they share goes around for each of them.
    for (const char* network : {"lstm_phoneme", "bert_tiny"}) {
        Problem problem = problemOf(network, "tangram_16x16", 16);
        problem.hardware.tiles = {4, 4};
        double before = energyOf(schedule::solve(problem));
        for (const auto option : {&search::SearchSpace::bufferSharing, &search::SearchSpace::keepOutputsOnChip,
                                  &search::SearchSpace::spatialPipelining}) {
            problem.space.*option = true;
            const double energy = energyOf(schedule::solve(problem));
            QVERIFY2(energy <= before * (1 + 1e-9), qPrintable(QString("%1 after %2").arg(energy).arg(before)));
            before = energy;
        }
    }
}

void TestSolveLaws::aSharedBufferNeverCostsMore()
{
    Problem problem = tiledProblem();
    problem.hardware.bufferBytesPerTile = 8192;
    problem.hardware.bufferEnergy = {{{8192, 2}}, 0}; // an access costs the same, whatever the capacity
    double least = energyOf(schedule::solve(problem));
    const double without = least;
    for (const double bytes : {65536.0, 524288.0, 4194304.0}) {
        problem.hardware.sharedBuffer.bytes = bytes;
        const Schedule found = schedule::solve(problem);
        QVERIFY(energyOf(found) <= least * (1 + 1e-12));
        least = energyOf(found);
        double parts = 0;
        for (const schedule::ScheduledLayer& layer : found.layers) {
            parts += layer.cost.energy.sharedBuffers;
        }
        QVERIFY(isClose(parts, found.totals.energy.sharedBuffers));
        QCOMPARE(QString::fromStdString(io::writeScheduleJson(found)),
                 QString::fromStdString(io::writeScheduleJson(schedule::solve(problem))));
    }
    QVERIFY(least < 0.98 * without);
}

TILESCAPE_TEST(TestSolveLaws)

} // namespace tst_solve_laws
#include "tst_solve_laws.moc"
