#include "core/pipeline/bounded_execution.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>

namespace tst_bounded_execution {

using namespace tilescape;
using pipeline::BoundedExecution;
using pipeline::ExecutedSegment;
using pipeline::SegmentExecution;
using samples::Dice;

namespace {

/// So many that what is read where it was made is needed to the end.
constexpr Count manyBlocks = Count{1} << 40;

/// Layers in regions of their own, each of which takes what the one before it makes: maps of a batch group.
ExecutedSegment chain(const std::vector<double>& cycles, Count held, bool copied, Count batchGroups)
{
    ExecutedSegment segment;
    segment.regions = cycles.size();
    segment.batchGroups = batchGroups;
    for (std::size_t place = 0; place < cycles.size(); ++place) {
        segment.layers.push_back({place, 1, cycles[place], false, {}});
        if (place > 0) {
            segment.layers.back().arrivals.push_back({place - 1, false, held, copied, 1, manyBlocks});
        }
    }
    return segment;
}

/// Layers in whose maps there are few groups, or some in whose there are `many`.
ExecutedSegment randomSegment(Dice& dice, Count many = 0)
{
    ExecutedSegment segment;
    segment.regions = static_cast<std::size_t>(dice.upTo(4));
    segment.batchGroups = dice.upTo(12);
    std::vector<Count> held;
    for (std::size_t region = 0; region < segment.regions; ++region) {
        for (Count layers = dice.upTo(3); layers > 0; --layers) {
            const std::size_t place = segment.layers.size();
            const Count groups = many > 0 && dice.once(2) ? many : dice.once(2) ? 1 : dice.upTo(4);
            ExecutedSegment::Layer layer{region, groups, static_cast<double>(dice.upTo(20)), false, {}};
            const bool copies = dice.once(2);
            const bool takesParts = dice.once(2);
            for (std::size_t from = 0; from < place; ++from) {
                const ExecutedSegment::Layer& source = segment.layers[from];
                if (!dice.once(from + 1 == place ? 1 : 4)) {
                    continue;
                }
                const bool byGroup = source.groups == layer.groups && layer.groups > 1 && dice.once(2);
                const bool apart = source.region != region;
                layer.takesTurns = layer.takesTurns || (byGroup && !apart && from + 1 == place);
                layer.arrivals.push_back({from, byGroup, apart ? held[from] : 0, copies, takesParts ? layer.groups : 1, dice.upTo(4)});
            }
            held.push_back(dice.once(4) ? 0 : dice.upTo(3));
            segment.layers.push_back(layer);
        }
    }
    return segment;
}

/// The same executed event by event: pieces lie in places, are copied as soon as there is a place for them, and regions begin
/// whatever can begin. It knows no formula of when a place is free.
class Pieces {
public:
    explicit Pieces(const ExecutedSegment& segment) : m_segment(segment), m_made(segment.layers.size()), m_regions(segment.regions)
    {
        for (std::size_t place = 0; place < segment.layers.size(); ++place) {
            for (const ExecutedSegment::Arrival& arrival : segment.layers[place].arrivals) {
                m_flows.push_back({place, &arrival});
            }
            Region& region = m_regions[segment.layers[place].region];
            if (!segment.layers[place].takesTurns) {
                region.runs.emplace_back();
            }
            region.runs.back().push_back(place);
        }
        for (Region& region : m_regions) {
            region.list = listOf(region);
        }
    }

    /// Cycles until all is done; nothing if it comes to a stand.
    std::optional<double> run()
    {
        while (true) {
            while (copySome() || beginSome()) {}
            double next = m_reads.empty() ? never : m_reads.begin()->first;
            for (const Region& region : m_regions) {
                next = std::min(next, region.endsAt.value_or(never));
            }
            if (next == never) {
                break;
            }
            m_now = next;
            for (; !m_reads.empty() && m_reads.begin()->first == m_now; m_reads.erase(m_reads.begin())) {
                ++m_flows[m_reads.begin()->second].taken;
            }
            for (Region& region : m_regions) {
                if (region.endsAt == m_now) {
                    end(region);
                }
            }
        }
        const bool isDone = std::all_of(m_regions.begin(), m_regions.end(), [](const Region& region) { return region.at == region.list.size(); });
        return isDone ? std::optional(m_now) : std::nullopt;
    }

private:
    static constexpr double never = 1e30;
    struct Work {
        std::size_t place = 0;
        Count number = 0; ///< of the group, over all batch groups
    };
    struct Region {
        std::vector<std::vector<std::size_t>> runs;
        std::vector<Work> list;
        std::size_t at = 0;
        std::optional<double> endsAt;
    };
    struct Flow {
        std::size_t to = 0;
        const ExecutedSegment::Arrival* arrival = nullptr;
        Count taken = 0;  ///< parts that the taker has copied, or has read where they were made
        Count copied = 0; ///< parts that lie or have lain at the taker
        Count used = 0;   ///< of these, those that it has done with
    };

    [[nodiscard]] Count groupsOf(std::size_t place) const { return m_segment.layers[place].groups; }
    [[nodiscard]] Count partsOfPiece(const Flow& flow) const { return flow.arrival->byGroup ? 1 : flow.arrival->pieces; }
    [[nodiscard]] Count pieceOf(const Flow& flow, Count sourceGroup) const
    {
        return flow.arrival->byGroup ? sourceGroup : sourceGroup / groupsOf(flow.arrival->from);
    }
    /// The part that the taker works on in a group.
    [[nodiscard]] Count partIn(const Flow& flow, Count group) const
    {
        return flow.arrival->byGroup ? group : group * flow.arrival->pieces / groupsOf(flow.to);
    }

    [[nodiscard]] std::vector<Work> listOf(const Region& region) const
    {
        std::vector<Work> list;
        for (Count batch = 0; batch < m_segment.batchGroups; ++batch) {
            for (const std::vector<std::size_t>& run : region.runs) {
                for (Count group = 0; group < groupsOf(run.front()); ++group) {
                    for (const std::size_t place : run) {
                        list.push_back({place, batch * groupsOf(place) + group});
                    }
                }
            }
        }
        return list;
    }

    [[nodiscard]] bool isMade(const Flow& flow, Count piece) const
    {
        const Count groups = flow.arrival->byGroup ? 1 : groupsOf(flow.arrival->from);
        return m_made[flow.arrival->from] >= (piece + 1) * groups;
    }

    bool copySome()
    {
        bool copies = false;
        for (Flow& flow : m_flows) {
            if (flow.arrival->held > 0 && flow.arrival->copied && flow.copied == flow.used && isMade(flow, flow.copied / partsOfPiece(flow))) {
                ++flow.copied;
                ++flow.taken;
                copies = true;
            }
        }
        return copies;
    }

    bool beginSome()
    {
        bool begins = false;
        for (Region& region : m_regions) {
            if (!region.endsAt && region.at < region.list.size() && mayBegin(region.list[region.at])) {
                begin(region);
                begins = true;
            }
        }
        return begins;
    }

    [[nodiscard]] bool mayBegin(const Work& work) const
    {
        return std::all_of(m_flows.begin(), m_flows.end(), [&](const Flow& flow) {
            if (flow.to == work.place) {
                const bool hasCopy = flow.arrival->held > 0 && flow.arrival->copied;
                // A layer begins when all of the map is there, even if it takes it in parts.
                const Count batchGroup = work.number / groupsOf(work.place);
                return isMade(flow, flow.arrival->byGroup ? work.number : batchGroup) && (!hasCopy || flow.copied > partIn(flow, work.number));
            }
            if (flow.arrival->from == work.place && flow.arrival->held > 0) {
                return pieceOf(flow, work.number) < flow.taken / partsOfPiece(flow) + flow.arrival->held;
            }
            return true;
        });
    }

    void begin(Region& region)
    {
        const Work& work = region.list[region.at];
        const double cycles = m_segment.layers[work.place].groupCycles;
        region.endsAt = m_now + cycles;
        for (std::size_t number = 0; number < m_flows.size(); ++number) {
            const Flow& flow = m_flows[number];
            if (flow.to == work.place && !flow.arrival->copied && endsPart(flow, work)) {
                m_reads.emplace(m_now + cycles * (1 - 1.0 / static_cast<double>(flow.arrival->blocks)), number);
            }
        }
    }

    [[nodiscard]] bool endsPart(const Flow& flow, const Work& work) const
    {
        return partIn(flow, work.number + 1) > partIn(flow, work.number);
    }

    void end(Region& region)
    {
        const Work& work = region.list[region.at];
        m_made[work.place] = work.number + 1;
        for (Flow& flow : m_flows) {
            if (flow.to == work.place && endsPart(flow, work)) {
                ++flow.used;
            }
        }
        region.endsAt.reset();
        ++region.at;
    }

    const ExecutedSegment& m_segment;
    std::vector<Count> m_made; ///< by place: groups that are complete
    std::vector<Region> m_regions;
    std::vector<Flow> m_flows;
    std::multimap<double, std::size_t> m_reads; ///< when the last block of a part comes into registers, by flow
    double m_now = 0;
};

ExecutedSegment withMoreRoom(ExecutedSegment segment)
{
    for (ExecutedSegment::Layer& layer : segment.layers) {
        for (ExecutedSegment::Arrival& arrival : layer.arrivals) {
            arrival.held += arrival.held > 0 ? 1 : 0;
        }
    }
    return segment;
}

bool isBounded(const ExecutedSegment& segment)
{
    return std::any_of(segment.layers.begin(), segment.layers.end(), [](const ExecutedSegment::Layer& layer) {
        return std::any_of(layer.arrivals.begin(), layer.arrivals.end(), [](const auto& arrival) { return arrival.held > 0; });
    });
}

} // namespace

/// What room for what is handed on is worth (cost-model.md 5).
class TestBoundedExecution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withRoomForOneMapTheRegionsTakeTurns();
    void withRoomForTwoTheSlowerOneDecides();
    void aCopyIsRoomForOneMore();
    void aMapTakenInPartsIsGoneWithTheLast();
    void whatRegistersHaveIsTaken();
    void itIsExecutedAsPiecesLie();
    void manyGroupsAreExecutedAtOnce();
    void moreRoomIsNeverSlower();
    void whatComesAgainAndAgainIsNotExecutedAgain();
    void aLineWithRoomForTwoNeedsNoneMore();
};

void TestBoundedExecution::withRoomForOneMapTheRegionsTakeTurns()
{
    QCOMPARE(SegmentExecution(chain({30, 50}, 1, false, 8)).cycles(), 8.0 * (30 + 50));
    QCOMPARE(SegmentExecution(chain({30, 50}, 1, false, 8)).pitch(0), 80.0);
}

void TestBoundedExecution::withRoomForTwoTheSlowerOneDecides()
{
    QCOMPARE(SegmentExecution(chain({30, 50}, 2, false, 8)).cycles(), 30.0 + 8 * 50);
    QCOMPARE(SegmentExecution(chain({50, 30}, 2, false, 8)).cycles(), 30.0 + 8 * 50);
    QCOMPARE(SegmentExecution(chain({30, 50}, 0, false, 8)).cycles(), 30.0 + 8 * 50); // always room
}

void TestBoundedExecution::aCopyIsRoomForOneMore()
{
    QCOMPARE(SegmentExecution(chain({30, 50}, 1, true, 8)).cycles(), 30.0 + 8 * 50);
}

/// Four parts of ten cycles: the last one is copied when three are done with, so that the next map may be made meanwhile.
void TestBoundedExecution::aMapTakenInPartsIsGoneWithTheLast()
{
    ExecutedSegment segment = chain({30, 10}, 1, true, 8);
    segment.layers[1].groups = 4;
    segment.layers[1].arrivals[0].pieces = 4;
    QCOMPARE(SegmentExecution(segment).cycles(), 8.0 * (30 + 30) + 10);
}

/// The registers have a map in two blocks: the next one is made while the second is worked on; all of it at once, during all of the work.
void TestBoundedExecution::whatRegistersHaveIsTaken()
{
    ExecutedSegment segment = chain({30, 50}, 1, false, 8);
    segment.layers[1].arrivals[0].blocks = 2;
    QCOMPARE(SegmentExecution(segment).cycles(), 30.0 + 8 * 50 + 7 * (30 - 25));
    segment.layers[1].arrivals[0].blocks = 1;
    QCOMPARE(SegmentExecution(segment).cycles(), 30.0 + 8 * 50);
}

void TestBoundedExecution::itIsExecutedAsPiecesLie()
{
    Dice dice(56);
    int bounded = 0;
    int stands = 0;
    for (int number = 0; number < 5000; ++number) {
        const ExecutedSegment segment = randomSegment(dice);
        if (!isBounded(segment)) {
            continue;
        }
        const std::optional<double> executed = Pieces(segment).run();
        if (!executed) {
            ++stands;
            QVERIFY(!BoundedExecution(segment).isPossible());
            continue;
        }
        QVERIFY2(std::abs(SegmentExecution(segment).cycles() - *executed) <= 1e-6 * *executed,
                 qPrintable(QString("problem %1: executed %2, model %3").arg(number).arg(*executed).arg(SegmentExecution(segment).cycles())));
        const SegmentExecution every(segment, SegmentExecution::Detail::EveryGroup);
        QCOMPARE(every.cycles(), SegmentExecution(segment).cycles());
        double last = 0;
        for (std::size_t place = 0; place < segment.layers.size(); ++place) {
            last = std::max(last, every.end(place, segment.batchGroups - 1, segment.layers[place].groups - 1));
        }
        QVERIFY(std::abs(last - *executed) <= 1e-6 * *executed);
        ++bounded;
    }
    QVERIFY2(bounded > 2000 && stands > 10, qPrintable(QString("%1 bounded, %2 at a stand").arg(bounded).arg(stands)));
}

/// Where there are so many groups that most of them follow each other after the same time, and as many batch groups as make a difference.
void TestBoundedExecution::manyGroupsAreExecutedAtOnce()
{
    Dice dice(58);
    int bounded = 0;
    for (int number = 0; number < 1500; ++number) {
        ExecutedSegment segment = randomSegment(dice, 15 + dice.upTo(45));
        segment.batchGroups = dice.upTo(4);
        const std::optional<double> executed = isBounded(segment) ? Pieces(segment).run() : std::nullopt;
        if (executed) {
            QVERIFY2(std::abs(SegmentExecution(segment).cycles() - *executed) <= 1e-6 * *executed,
                     qPrintable(QString("problem %1: executed %2, model %3").arg(number).arg(*executed).arg(SegmentExecution(segment).cycles())));
            ++bounded;
        }
    }
    QVERIFY2(bounded > 700, qPrintable(QString("%1 bounded").arg(bounded)));
}

void TestBoundedExecution::moreRoomIsNeverSlower()
{
    Dice dice(57);
    int sooner = 0;
    for (int number = 0; number < 2000; ++number) {
        const ExecutedSegment segment = randomSegment(dice);
        if (!isBounded(segment) || !BoundedExecution(segment).isPossible()) {
            continue;
        }
        const double cycles = SegmentExecution(segment).cycles();
        const double roomy = SegmentExecution(withMoreRoom(segment)).cycles();
        QVERIFY2(roomy <= cycles * (1 + 1e-9), qPrintable(QString("problem %1: %2 with more room, %3").arg(number).arg(roomy).arg(cycles)));
        sooner += roomy < cycles ? 1 : 0;
    }
    QVERIFY(sooner > 100);
}

void TestBoundedExecution::whatComesAgainAndAgainIsNotExecutedAgain()
{
    const ExecutedSegment segment = chain({30, 50, 20}, 1, false, 1 << 20);
    QVERIFY(BoundedExecution(segment).batchGroups() < 32);
    QCOMPARE(SegmentExecution(segment).cycles(), 80.0 * (1 << 20) + 20);
}

/// Asked for the cycles alone, lines of regions are not executed with their room: it makes no difference there, and nowhere else is it
/// left out.
void TestBoundedExecution::aLineWithRoomForTwoNeedsNoneMore()
{
    Dice dice(58);
    int lines = 0;
    for (int number = 0; number < 4000; ++number) {
        ExecutedSegment segment = randomSegment(dice);
        if (dice.once(2)) { // a line of regions of one or two layers, by groups or by whole maps
            segment = chain(std::vector<double>(static_cast<std::size_t>(dice.upTo(5)), 1), 0, false, dice.upTo(10));
            const Count groups = dice.upTo(4);
            const bool byGroup = groups > 1 && dice.once(2);
            for (std::size_t place = 0; place < segment.layers.size(); ++place) {
                ExecutedSegment::Layer& layer = segment.layers[place];
                layer.groupCycles = static_cast<double>(dice.upTo(20));
                layer.groups = byGroup ? groups : dice.upTo(4);
                for (ExecutedSegment::Arrival& arrival : layer.arrivals) {
                    const bool takesParts = !byGroup && dice.once(3);
                    arrival = {place - 1, byGroup, dice.upTo(3), dice.once(2), takesParts ? layer.groups : 1, dice.upTo(4)};
                }
            }
            ++lines;
        }
        if (!BoundedExecution(segment).isPossible()) {
            continue;
        }
        const SegmentExecution executed(segment);
        const SegmentExecution quick(segment, SegmentExecution::Detail::Cycles);
        const auto largestPitch = [&segment](const SegmentExecution& execution) {
            double largest = 0;
            for (std::size_t place = 0; place < segment.layers.size(); ++place) {
                largest = std::max(largest, execution.pitch(place));
            }
            return largest;
        };
        QVERIFY2(std::abs(executed.cycles() - quick.cycles()) <= 1e-9 * executed.cycles(),
                 qPrintable(QString("problem %1: %2, quickly %3").arg(number).arg(executed.cycles()).arg(quick.cycles())));
        QVERIFY(!isBounded(segment) || std::abs(largestPitch(executed) - largestPitch(quick)) <= 1e-9 * largestPitch(quick));
    }
    QVERIFY(lines > 1000);
}

TILESCAPE_TEST(TestBoundedExecution)

} // namespace tst_bounded_execution
#include "tst_bounded_execution.moc"
