#include "core/pipeline/bounded_execution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::pipeline {

namespace {

/// Batch groups that are executed before the pitch is taken as the average, however few the segment has.
constexpr Count leastGroups = 16;

} // namespace

BoundedExecution::BoundedExecution(const ExecutedSegment& segment)
    : m_segment(segment), m_takers(segment.layers.size()), m_ends(segment.layers.size())
{
    findRegions();
    const Count most = std::max(m_segment.batchGroups, leastGroups);
    while (m_done < most) {
        m_isPossible = runBatchGroup(m_done);
        ++m_done;
        if (!m_isPossible || isSteady()) {
            return;
        }
    }
    const double first = m_ends.back()[static_cast<std::size_t>(m_segment.layers.back().groups - 1)];
    m_pitch = (m_ends.back().back() - first) / static_cast<double>(m_done - 1);
}

void BoundedExecution::findRegions()
{
    m_regions.resize(m_segment.regions);
    for (std::size_t place = 0; place < m_segment.layers.size(); ++place) {
        const ExecutedSegment::Layer& layer = m_segment.layers[place];
        if (!layer.takesTurns) {
            m_regions[layer.region].runs.push_back(place);
        }
        for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
            if (arrival.held > 0) {
                m_takers[arrival.from].push_back({place, &arrival});
            }
        }
    }
    for (Region& region : m_regions) {
        region.next.place = region.runs.front();
    }
    for (const std::vector<Taker>& takers : m_takers) {
        for (const Taker& taker : takers) {
            if (taker.arrival->byGroup) {
                m_window = std::max(m_window, taker.arrival->held);
            }
        }
    }
    m_window += 2; // what a group waits for, and the group before that
}

/// False if all regions wait for each other.
bool BoundedExecution::runBatchGroup(Count number)
{
    for (bool waits = true; waits;) {
        waits = false;
        bool works = false;
        m_before.clear();
        for (Region& region : m_regions) {
            m_before.push_back(region.next);
            while (region.next.batchGroup <= number && work(region)) {
                works = true;
            }
            waits = waits || region.next.batchGroup <= number;
        }
        if (waits && !works) {
            return false;
        }
        if (waits) {
            skipSteadyGroups(number);
        }
    }
    return true;
}

/// Where all regions that go on made as many groups as each other since `m_before`, and as far back as any of them looks, all groups
/// followed each other after the same time, they go on like this: a group ends at the latest of earlier times, each with cycles added.
/// Then many groups are executed at once, until a layer comes to the last group of its batch group or another region may go on.
void BoundedExecution::skipSteadyGroups(Count batchGroup)
{
    std::vector<bool> isWorking(m_segment.layers.size(), false);
    Count made = 0;
    for (std::size_t number = 0; number < m_regions.size(); ++number) {
        const Region& region = m_regions[number];
        const Step& before = m_before[number];
        const bool goesOn = region.next.run == before.run && region.next.place == before.place
                            && region.next.batchGroup == before.batchGroup;
        const Count own = region.next.group - before.group;
        if (!goesOn || (own > 0 && made > 0 && own != made)) {
            return;
        }
        if (own > 0) {
            made = own;
            const std::size_t first = region.runs[region.next.run];
            std::fill(isWorking.begin() + static_cast<std::ptrdiff_t>(first),
                      isWorking.begin() + static_cast<std::ptrdiff_t>(endOfRun(first)), true);
        }
    }
    std::optional<double> pitch;
    Count groups = std::numeric_limits<Count>::max();
    for (std::size_t place = 0; place < isWorking.size(); ++place) {
        if (isWorking[place]) {
            const Count next = m_regions[m_segment.layers[place].region].next.group;
            groups = std::min(groups, m_segment.layers[place].groups - 1 - next);
            if (groups < 1 || next <= m_window + 1 || !isInSteadyState(place, isWorking, pitch)) {
                return;
            }
        }
    }
    for (const Region& region : m_regions) {
        if (!isWorking[region.next.place] && region.next.batchGroup <= batchGroup && isWorking[region.missing.place]) {
            groups = std::min(groups, region.missing.number - static_cast<Count>(m_ends[region.missing.place].size()));
        }
    }
    if (groups < 1 || !pitch) {
        return;
    }
    for (std::size_t place = 0; place < isWorking.size(); ++place) {
        if (isWorking[place]) {
            std::vector<double>& ends = m_ends[place];
            const std::size_t known = ends.size();
            const double last = ends.back();
            ends.resize(known + static_cast<std::size_t>(groups));
            for (std::size_t group = known; group < ends.size(); ++group) {
                ends[group] = last + static_cast<double>(group + 1 - known) * *pitch;
            }
        }
    }
    for (Region& region : m_regions) {
        if (isWorking[region.next.place]) {
            region.next.group += groups;
            region.free += static_cast<double>(groups) * *pitch;
        }
    }
}

/// Whether the last groups of the layer followed each other after the time `pitch`, which is set if it is not, and all that later groups
/// wait for does so as well.
bool BoundedExecution::isInSteadyState(std::size_t place, const std::vector<bool>& isWorking, std::optional<double>& pitch) const
{
    const std::vector<double>& ends = m_ends[place];
    pitch = pitch ? pitch : std::optional(ends.back() - ends[ends.size() - 2]);
    const auto isSteady = [&](std::size_t of, Count groups) {
        const std::vector<double>& others = m_ends[of];
        for (std::size_t at = others.size() - static_cast<std::size_t>(groups); at < others.size(); ++at) {
            if (std::abs(others[at] - others[at - 1] - *pitch) > sameTime * others.back()) {
                return false;
            }
        }
        return true;
    };
    const std::size_t region = m_segment.layers[place].region;
    const auto arrivesSteadily = [&](const ExecutedSegment::Arrival& arrival) {
        const std::size_t maker = m_segment.layers[arrival.from].region;
        if (!arrival.byGroup || maker == region) {
            return true; // it was there before the first group, or is made in turn with this layer
        }
        const auto ahead = static_cast<Count>(m_ends[arrival.from].size() - ends.size());
        return isWorking[arrival.from] && ahead + 2 <= m_regions[maker].next.group && isSteady(arrival.from, ahead + 1);
    };
    const std::vector<ExecutedSegment::Arrival>& arrivals = m_segment.layers[place].arrivals;
    return isSteady(place, m_window) && std::all_of(arrivals.begin(), arrivals.end(), arrivesSteadily)
           && std::all_of(m_takers[place].begin(), m_takers[place].end(),
                          [&](const Taker& taker) { return !taker.arrival->byGroup || isWorking[taker.place]; });
}

/// Executes the next group of the region if what it waits for is known; else sets what is missing.
bool BoundedExecution::work(Region& region)
{
    const Step& next = region.next;
    const ExecutedSegment::Layer& layer = m_segment.layers[next.place];
    double start = region.free;
    const auto waitFor = [&](Group group, double before) {
        const std::vector<double>& ends = m_ends[group.place];
        if (group.number >= static_cast<Count>(ends.size())) {
            region.missing = group;
            return false;
        }
        start = std::max(start, group.number < 0 ? 0 : ends[static_cast<std::size_t>(group.number)] - before);
        return true;
    };
    for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
        const Count groups = m_segment.layers[arrival.from].groups;
        if (!waitFor({arrival.from, next.batchGroup * groups + (arrival.byGroup ? next.group : groups - 1)}, 0)) {
            return false;
        }
    }
    for (const Taker& taker : m_takers[next.place]) {
        const ExecutedSegment::Arrival& arrival = *taker.arrival;
        if (!arrival.byGroup && next.group > 0) {
            continue; // its place is being filled
        }
        const Count piece = arrival.byGroup ? next.batchGroup * layer.groups + next.group : next.batchGroup;
        const double before =
            arrival.copied ? 0 : m_segment.layers[taker.place].groupCycles / static_cast<double>(arrival.blocks);
        if (piece >= arrival.held && !waitFor(takenWith(taker, piece - arrival.held), before)) {
            return false;
        }
    }
    region.free = start + layer.groupCycles;
    m_ends[next.place].push_back(region.free);
    goOn(region);
    return true;
}

/// The group of the taker, counted over all batch groups, with which it has taken a piece, besides that it must have been made: it copies
/// what it needs next at the end of the group before, or has it all in its registers when it begins the last block of its own group.
BoundedExecution::Group BoundedExecution::takenWith(const Taker& taker, Count piece) const
{
    const ExecutedSegment::Arrival& arrival = *taker.arrival;
    const ExecutedSegment::Layer& layer = m_segment.layers[taker.place];
    const Count pieces = arrival.byGroup ? layer.groups : arrival.pieces; // of a batch group, as the taker takes them
    const Count last = arrival.byGroup ? piece : (piece + 1) * pieces - 1;
    return {taker.place, (last + (arrival.copied ? 0 : 1)) * (layer.groups / pieces) - 1};
}

std::size_t BoundedExecution::endOfRun(std::size_t first) const
{
    std::size_t end = first + 1;
    while (end < m_segment.layers.size() && m_segment.layers[end].takesTurns) {
        ++end;
    }
    return end;
}

void BoundedExecution::goOn(Region& region) const
{
    Step& next = region.next;
    const std::size_t first = region.runs[next.run];
    if (++next.place < endOfRun(first)) {
        return;
    }
    next.place = first;
    if (++next.group < m_segment.layers[first].groups) {
        return;
    }
    next.group = 0;
    if (++next.run == region.runs.size()) {
        next.run = 0;
        ++next.batchGroup;
    }
    next.place = region.runs[next.run];
}

/// Batch groups to which those that a layer waits for belong, at most.
Count BoundedExecution::groupsBack() const
{
    Count most = 1;
    for (const std::vector<Taker>& takers : m_takers) {
        for (const Taker& taker : takers) {
            const Count pieces = taker.arrival->byGroup ? m_segment.layers[taker.place].groups : 1;
            most = std::max(most, ceilDivide(taker.arrival->held + 1, pieces) + 1);
        }
    }
    return most;
}

double BoundedExecution::pitchOfGroup(Count number, std::size_t place, Count group) const
{
    const Count groups = m_segment.layers[place].groups;
    const auto at = static_cast<std::size_t>(number * groups + group);
    return m_ends[place][at] - m_ends[place][at - static_cast<std::size_t>(groups)];
}

/// All that later groups wait for is later than what the groups before them waited for, by the same time: so is all that follows.
bool BoundedExecution::isSteady()
{
    const Count number = m_done - 1;
    if (number == 0) {
        return false;
    }
    const double pitch = pitchOfGroup(number, 0, 0);
    const double same = sameTime * m_ends.front().back();
    bool alike = true;
    for (std::size_t place = 0; alike && place < m_ends.size(); ++place) {
        for (Count group = 0; alike && group < m_segment.layers[place].groups; ++group) {
            alike = std::abs(pitchOfGroup(number, place, group) - pitch) <= same;
        }
    }
    const bool goesOn = m_alike > 0 && std::abs(pitch - m_pitch) <= same;
    m_alike = !alike ? 0 : goesOn ? m_alike + 1 : 1;
    m_pitch = pitch;
    return m_alike >= groupsBack();
}

} // namespace tilescape::pipeline
