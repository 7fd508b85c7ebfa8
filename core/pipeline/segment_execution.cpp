#include "core/pipeline/segment_execution.h"

#include "core/pipeline/bounded_execution.h"
#include "core/support/ceiling.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescape::pipeline {

SegmentExecution::SegmentExecution(ExecutedSegment segment, Detail detail)
    : m_segment(std::move(segment)),
      m_everyGroup(detail == Detail::EveryGroup || !mayLeaveOutGroups()),
      m_pitch(m_segment.regions, 0),
      m_free(m_segment.regions, 0),
      m_ends(m_segment.layers.size())
{
    if (runWithinRoom(detail)) {
        return;
    }
    findPitches();
    while (m_done < m_segment.batchGroups) {
        const std::vector<double> before = m_free;
        runBatchGroup();
        ++m_done;
        if (detail == Detail::EveryGroup || m_kept.empty()) {
            m_kept.push_back(m_ends);
        }
        if (m_done > 1 && isSteady(before)) {
            break;
        }
    }
}

/// Whether some layer has room for some pieces only, and, where only the cycles are asked for, whether these may be more for it. They
/// are not where regions form a line, each of which takes from the one before it only, and hands on nothing but groups, or nothing but
/// whole maps, with room for two: all have the same jobs, each region takes the same time for each, and then a line takes no longer
/// without any room between its machines (a proportionate flow shop).
bool SegmentExecution::isBounded(Detail detail) const
{
    const std::vector<ExecutedSegment::Layer>& layers = m_segment.layers;
    bool bounded = false;
    bool inLine = detail == Detail::Cycles;
    bool byGroup = false;
    bool whole = false;
    std::size_t runs = 0;
    for (const ExecutedSegment::Layer& layer : layers) {
        runs += layer.takesTurns ? 0 : 1;
        for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
            const std::size_t source = layers[arrival.from].region;
            bounded = bounded || arrival.held > 0;
            const bool copiesAll = arrival.copied && (arrival.byGroup || arrival.pieces == 1);
            inLine = inLine && (source == layer.region || (source + 1 == layer.region && arrival.held + (copiesAll ? 1 : 0) > 1));
            byGroup = byGroup || (source != layer.region && arrival.byGroup);
            whole = whole || (source != layer.region && !arrival.byGroup);
        }
    }
    const bool alike = std::all_of(layers.begin(), layers.end(), [&](const auto& layer) { return layer.groups == layers.front().groups; });
    return bounded && !(inLine && (!byGroup || (!whole && alike && runs == m_segment.regions)));
}

/// False where no layer waits for room, or where they would wait for each other without end, which no program does.
bool SegmentExecution::runWithinRoom(Detail detail)
{
    if (!isBounded(detail)) {
        return false;
    }
    const BoundedExecution bounded(m_segment);
    if (!bounded.isPossible()) {
        return false;
    }
    m_done = std::min(m_segment.batchGroups, bounded.batchGroups());
    std::fill(m_pitch.begin(), m_pitch.end(), bounded.pitch());
    for (Count number = 0; number < (m_everyGroup ? m_done : 1); ++number) {
        std::vector<Ends>& kept = m_kept.emplace_back();
        for (std::size_t place = 0; place < m_segment.layers.size(); ++place) {
            const auto groups = static_cast<std::ptrdiff_t>(m_segment.layers[place].groups);
            const auto begin = bounded.ends(place).begin() + number * groups;
            kept.push_back(m_everyGroup ? Ends(begin, begin + groups) : Ends{*begin, *(begin + groups - 1)});
        }
    }
    for (std::size_t place = 0; place < m_segment.layers.size(); ++place) {
        const ExecutedSegment::Layer& layer = m_segment.layers[place];
        m_free[layer.region] = bounded.ends(place)[static_cast<std::size_t>(m_done * layer.groups - 1)];
    }
    return true;
}

/// Data go to later regions only, so that each waits for those before it at most.
void SegmentExecution::findPitches()
{
    for (const ExecutedSegment::Layer& layer : m_segment.layers) {
        m_pitch[layer.region] += layer.groupCycles * static_cast<double>(layer.groups);
    }
    for (const ExecutedSegment::Layer& layer : m_segment.layers) {
        for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
            m_pitch[layer.region] = std::max(m_pitch[layer.region], m_pitch[m_segment.layers[arrival.from].region]);
        }
    }
}

/// Groups arrive at times that are convex in their number: a longest path of waits turns at the first or the last group, unless
/// groups of another region come in between two layers that take turns.
bool SegmentExecution::mayLeaveOutGroups() const
{
    return std::none_of(m_segment.layers.begin(), m_segment.layers.end(), [&](const ExecutedSegment::Layer& layer) {
        return layer.takesTurns && std::any_of(layer.arrivals.begin(), layer.arrivals.end(), [&](const auto& arrival) {
                   return arrival.byGroup && m_segment.layers[arrival.from].region != layer.region;
               });
    });
}

void SegmentExecution::runBatchGroup()
{
    for (std::size_t first = 0; first < m_segment.layers.size();) {
        std::size_t last = first;
        while (last + 1 < m_segment.layers.size() && m_segment.layers[last + 1].takesTurns) {
            ++last;
        }
        runTurns(first, last);
        first = last + 1;
    }
}

/// Layers `first` to `last` of one region, which take turns.
void SegmentExecution::runTurns(std::size_t first, std::size_t last)
{
    if (m_everyGroup) {
        runEveryGroup(first, last);
    } else {
        runOuterGroups(first, last);
    }
    m_free[m_segment.layers[first].region] = m_ends[last].back();
}

void SegmentExecution::runEveryGroup(std::size_t first, std::size_t last)
{
    const auto groups = static_cast<std::size_t>(m_segment.layers[first].groups);
    for (std::size_t place = first; place <= last; ++place) {
        m_ends[place].resize(groups);
    }
    double free = m_free[m_segment.layers[first].region];
    for (std::size_t group = 0; group < groups; ++group) {
        for (std::size_t place = first; place <= last; ++place) {
            const ExecutedSegment::Layer& layer = m_segment.layers[place];
            for (const ExecutedSegment::Arrival& arrival : layer.arrivals) {
                const Ends& made = m_ends[arrival.from];
                free = std::max(free, arrival.byGroup ? made[group] : made.back());
            }
            free += layer.groupCycles;
            m_ends[place][group] = free;
        }
    }
}

/// The first or the last group of what arrives.
double SegmentExecution::arrivalAt(std::size_t place, std::size_t index, bool isLast) const
{
    const ExecutedSegment::Arrival& arrival = m_segment.layers[place].arrivals[index];
    const Ends& made = m_ends[arrival.from];
    return arrival.byGroup && !isLast ? made.front() : made.back();
}

/// The first groups one after the other. The last group of a layer ends after all work since the region was free, since a first
/// group arrived, or since the last one arrived, whichever is latest.
void SegmentExecution::runOuterGroups(std::size_t first, std::size_t last)
{
    const Count groups = m_segment.layers[first].groups;
    double round = 0; // one group of all layers
    for (std::size_t place = first; place <= last; ++place) {
        round += m_segment.layers[place].groupCycles;
    }
    const double others = round * static_cast<double>(groups - 1);
    const double free = m_free[m_segment.layers[first].region];
    double ready = free; // when the first group may go on
    double begun = free; // the latest of: work so far in the first group was free to begin, less the work before it
    double work = 0;     // of the layers so far on one group
    for (std::size_t place = first; place <= last; ++place) {
        const ExecutedSegment::Layer& layer = m_segment.layers[place];
        for (std::size_t index = 0; index < layer.arrivals.size(); ++index) {
            if (layer.arrivals[index].from < first) {
                ready = std::max(ready, arrivalAt(place, index, false));
                begun = std::max(begun, arrivalAt(place, index, false) - work);
            }
        }
        ready += layer.groupCycles;
        work += layer.groupCycles;
        m_ends[place] = {ready, ready};
    }
    if (groups == 1) {
        return;
    }
    work = 0;
    double late = begun + others;
    for (std::size_t place = first; place <= last; ++place) {
        const ExecutedSegment::Layer& layer = m_segment.layers[place];
        for (std::size_t index = 0; index < layer.arrivals.size(); ++index) {
            if (layer.arrivals[index].from < first) {
                late = std::max(late, arrivalAt(place, index, true) - work);
            }
        }
        work += layer.groupCycles;
        m_ends[place].back() = late + work;
    }
}

bool SegmentExecution::isSteady(const std::vector<double>& before) const
{
    for (std::size_t region = 0; region < m_free.size(); ++region) {
        if (std::abs(m_free[region] - before[region] - m_pitch[region]) > sameTime * m_free[region]) {
            return false;
        }
    }
    return true;
}

double SegmentExecution::cycles() const
{
    double last = 0;
    for (std::size_t region = 0; region < m_free.size(); ++region) {
        last = std::max(last, m_free[region] + m_pitch[region] * static_cast<double>(m_segment.batchGroups - m_done));
    }
    return last;
}

Count SegmentExecution::wholeCycles(double cycles) { return static_cast<Count>(support::ceiling(cycles)); }

double SegmentExecution::firstEnd(std::size_t place) const { return m_kept.front()[place].front(); }

double SegmentExecution::lastEnd(std::size_t place) const { return m_kept.front()[place].back(); }

double SegmentExecution::end(std::size_t place, Count batchGroup, Count group) const
{
    const Count known = std::min(batchGroup, static_cast<Count>(m_kept.size()) - 1);
    return m_kept[static_cast<std::size_t>(known)][place][static_cast<std::size_t>(group)]
           + pitch(place) * static_cast<double>(batchGroup - known);
}

} // namespace tilescape::pipeline
