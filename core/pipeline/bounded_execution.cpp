#include "core/pipeline/bounded_execution.h"

#include <algorithm>
#include <cmath>

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
        region.place = region.runs.front();
    }
}

/// False if all regions wait for each other.
bool BoundedExecution::runBatchGroup(Count number)
{
    for (bool waits = true; waits;) {
        waits = false;
        bool works = false;
        for (Region& region : m_regions) {
            while (region.batchGroup <= number && work(region)) {
                works = true;
            }
            waits = waits || region.batchGroup <= number;
        }
        if (waits && !works) {
            return false;
        }
    }
    return true;
}

/// Executes the next group of the region if what it waits for is known.
bool BoundedExecution::work(Region& region)
{
    const ExecutedSegment::Layer& layer = m_segment.layers[region.place];
    double start = region.free;
    const auto waitFor = [&start](std::optional<double> time) {
        start = std::max(start, time.value_or(0));
        return time.has_value();
    };
    for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
        const Count groups = m_segment.layers[arrival.from].groups;
        if (!waitFor(endOf(arrival.from, region.batchGroup * groups + (arrival.byGroup ? region.group : groups - 1)))) {
            return false;
        }
    }
    for (const Taker& taker : m_takers[region.place]) {
        if (!taker.arrival->byGroup && region.group > 0) {
            continue; // its place is being filled
        }
        const Count piece = taker.arrival->byGroup ? region.batchGroup * layer.groups + region.group : region.batchGroup;
        if (piece >= taker.arrival->held && !waitFor(takenAt(taker, piece - taker.arrival->held))) {
            return false;
        }
    }
    region.free = start + layer.groupCycles;
    m_ends[region.place].push_back(region.free);
    goOn(region);
    return true;
}

/// The cycle at which a group of a layer ends, counted over all batch groups; nothing as long as it is not known.
std::optional<double> BoundedExecution::endOf(std::size_t place, Count group) const
{
    const std::vector<double>& ends = m_ends[place];
    if (group < 0) {
        return 0;
    }
    return group < static_cast<Count>(ends.size()) ? std::optional(ends[static_cast<std::size_t>(group)]) : std::nullopt;
}

/// The cycle at which the taker has taken a piece, counted over all batch groups, besides that it must have been made: it copies what
/// it needs next when it is done with what it had before, or has it all in its registers when it begins the last block of them.
std::optional<double> BoundedExecution::takenAt(const Taker& taker, Count piece) const
{
    const ExecutedSegment::Arrival& arrival = *taker.arrival;
    const ExecutedSegment::Layer& layer = m_segment.layers[taker.place];
    const Count pieces = arrival.byGroup ? layer.groups : arrival.pieces; // of a batch group, as the taker takes them
    const Count last = arrival.byGroup ? piece : (piece + 1) * pieces - 1;
    if (arrival.copied) {
        return endOf(taker.place, last * (layer.groups / pieces) - 1);
    }
    const std::optional<double> end = endOf(taker.place, (last + 1) * (layer.groups / pieces) - 1);
    return end ? std::optional(*end - layer.groupCycles / static_cast<double>(arrival.blocks)) : std::nullopt;
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
    const std::size_t first = region.runs[region.run];
    if (++region.place < endOfRun(first)) {
        return;
    }
    region.place = first;
    if (++region.group < m_segment.layers[first].groups) {
        return;
    }
    region.group = 0;
    if (++region.run == region.runs.size()) {
        region.run = 0;
        ++region.batchGroup;
    }
    region.place = region.runs[region.run];
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
