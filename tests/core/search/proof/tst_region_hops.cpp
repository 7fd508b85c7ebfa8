#include "core/search/proof/region_hops.h"

#include "core/cost/hops.h"
#include "core/io/library.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/search/proof/placed_layer_bound.h"
#include "core/search/space/partition_space.h"
#include "tests/core/search/bounds/bounded_problems.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_region_hops {

using namespace tilescape;
using samples::Dice;

class TestRegionHops : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noInputFromMemoryHasFewer();
    void channelsThatOverlapLieInOnePlace();
};

/// Layers by themselves that read the network's input, in random regions and partitions, with halos, channels that
/// overlap as the reference counts those of poolings, and other layouts in memory.
void TestRegionHops::noInputFromMemoryHasFewer()
{
    Dice dice(71 + static_cast<unsigned>(qEnvironmentVariableIntValue("TILESCAPE_SEED")));
    const network::Source input{network::Source::Kind::NetworkInput, 0};
    int compared = 0;
    int close = 0;
    for (int number = 0; number < 400; ++number) {
        const schedule::Schedule schedule = samples::randomSchedule(dice).evaluated();
        const samples::BoundedTask of(*schedule.problem);
        search::SegmentBounds bounds(of.task);
        const dataflow::Region memory = pipeline::memoryRegion(of.machine);
        for (std::size_t place = 0; place < schedule.layers.size(); ++place) {
            const schedule::ScheduledLayer& layer = schedule.layers[place];
            const network::Layer& own = of.task.network.layers[layer.layer];
            if (of.topology.sources[layer.layer] != std::vector{input} || network::isTransposed(own)
                || network::hasOperand(own)) {
                continue;
            }
            const search::SegmentBounds::Member member =
                bounds.membersOf(pipeline::Segment{place, {{layer.layer}}}).front();
            const cost::MapGroups groups =
                search::PlacedLayerBound(of.task, member, layer.scheme.region, {}).inputGroups(layer.scheme.partition);
            const cost::LayoutIndex layout(
                pipeline::mapLayout(of.task, 0, dice.pick(schedule.layers).scheme.partition, memory));
            const auto hops =
                static_cast<double>(cost::hopsToAll(groups, layout, search::spreadsFetches(of.task.space)));
            const double least = search::RegionHops(of.task, member, layer.scheme.region, {}).ofInput(groups);
            QVERIFY2(least <= hops * (1 + 1e-9), qPrintable(QStringLiteral("schedule %1, %2: %3 word-hops, bound %4")
                                                                .arg(number)
                                                                .arg(QString::fromStdString(own.name))
                                                                .arg(hops)
                                                                .arg(least)));
            ++compared;
            close += least > 0.7 * hops ? 1 : 0;
        }
    }
    QVERIFY2(compared > 300 && close > 100, qPrintable(QStringLiteral("%1 of %2").arg(close).arg(compared)));
}

/// As the reference counts, nine tiles that pool 24 channels ask for three or four of them each, some of them twice; in
/// memory they lie once.
void TestRegionHops::channelsThatOverlapLieInOnePlace()
{
    using dataflow::Split;
    schedule::Problem problem;
    problem.network = {"pooling", "", {"input", 24, {8, 8}}, {}, {}};
    problem.network.layers.push_back({"pool", {"input"}, network::Pooling{{2, 2}, {2, 2}}, 24, 24, {4, 4}});
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {6, 3};
    problem.batch = 4;
    problem.space.counts = Counts::Reference;
    const samples::BoundedTask of(problem);
    search::SegmentBounds bounds(of.task);
    const search::SegmentBounds::Member member = bounds.membersOf(pipeline::Segment{0, {{0}}}).front();
    const dataflow::Region region = dataflow::wholeChip(problem.hardware.tiles);
    const dataflow::Region memory = pipeline::memoryRegion(of.machine);
    dataflow::PerSplit<Extent> shares;
    shares[Split::InputChannel] = shares[Split::Map] = {1, 1};
    shares[Split::OutputChannel] = {3, 3};
    shares[Split::Batch] = {2, 1};
    dataflow::PerSplit<Extent> inMemory = shares;
    inMemory[Split::OutputChannel] = {1, 2};
    for (const dataflow::Partition& partition : search::ordersOf(shares)) {
        const cost::MapGroups groups = search::PlacedLayerBound(of.task, member, region, {}).inputGroups(partition);
        const double least = search::RegionHops(of.task, member, region, {}).ofInput(groups);
        for (const dataflow::Partition& stored : search::ordersOf(inMemory)) {
            const cost::LayoutIndex layout(pipeline::mapLayout(of.task, 0, stored, memory));
            const auto hops =
                static_cast<double>(cost::hopsToAll(groups, layout, search::spreadsFetches(of.task.space)));
            QVERIFY2(least <= hops && least > 0.7 * hops,
                     qPrintable(QStringLiteral("%1 word-hops, bound %2").arg(hops).arg(least)));
        }
    }
}

TILESCAPE_TEST(TestRegionHops)

} // namespace tst_region_hops
#include "tst_region_hops.moc"
