#include "random_schedules.h"

#include "core/pipeline/segment_flow.h"
#include "core/schedule/segment_timeline.h"
#include "tests/registered.h"

#include <QTest>

#include <map>

namespace tst_tangram_laws {

using namespace tilescape;
using pipeline::Flow;
using pipeline::SegmentTimeline;
using samples::Dice;
using samples::RandomSchedule;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

std::vector<pipeline::TimedLayer> layersOf(const Schedule& schedule, Count segment)
{
    std::vector<pipeline::TimedLayer> layers;
    for (const ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == segment) {
            const auto& timing = schedule.segments[static_cast<std::size_t>(segment)];
            layers.push_back({{layer.layer, layer.slot}, &layer.scheme, &layer.cost, timing.layers[layers.size()].room});
        }
    }
    return layers;
}

/// Some tile of one is next to some tile of the other.
bool touch(const std::vector<Tile>& some, const std::vector<Tile>& others)
{
    return std::any_of(some.begin(), some.end(), [&](Tile tile) {
        return std::any_of(others.begin(), others.end(), [&](Tile other) { return hopsBetween(tile, other) == 1; });
    });
}

/// A column of the region, or a row.
std::vector<Tile> lineOf(const dataflow::Region& region, Count number, bool isRow)
{
    std::vector<Tile> tiles;
    for (Count along = 0; along < (isRow ? region.extent.width : region.extent.height); ++along) {
        tiles.push_back(isRow ? region.at(number, along) : region.at(along, number));
    }
    return tiles;
}

} // namespace

/// What must hold of Tangram's pipelines, on schedules that no search would choose (random_schedules.h).
class TestTangramLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomSchedulesAreSoundAndVaried();
    void regionsCoverEveryTileOnceAndNeighboursTouch();
    void aSegmentsPartsAddUpToTheWhole();
    void pinnedWeightsAreNeverRead();
    void theTimelineIsWhatTheTimingRestsOn();
};

void TestTangramLaws::randomSchedulesAreSoundAndVaried()
{
    Dice dice(1);
    int folded = 0;
    int inGroups = 0;
    int shared = 0;
    int sideBySide = 0;
    for (int number = 0; number < 300; ++number) {
        const RandomSchedule random = samples::randomSchedule(dice);
        const support::Diagnostics faults = network::check(random.problem.network);
        QVERIFY2(faults.empty(), support::describe(faults).c_str());
        const Schedule schedule = random.evaluated();
        QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
        for (const ScheduledLayer& layer : schedule.layers) {
            const auto& tiles = layer.scheme.region.tiles;
            const bool fold = tiles.size() > 1 && layer.scheme.region.extent.width > 1
                && tiles.front().row + layer.scheme.region.extent.height <= tiles.back().row;
            folded += fold ? 1 : 0;
            shared += std::any_of(layer.cost.rotationRounds.begin(), layer.cost.rotationRounds.end(), [](Count r) { return r > 0; });
            sideBySide += layer.slot.region > 0 ? 1 : 0;
        }
        for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
            const SegmentTimeline timeline = schedule::segmentTimeline(schedule, static_cast<Count>(segment));
            inGroups += std::any_of(timeline.flows.begin(), timeline.flows.end(), [](const Flow& flow) { return flow.groups > 1; });
        }
    }
    QVERIFY2(folded > 20 && inGroups > 20 && shared > 20 && sideBySide > 100,
             qPrintable(QString("%1 folded, %2 in groups, %3 shared, %4 side by side").arg(folded).arg(inGroups).arg(shared).arg(sideBySide)));
}

void TestTangramLaws::regionsCoverEveryTileOnceAndNeighboursTouch()
{
    Dice dice(2);
    int several = 0;
    for (int number = 0; number < 400; ++number) {
        const network::Network net = samples::randomNetwork(dice);
        const Extent chip{dice.upTo(12), dice.upTo(12)};
        const search::RegionLayout layout =
            dice.pick(std::array{search::RegionLayout::Zigzag, search::RegionLayout::Columns,
                                 search::RegionLayout::ZigzagAcross, search::RegionLayout::Rows});
        const bool isAcross = layout == search::RegionLayout::ZigzagAcross || layout == search::RegionLayout::Rows;
        for (const pipeline::Segment& segment :
             search::segmentsOf(net, network::topologyOf(net), {true, true}, search::runVertices(net))) {
            const auto regions = search::allocateRegions(net, segment, chip, layout);
            if (regions.empty()) {
                continue;
            }
            QCOMPARE(regions.size(), segment.regions.size());
            several += regions.size() > 1 ? 1 : 0;
            std::vector<Tile> covered;
            std::vector<Tile> before;
            for (const dataflow::Region& region : regions) {
                QCOMPARE(static_cast<Count>(region.tiles.size()), region.extent.size());
                covered.insert(covered.end(), region.tiles.begin(), region.tiles.end());
                const Count lines = isAcross ? region.extent.height : region.extent.width;
                for (Count line = 0; line < lines; ++line) {
                    const std::vector<Tile> own = lineOf(region, line, isAcross);
                    QVERIFY(before.empty() || touch(before, own));
                    before = own;
                }
            }
            std::sort(covered.begin(), covered.end());
            QVERIFY(covered == dataflow::wholeChip(chip).tiles);
        }
    }
    QVERIFY(several > 500);
}

void TestTangramLaws::aSegmentsPartsAddUpToTheWhole()
{
    Dice dice(6);
    for (int number = 0; number < 300; ++number) {
        const Schedule schedule = samples::randomSchedule(dice).evaluated();
        schedule::Totals sums;
        double layerCycles = 0;
        double staticPj = 0;
        for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
            const pipeline::SegmentTiming& timing = schedule.segments[segment];
            Count dram = 0;
            Count slowest = 0;
            std::map<Count, Count> busy; // cycles of the layers of a region
            std::map<Count, Count> began;
            std::map<Count, Count> ended;
            const auto layers = layersOf(schedule, static_cast<Count>(segment));
            QCOMPARE(layers.size(), timing.layers.size());
            for (std::size_t place = 0; place < layers.size(); ++place) {
                const cost::LayerCost& cost = *layers[place].cost;
                const pipeline::LayerTiming& timed = timing.layers[place];
                const Count region = layers[place].placement.slot.region;
                QCOMPARE(timed.cycles, static_cast<Count>(cost.cycles));
                QCOMPARE(cost.cycles, std::max({cost.computeCycles, cost.busCycles, cost.dramCycles, cost.sharedCycles}));
                busy[region] += timed.cycles;
                began.try_emplace(region, timed.start);
                ended[region] = timed.done;
                dram += static_cast<Count>(cost.dramCycles);
                layerCycles += cost.cycles;
                staticPj += cost.energy.staticPower;
                sums.energy += cost.energy;
                for (const Tensor tensor : allTensors) {
                    sums.nocHops += cost.nocHops[tensor];
                    sums.accesses[Level::Dram] += cost.accesses[Level::Dram][tensor];
                }
            }
            for (const auto& [region, cycles] : busy) {
                QVERIFY(ended[region] - began[region] >= cycles - 1);
                slowest = std::max(slowest, cycles);
            }
            QVERIFY(timing.criticalCycles >= slowest); // regions may wait for room, again and again
            const bool waits = std::any_of(timing.layers.begin(), timing.layers.end(), [](const pipeline::LayerTiming& layer) { return layer.room.held > 0; });
            QVERIFY(waits || timing.criticalCycles == slowest);
            QCOMPARE(timing.dramCycles, dram);
            QVERIFY(timing.nodeCycles >= timing.criticalCycles);
            QVERIFY(timing.cycles() >= timing.nodeCycles && timing.cycles() >= timing.dramCycles);
            sums.cycles += static_cast<double>(pipeline::cyclesOf(timing, schedule.segments.size() == 1));
        }
        const schedule::Totals& totals = schedule.totals;
        QCOMPARE(totals.cycles, sums.cycles);
        QVERIFY(close(totals.nocHops, sums.nocHops));
        QVERIFY(close(totals.accesses[Level::Dram], sums.accesses[Level::Dram]));
        // Static energy counts the segments' time; everything else is the layers'.
        QVERIFY(close(totals.energy.staticPower, staticPj * sums.cycles / layerCycles));
        QVERIFY(close(totals.energy.total() - totals.energy.staticPower, sums.energy.total() - staticPj));
    }
}

void TestTangramLaws::pinnedWeightsAreNeverRead()
{
    Dice dice(7);
    int pinned = 0;
    int changing = 0;
    for (int number = 0; number < 2000; ++number) {
        const RandomSchedule random = samples::randomSchedule(dice);
        const Schedule schedule = random.evaluated();
        std::map<Count, int> weighted;
        for (const ScheduledLayer& placed : schedule.layers) {
            weighted[placed.slot.region] += network::hasWeights(random.problem.network.layers[placed.layer]) ? 1 : 0;
        }
        const bool stays = schedule.segments.size() == 1
            && std::all_of(weighted.begin(), weighted.end(), [](const auto& region) { return region.second <= 1; });
        for (const ScheduledLayer& placed : schedule.layers) {
            const network::Layer& layer = random.problem.network.layers[placed.layer];
            if (!network::hasWeights(layer)) {
                continue;
            }
            const auto& factors = placed.scheme.blocking.factors;
            const bool changes =
                factors[Loop::OutputChannel][0] > 1 || (!network::isDepthwise(layer) && factors[Loop::InputChannel][0] > 1);
            // What passes the buffer by does not stay, but for what the registers hold: of one fold of the filter.
            const hardware::Hardware& chip = random.problem.hardware;
            const Count rows = chip.arrayDataflow == hardware::ArrayDataflow::Systolic
                                   ? placed.scheme.replication.taps
                                   : network::filterOf(layer).height;
            const bool passesBy = placed.cost.wordsHeld[Storage::Buffer][Tensor::Weight] == 0
                                  && (rows > chip.peArray.height || factors[Loop::OutputChannel][1] > 1
                                      || (!network::isDepthwise(layer) && factors[Loop::InputChannel][1] > 1));
            const bool hasGroups = !network::isDepthwise(layer) && network::groupsOf(layer) > 1; // one after another
            const double fetches = placed.cost.fetches[Storage::Buffer][Tensor::Weight];
            const double words = placed.cost.accesses[Level::Dram][Tensor::Weight];
            const double fromMemory = placed.cost.nocHops[Tensor::Weight] - placed.cost.nocHopsBetweenTiles[Tensor::Weight];
            if (stays && !changes && !passesBy && !hasGroups) {
                QCOMPARE(fetches, 0.0);
                QCOMPARE(words, 0.0);
                QCOMPARE(fromMemory, 0.0);
                ++pinned;
            } else {
                QVERIFY(fetches >= 1);
                QVERIFY(words > 0);
                changing += stays ? 1 : 0;
            }
        }
    }
    QVERIFY2(pinned > 20 && changing > 20, qPrintable(QString("%1 pinned, %2 not").arg(pinned).arg(changing)));
}

/// Three accounts of one segment: its timing, what it rests on (flowOf), and its events.
void TestTangramLaws::theTimelineIsWhatTheTimingRestsOn()
{
    Dice dice(8);
    int inGroups = 0;
    for (int number = 0; number < 1000; ++number) {
        const RandomSchedule random = samples::randomSchedule(dice);
        const Schedule schedule = random.evaluated();
        const network::Topology topology = network::topologyOf(random.problem.network);
        for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
            const auto layers = layersOf(schedule, static_cast<Count>(segment));
            const pipeline::SegmentFlow flow = pipeline::flowOf(
                random.problem.network, topology, layers, random.problem.space.counts,
                hardware::machineOf(random.problem.hardware).capacities.bufferWordsPerTile);
            const SegmentTimeline timeline = schedule::segmentTimeline(schedule, static_cast<Count>(segment));
            QCOMPARE(flow.timing.nodeCycles, timeline.timing.nodeCycles);
            QCOMPARE(flow.timing.cycles(), schedule.segments[segment].cycles());

            std::vector<pipeline::Handover> handovers;
            for (const Flow& own : timeline.flows) {
                if (!own.sharedInput) {
                    handovers.push_back({own.from, own.to, own.groups, own.sameTiles});
                    inGroups += own.groups > 1 ? 1 : 0;
                }
            }
            QVERIFY(handovers == flow.handovers);

            std::vector<Count> first(layers.size(), std::numeric_limits<Count>::max());
            std::vector<Count> groups(layers.size(), 0);
            for (const pipeline::GroupEvent& event : pipeline::groupEvents(timeline)) {
                first[event.place] = std::min(first[event.place], event.start);
                groups[event.place] += event.groups * event.batchGroups;
            }
            for (std::size_t place = 0; place < layers.size(); ++place) {
                QVERIFY(std::abs(first[place] - flow.timing.layers[place].start / flow.timing.batchGroups) <= 1);
                // The timeline tells apart the loops that are outermost; those inside them run within a group.
                Count loops = flow.timing.batchGroups;
                for (const pipeline::TopLoop& loop : flow.loops[place]) {
                    loops *= loop.groups;
                }
                QCOMPARE(loops % groups[place], Count{0});
            }
        }
    }
    QVERIFY(inGroups > 50);
}

TILESCAPE_TEST(TestTangramLaws)

} // namespace tst_tangram_laws
#include "tst_tangram_laws.moc"
