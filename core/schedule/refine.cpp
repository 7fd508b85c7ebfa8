#include "core/schedule/refine.h"

#include "core/schedule/kapla.h"
#include "core/schedule/segment_facts.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace tilescape::schedule {

namespace {

/// Each layer of these by itself, over the whole chip: what has no room together may still have some so.
std::vector<search::SegmentOnTiles> layersAlone(const std::vector<search::SegmentOnTiles>& segments, Extent chip)
{
    std::vector<search::SegmentOnTiles> alone;
    for (const search::SegmentOnTiles& own : segments) {
        for (const pipeline::Placement& placed : own.segment.placements(0)) {
            alone.push_back({{alone.size(), {{placed.layer}}}, {dataflow::wholeChip(chip)}});
        }
    }
    return alone;
}

/// Whether schedules of the problem may have these segments and regions.
bool areLegal(const std::vector<search::SegmentOnTiles>& segments, const Problem& problem)
{
    const search::SearchSpace& space = problem.space;
    const std::vector<pipeline::Segment> legal =
        search::segmentsOf(problem.network, network::topologyOf(problem.network),
                           search::segmentOptionsOf(space, hardware::machineOf(problem.hardware).shape),
                           search::runVertices(problem.network));
    return std::all_of(segments.begin(), segments.end(), [&](const search::SegmentOnTiles& own) {
        const bool isFolded =
            std::any_of(own.regions.begin(), own.regions.end(), [](const dataflow::Region& region) { return stripesOf(region) > 1; });
        return (space.zigzagRegions || !isFolded) && std::find(legal.begin(), legal.end(), own.segment) != legal.end();
    });
}

} // namespace

std::optional<Schedule> refine(const Problem& problem, const Schedule& standing, const SolveControl& control)
{
    if (!standing.hasResult() || problem.solver != "kapla" || problem.hardware.tiles != standing.problem->hardware.tiles
        || !faultsOf(problem).empty()) {
        return std::nullopt;
    }
    auto own = settled(problem);
    if (!own || own.value().network != standing.problem->network) {
        return std::nullopt;
    }
    std::vector<search::SegmentOnTiles> segments = segmentsOnTiles(standing);
    if (!areLegal(segments, own.value())) {
        return std::nullopt;
    }
    const auto asked = std::make_shared<const Problem>(std::move(own.value()));
    Schedule refined = solveKaplaWithin(segments, asked, control);
    if (!refined.hasResult() && !control.stop.stop_requested()) {
        const std::vector<search::SegmentOnTiles> alone = layersAlone(segments, asked->hardware.tiles);
        segments.insert(segments.end(), alone.begin(), alone.end());
        refined = solveKaplaWithin(segments, asked, control);
    }
    if (!refined.hasResult()) {
        return std::nullopt;
    }
    return refined;
}

} // namespace tilescape::schedule
