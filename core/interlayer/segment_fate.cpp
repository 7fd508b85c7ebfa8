#include "core/interlayer/segment_fate.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace tilescape::interlayer {

std::span<const SegmentFateRow> segmentFates()
{
    static constexpr std::array<SegmentFateRow, segmentFateCount> rows{{
        {SegmentFate::TooLong, "too_long", "too long", "longer than is looked at"},
        {SegmentFate::NoRegions, "without_regions", "no regions", "no regions keep the tiles busy"},
        {SegmentFate::NoRoom, "without_room", "no room", "maps to be buffered whole have no room"},
        {SegmentFate::ByBound, "ruled_out_by_bound", "by bound", "ruled out by bounds in their regions"},
        {SegmentFate::ByEstimate, "ruled_out_by_estimate", "by estimate", "ruled out by the best partitions there"},
        {SegmentFate::Unfit, "unfit", "unfit", "planned, nothing fits"},
        {SegmentFate::ByPlan, "ruled_out_by_plan", "by plan", "planned, too dear"},
        {SegmentFate::Chained, "chained", "chained", "planned, chained with others"},
    }};
    return rows;
}

Count SegmentCounts::considered() const { return std::accumulate(of.begin(), of.end(), Count{0}); }

Count SegmentCounts::planned() const { return of[SegmentFate::Unfit] + of[SegmentFate::ByPlan] + of[SegmentFate::Chained]; }

SegmentCounts& SegmentCounts::operator+=(const SegmentCounts& other)
{
    for (const SegmentFateRow& row : segmentFates()) {
        of[row.fate] += other.of[row.fate];
    }
    return *this;
}

std::vector<SegmentVerdict> furthestOf(std::vector<SegmentVerdict> verdicts)
{
    std::map<LayerRun, std::size_t> places;
    std::vector<SegmentVerdict> furthest;
    for (const SegmentVerdict& verdict : verdicts) {
        const auto [place, isNew] = places.try_emplace(verdict.run, furthest.size());
        if (isNew) {
            furthest.push_back(verdict);
        } else {
            furthest[place->second].fate = std::max(furthest[place->second].fate, verdict.fate);
        }
    }
    return furthest;
}

SegmentCounts countsOf(std::span<const SegmentVerdict> verdicts)
{
    SegmentCounts counts;
    for (const SegmentVerdict& verdict : verdicts) {
        ++counts.of[verdict.fate];
    }
    return counts;
}

std::vector<SegmentCounts> countsByFirst(std::span<const SegmentVerdict> verdicts, std::size_t places)
{
    std::vector<SegmentCounts> counts(places);
    for (const SegmentVerdict& verdict : verdicts) {
        ++counts[verdict.run.first].of[verdict.fate];
    }
    return counts;
}

SegmentCounts countRivals(std::span<const SegmentVerdict> verdicts, const LayerRun& run)
{
    SegmentCounts counts;
    for (const SegmentVerdict& verdict : verdicts) {
        const bool overlaps = verdict.run.first < run.end && run.first < verdict.run.end;
        counts.of[verdict.fate] += overlaps && verdict.run != run ? 1 : 0;
    }
    return counts;
}

} // namespace tilescape::interlayer
