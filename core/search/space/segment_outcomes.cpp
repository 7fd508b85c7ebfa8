#include "core/search/space/segment_outcomes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace tilescape::search {

std::span<const SegmentOutcomeRow> segmentOutcomes()
{
    static constexpr std::array<SegmentOutcomeRow, segmentOutcomeCount> rows{{
        {SegmentOutcome::TooLong, "too_long", "too long", "longer than is looked at"},
        {SegmentOutcome::NoRegions, "without_regions", "no regions", "no regions keep the tiles busy"},
        {SegmentOutcome::NoRoom, "without_room", "no room", "maps to be buffered whole have no room"},
        {SegmentOutcome::ByLayerEstimate, "ruled_out_by_layer_estimate", "by layers",
         "ruled out by the estimate from their layers alone"},
        {SegmentOutcome::ByPartitionEstimate, "ruled_out_by_partition_estimate", "by partitions",
         "ruled out by the estimate from their best partitions"},
        {SegmentOutcome::Unfit, "unfit", "unfit", "planned, nothing fits"},
        {SegmentOutcome::ByPlan, "ruled_out_by_plan", "by plan", "planned, too costly"},
        {SegmentOutcome::Chained, "chained", "chained", "planned, chained with others"},
    }};
    return rows;
}

Count SegmentCounts::considered() const { return std::accumulate(of.begin(), of.end(), Count{0}); }

Count SegmentCounts::planned() const
{
    return of[SegmentOutcome::Unfit] + of[SegmentOutcome::ByPlan] + of[SegmentOutcome::Chained];
}

SegmentCounts& SegmentCounts::operator+=(const SegmentCounts& other)
{
    for (const SegmentOutcomeRow& row : segmentOutcomes()) {
        of[row.outcome] += other.of[row.outcome];
    }
    return *this;
}

std::vector<RunOutcome> furthestOf(std::vector<RunOutcome> runOutcomes)
{
    std::map<LayerRun, std::size_t> places;
    std::vector<RunOutcome> furthest;
    for (const RunOutcome& runOutcome : runOutcomes) {
        const auto [place, isNew] = places.try_emplace(runOutcome.run, furthest.size());
        if (isNew) {
            furthest.push_back(runOutcome);
        } else {
            furthest[place->second].outcome = std::max(furthest[place->second].outcome, runOutcome.outcome);
        }
    }
    return furthest;
}

SegmentCounts countsOf(std::span<const RunOutcome> runOutcomes)
{
    SegmentCounts counts;
    for (const RunOutcome& runOutcome : runOutcomes) {
        ++counts.of[runOutcome.outcome];
    }
    return counts;
}

std::vector<SegmentCounts> countsByFirst(std::span<const RunOutcome> runOutcomes, std::size_t places)
{
    std::vector<SegmentCounts> counts(places);
    for (const RunOutcome& runOutcome : runOutcomes) {
        ++counts[runOutcome.run.first].of[runOutcome.outcome];
    }
    return counts;
}

SegmentCounts countOverlapping(std::span<const RunOutcome> runOutcomes, const LayerRun& run)
{
    SegmentCounts counts;
    for (const RunOutcome& runOutcome : runOutcomes) {
        const bool overlaps = runOutcome.run.first < run.end && run.first < runOutcome.run.end;
        counts.of[runOutcome.outcome] += overlaps && runOutcome.run != run ? 1 : 0;
    }
    return counts;
}

} // namespace tilescape::search
