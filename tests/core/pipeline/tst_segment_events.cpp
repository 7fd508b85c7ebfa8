#include "core/dataflow/unit_pass.h"
#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/segment_timeline.h"
#include "tests/core/schedule/random_schedules.h"
#include "tests/registered.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_segment_events {

using namespace tilescape;
using pipeline::Flow;
using pipeline::ForwardEvent;
using pipeline::GroupEvent;
using pipeline::LayerTrack;
using pipeline::SegmentTimeline;
using pipeline::WholeMap;

namespace {

/// A reference case, or a thousand schedules that no search would choose.
std::vector<schedule::Schedule> schedulesOf(const QString& name)
{
    if (name.startsWith("random")) {
        samples::Dice dice(20190413);
        std::vector<schedule::Schedule> schedules;
        for (int number = 0; number < 1000; ++number) {
            samples::RandomSchedule random = samples::randomSchedule(dice);
            random.problem.space.counts = name.contains("reference") ? Counts::Reference : Counts::Executed;
            schedules.push_back(random.evaluated());
        }
        return schedules;
    }
    const std::string path = QString(TILESCAPE_SOURCE_DIR "/tests/reference/" + name).toStdString();
    const io::Case task = io::readCase(io::readFile(path).value(), path).value();
    return {schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem), task.inputPartition, task.schemes)};
}

std::vector<SegmentTimeline> timelinesOf(const schedule::Schedule& schedule)
{
    std::vector<SegmentTimeline> timelines;
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        timelines.push_back(schedule::segmentTimeline(schedule, static_cast<Count>(number)));
    }
    return timelines;
}

std::vector<SegmentTimeline> timelinesOf(const QString& name)
{
    std::vector<SegmentTimeline> timelines;
    for (const schedule::Schedule& schedule : schedulesOf(name)) {
        for (SegmentTimeline& timeline : timelinesOf(schedule)) {
            timelines.push_back(std::move(timeline));
        }
    }
    return timelines;
}

/// From one group to the next.
Count pitch(const LayerTrack& track)
{
    return track.groups() == 1 ? 0 : (track.end - track.start - track.groupCycles) / (track.groups() - 1);
}

/// What the model would count if batch groups followed, in each region, at the interval of the slowest region that it gets
/// data from, itself included. The model lets all regions wait for the slowest.
double cyclesAtOwnPace(const SegmentTimeline& timeline)
{
    const pipeline::SegmentTiming& timing = timeline.timing;
    const auto regionOf = [&](std::size_t place) { return timeline.layers[place].slot.region; };
    std::map<Count, Count> start;
    std::map<Count, Count> done;
    for (std::size_t place = 0; place < timing.layers.size(); ++place) {
        start.try_emplace(regionOf(place), timing.layers[place].start);
        done[regionOf(place)] = timing.layers[place].done;
    }
    double last = 0;
    std::map<Count, Count> pace;
    for (const auto& [region, end] : done) { // data go to later regions only
        Count& own = pace[region];
        own = end - start[region];
        for (const Flow& flow : timeline.flows) {
            if (!flow.sharedInput && regionOf(flow.to) == region) {
                own = std::max(own, pace[regionOf(flow.from)]);
            }
        }
        last = std::max(last, static_cast<double>(end + own * (timing.batchGroups - 1)) / static_cast<double>(timing.batchGroups));
    }
    return last;
}

/// Executes a segment group by group: each region, batch group after batch group, works on a group as soon as its tiles are free, its
/// input is there, and there is room for what it makes. Nothing of the model's formula is used: all groups of all batch groups
/// begin at 0, and are put off until none has to wait any more.
class Executor {
public:
    Executor(const SegmentTimeline& timeline, const schedule::Schedule& schedule) : m_timeline(timeline), m_network(schedule.problem->network)
    {
        for (const LayerTrack& track : timeline.layers) {
            const auto placed = std::find_if(schedule.layers.begin(), schedule.layers.end(),
                                             [&](const schedule::ScheduledLayer& other) { return other.layer == track.layer; });
            m_blockings.push_back(&placed->scheme.blocking);
        }
        for (const LayerTrack& track : timeline.layers) {
            m_ends.emplace_back(static_cast<std::size_t>(track.groups() * timeline.timing.batchGroups), 0);
        }
    }

    double run()
    {
        // A group put off puts off others, each of them at most once a round, unless they wait for each other.
        std::size_t rounds = 2;
        for (const std::vector<double>& ends : m_ends) {
            rounds += ends.size();
        }
        while (putOff() && --rounds > 0) {}
        if (rounds == 0) {
            m_bounded = false;
            for (std::vector<double>& ends : m_ends) {
                std::fill(ends.begin(), ends.end(), 0);
            }
            while (putOff()) {}
        }
        double last = 0;
        for (const std::vector<double>& ends : m_ends) {
            last = std::max(last, ends.back());
        }
        return last;
    }

private:
    /// Layers on the same tiles that hand groups on take turns.
    [[nodiscard]] std::size_t endOfTurns(std::size_t place) const
    {
        const auto follows = [&](std::size_t next) {
            return std::any_of(m_timeline.flows.begin(), m_timeline.flows.end(), [&](const Flow& flow) {
                return flow.to == next && flow.from + 1 == next && flow.sameTiles && flow.whole == WholeMap::No
                    && m_timeline.layers[flow.from].groups() == m_timeline.layers[next].groups();
            });
        };
        std::size_t end = place + 1;
        while (end < m_timeline.layers.size() && follows(end)) {
            ++end;
        }
        return end;
    }

    bool putOff()
    {
        bool changes = false;
        std::map<Count, double> free;
        for (Count batch = 0; batch < m_timeline.timing.batchGroups; ++batch) {
            for (std::size_t place = 0; place < m_timeline.layers.size();) {
                const std::size_t end = endOfTurns(place);
                for (Count group = 0; group < m_timeline.layers[place].groups(); ++group) {
                    for (std::size_t turn = place; turn < end; ++turn) {
                        changes = work(turn, batch, group, free[m_timeline.layers[turn].slot.region]) || changes;
                    }
                }
                place = end;
            }
        }
        return changes;
    }

    [[nodiscard]] double endOf(std::size_t place, Count number) const
    {
        return number < 0 ? 0 : m_ends[place][static_cast<std::size_t>(number)];
    }

    bool work(std::size_t place, Count batch, Count group, double& free)
    {
        const LayerTrack& track = m_timeline.layers[place];
        double start = free;
        for (const Flow& flow : m_timeline.flows) {
            if (flow.sharedInput) {
                continue;
            }
            const bool inGroups = flow.whole == WholeMap::No;
            if (flow.to == place) {
                const Count groups = m_timeline.layers[flow.from].groups();
                start = std::max(start, endOf(flow.from, batch * groups + (inGroups ? group : groups - 1)));
            }
            if (flow.from == place && !flow.sameTiles && (inGroups || (track.outputGroups == 1 && group == 0))) {
                start = std::max(start, roomAt(flow, inGroups ? batch * track.groups() + group : batch));
            }
        }
        const auto cycles = static_cast<double>(m_timeline.timing.layers[place].cycles);
        free = start + cycles / static_cast<double>(track.groups() * m_timeline.timing.batchGroups);
        double& end = m_ends[place][static_cast<std::size_t>(batch * track.groups() + group)];
        const bool later = free > end + 1e-9 * end;
        end = std::max(end, free);
        return later;
    }

    /// When the piece has room: what lay in its place is with its taker, or done with.
    [[nodiscard]] double roomAt(const Flow& flow, Count piece) const
    {
        const Count held = m_timeline.timing.layers[flow.from].room.held;
        if (!m_bounded || held == 0 || piece < held) {
            return 0;
        }
        const LayerTrack& taker = m_timeline.layers[flow.to];
        const Count before = piece - held;
        Count last = flow.whole == WholeMap::No ? before : (before + 1) * taker.groups() - 1; // that works on it
        if (m_timeline.timing.layers[flow.to].room.copies) {
            // Groups of what it takes, or all of a batch group, are copied when those before them are done with.
            const bool takesParts = flow.whole == WholeMap::No || takesInGroups(flow.to);
            return endOf(flow.to, last - (takesParts ? 1 : taker.groups()));
        }
        // Registers have the last of several blocks when the work on it begins.
        const auto& factors = m_blockings[flow.to]->factors;
        const Loop channels = dataflow::isChannelwise(m_network.layers[taker.layer]) ? Loop::OutputChannel : Loop::InputChannel;
        const auto blocks = static_cast<double>(factors[channels][1] * factors[Loop::Batch][1]);
        const auto cycles = static_cast<double>(m_timeline.timing.layers[flow.to].cycles)
                            / static_cast<double>(taker.groups() * m_timeline.timing.batchGroups);
        return endOf(flow.to, last) - cycles / blocks;
    }

    [[nodiscard]] bool takesInGroups(std::size_t place) const
    {
        const LayerTrack& track = m_timeline.layers[place];
        return track.groups() == 1 || track.inputGroups > 1 || dataflow::isChannelwise(m_network.layers[track.layer]);
    }

    const SegmentTimeline& m_timeline;
    const network::Network& m_network;
    std::vector<const dataflow::Blocking*> m_blockings; ///< by layer
    std::vector<std::vector<double>> m_ends; ///< by layer, then by batch group and group
    bool m_bounded = true;
};

} // namespace

class TestSegmentEvents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastEventEndsWithTheSegment_data() { everyCase(); }
    void theLastEventEndsWithTheSegment();
    void everyGroupRunsOnce_data() { everyCase(); }
    void everyGroupRunsOnce();
    void noLayerStartsBeforeItsData_data() { everyCase(); }
    void noLayerStartsBeforeItsData();
    void whatIsHandedOnIsTheWholeMap_data() { everyCase(); }
    void whatIsHandedOnIsTheWholeMap();
    void aWindowListsWhatTouchesIt_data() { everyCase(); }
    void aWindowListsWhatTouchesIt();
    void executedGroupByGroupItTakesTheModelsTime_data() { everyCase(); }
    void executedGroupByGroupItTakesTheModelsTime();
    void someSegmentsHandOnGroups(); ///< after the others, which it counts

private:
    void isExecutedInTheModelsTime(const SegmentTimeline& timeline, const schedule::Schedule& schedule);

    int m_exact = 0; ///< segments of several layers that were executed in the model's time

    static void everyCase()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(TILESCAPE_SOURCE_DIR "/tests/reference").entryList({"*.json"}, QDir::Files)) {
            QTest::newRow(qPrintable(name)) << name;
        }
        QTest::newRow("random schedules") << QStringLiteral("random");
        QTest::newRow("random schedules, as the reference counts") << QStringLiteral("random, reference");
    }
};

void TestSegmentEvents::theLastEventEndsWithTheSegment()
{
    QFETCH(QString, name);
    for (const SegmentTimeline& timeline : timelinesOf(name)) {
        Count last = 0;
        for (const GroupEvent& event : pipeline::groupEvents(timeline)) {
            QVERIFY(0 <= event.start && event.start <= event.end && event.end <= timeline.timing.nodeCycles);
            last = std::max(last, event.end);
        }
        QCOMPARE(last, timeline.timing.nodeCycles);
        QCOMPARE(timeline.layers.back().dramEnd, timeline.timing.dramCycles);
        QCOMPARE(timeline.timing.cycles(), timeline.isDramBound() ? timeline.timing.dramCycles : last);
    }
}

void TestSegmentEvents::everyGroupRunsOnce()
{
    QFETCH(QString, name);
    for (const SegmentTimeline& timeline : timelinesOf(name)) {
        for (const Count shortest : {Count{0}, timeline.timing.nodeCycles / 50, timeline.timing.nodeCycles}) {
            std::vector<Count> groups(timeline.layers.size());
            std::vector<Count> ends(timeline.layers.size());
            for (const GroupEvent& event : pipeline::groupEvents(timeline, {0, timeline.timing.nodeCycles + 1, shortest})) {
                groups[event.place] += event.groups * event.batchGroups;
                QVERIFY(event.start >= ends[event.place] || event.batchGroup > 0);
                ends[event.place] = std::max(ends[event.place], event.start);
            }
            for (std::size_t place = 0; place < groups.size(); ++place) {
                QCOMPARE(groups[place], timeline.layers[place].groups() * timeline.timing.batchGroups);
            }
        }
    }
}

void TestSegmentEvents::noLayerStartsBeforeItsData()
{
    QFETCH(QString, name);
    for (const SegmentTimeline& timeline : timelinesOf(name)) {
        for (const ForwardEvent& event : pipeline::forwardEvents(timeline)) {
            const Flow& flow = timeline.flows[event.flow];
            const LayerTrack& from = timeline.layers[flow.from];
            const LayerTrack& to = timeline.layers[flow.to];
            if (flow.sharedInput) {
                continue;
            }
            // As the reference counts, a taker that is faster than its source does not wait behind the first group.
            if (timeline.execution || event.group == 0 || pitch(to) >= pitch(from)) {
                QVERIFY2(event.time <= event.needed + from.slot.index + to.slot.index + 1,
                         qPrintable(QString("%1 > %2").arg(event.time).arg(event.needed)));
            }
        }
    }
}

void TestSegmentEvents::whatIsHandedOnIsTheWholeMap()
{
    QFETCH(QString, name);
    for (const schedule::Schedule& schedule : schedulesOf(name)) {
        for (const SegmentTimeline& timeline : timelinesOf(schedule)) {
            std::vector<double> words(timeline.flows.size());
            for (const ForwardEvent& event : pipeline::forwardEvents(timeline)) {
                words[event.flow] += event.words;
            }
            for (std::size_t number = 0; number < words.size(); ++number) {
                const Flow& flow = timeline.flows[number];
                const network::Layer& from = schedule.problem->network.layers[timeline.layers[flow.from].layer];
                const Count map = flow.sharedInput ? network::inputWords(from) : network::outputWords(from);
                const auto all = static_cast<double>(map * schedule.problem->batch);
                QVERIFY(std::abs(words[number] - all) <= 1e-9 * all);
            }
        }
    }
}

void TestSegmentEvents::aWindowListsWhatTouchesIt()
{
    QFETCH(QString, name);
    for (const SegmentTimeline& timeline : timelinesOf(name)) {
        const std::vector<GroupEvent> all = pipeline::groupEvents(timeline);
        const Count cycles = timeline.timing.nodeCycles;
        for (const auto& [from, to] : {std::pair{cycles / 3, cycles / 2}, std::pair{Count{0}, cycles / 7}}) {
            const auto touches = [from = from, to = to](const GroupEvent& event) { return event.start < to && event.end >= from; };
            const std::vector<GroupEvent> some = pipeline::groupEvents(timeline, {from, to, 0});
            QCOMPARE(static_cast<std::ptrdiff_t>(some.size()), std::count_if(all.begin(), all.end(), touches));
            QVERIFY(std::all_of(some.begin(), some.end(), touches));
        }
    }
}

void TestSegmentEvents::executedGroupByGroupItTakesTheModelsTime()
{
    QFETCH(QString, name);
    for (const schedule::Schedule& schedule : schedulesOf(name)) {
        for (const SegmentTimeline& timeline : timelinesOf(schedule)) {
            isExecutedInTheModelsTime(timeline, schedule);
        }
    }
}

void TestSegmentEvents::isExecutedInTheModelsTime(const SegmentTimeline& timeline, const schedule::Schedule& schedule)
{
    const double executed = Executor(timeline, schedule).run();
    if (timeline.execution) {
        QVERIFY2(std::abs(executed - static_cast<double>(timeline.timing.nodeCycles)) <= 1,
                 qPrintable(QString("executed %1, model %2").arg(executed).arg(timeline.timing.nodeCycles)));
        m_exact += timeline.layers.size() > 1 ? 1 : 0;
        return;
    }
    const auto model = static_cast<double>(timeline.timing.nodeCycles);
    const double ownPace = cyclesAtOwnPace(timeline);
    const auto layers = static_cast<double>(timeline.layers.size());
    QVERIFY(ownPace <= model + 1);
    // A taker faster than its source waits for each group, so that it ends a group's time after it. The model lets it end
    // earlier: fill and drain come out that much shorter.
    double waits = 0;
    for (const Flow& flow : timeline.flows) {
        const LayerTrack& to = timeline.layers[flow.to];
        const Count behind = timeline.layers[flow.from].end + to.groupCycles - to.end;
        if (flow.whole == WholeMap::No && behind > 0) {
            waits += static_cast<double>(behind) / static_cast<double>(timeline.timing.batchGroups);
        }
    }
    // A region that begins before its neighbour's data are there idles in between. The model counts that as its time in
    // every batch group, though it could begin later.
    std::map<Count, Count> idle;
    for (std::size_t place = 0; place < timeline.layers.size(); ++place) {
        const pipeline::LayerTiming& timed = timeline.timing.layers[place];
        Count& own = idle[timeline.layers[place].slot.region];
        own = timeline.layers[place].slot.index == 0 ? 0 : own + timed.done - timeline.timing.layers[place - 1].done - timed.cycles;
    }
    Count most = 0;
    for (const auto& [region, cycles] : idle) {
        most = std::max(most, cycles);
    }
    const QString told = QString("executed %1, model %2, waits %3, idle %4").arg(executed).arg(ownPace).arg(waits).arg(most);
    QVERIFY2(executed <= ownPace + waits + layers, qPrintable(told));
    QVERIFY2(executed >= ownPace - static_cast<double>(most) - layers, qPrintable(told));
    if (waits == 0 && most == 0) {
        m_exact += timeline.layers.size() > 1 && std::abs(ownPace - model) < 1 ? 1 : 0;
        QVERIFY2(std::abs(executed - ownPace) <= layers, qPrintable(told));
    }
}

void TestSegmentEvents::someSegmentsHandOnGroups()
{
    std::set<WholeMap> seen;
    for (const char* name : {"14_alex_2x2_pipe.json", "15_alex_4x4_pipe_solve.json", "16_resnet50_4x4_pipe_solve.json",
                             "17_lstm_phoneme_16x16_pipe.json"}) {
        for (const SegmentTimeline& timeline : timelinesOf(name)) {
            for (const Flow& flow : timeline.flows) {
                seen.insert(flow.whole);
            }
        }
    }
    QVERIFY(seen.contains(WholeMap::No));
    QVERIFY(m_exact > 100);
    QVERIFY(seen.contains(WholeMap::SumsRunOn) || seen.contains(WholeMap::SameTiles));
}

TILESCAPE_TEST(TestSegmentEvents)

} // namespace tst_segment_events
#include "tst_segment_events.moc"
