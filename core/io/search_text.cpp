#include "core/io/search_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

using search::SegmentCounts;
using search::SegmentOutcomeRow;
using schedule::Schedule;

std::string headOfOutcomes(std::string_view all)
{
    std::string text = fmt::format(" {:>10}", all);
    for (const SegmentOutcomeRow& row : search::segmentOutcomes()) {
        text += fmt::format(" {:>{}}", row.head, std::max<std::size_t>(row.head.size(), 7));
    }
    return text;
}

std::string rowOfOutcomes(const SegmentCounts& counts)
{
    std::string text = fmt::format(" {:>10}", counts.considered());
    for (const SegmentOutcomeRow& row : search::segmentOutcomes()) {
        text += fmt::format(" {:>{}}", counts.of[row.outcome], std::max<std::size_t>(row.head.size(), 7));
    }
    return text;
}

/// "conv1_a" or "conv1_a .. pool2_a".
std::string nameOf(const Schedule& schedule, std::size_t number)
{
    std::string first;
    std::string last;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == static_cast<Count>(number)) {
            last = schedule.problem->network.layers[layer.layer].name;
            first = first.empty() ? last : first;
        }
    }
    return first == last ? first : first + " .. " + last;
}

std::string segmentsOf(const Schedule& schedule)
{
    const bool ranked = !schedule.segmentCountsByLayer.empty();
    std::size_t width = 7;
    for (std::size_t number = 0; number < schedule.segmentSearches.size(); ++number) {
        width = std::max(width, nameOf(schedule, number).size());
    }
    std::string text =
        fmt::format("{:<{}}{} {:>14} {:>10} {:>14} {:>10}\n", "segment", width, ranked ? headOfOutcomes("overlap") : "",
                    "blockings", "priced", "too big", "bounded");
    for (std::size_t number = 0; number < schedule.segmentSearches.size(); ++number) {
        const schedule::SegmentSearch& search = schedule.segmentSearches[number];
        text += fmt::format("{:<{}}{} {:>14} {:>10} {:>14} {:>10}\n", nameOf(schedule, number), width,
                            ranked ? rowOfOutcomes(search.overlapping) : "", search.blockings.considered,
                            search.blockings.priced, search.blockings.tooBig, search.blockings.bounded);
    }
    return text;
}

std::string layersOf(const Schedule& schedule)
{
    const std::vector<network::Layer>& layers = schedule.problem->network.layers;
    std::size_t width = 5;
    for (const network::Layer& layer : layers) {
        width = std::max(width, layer.name.size());
    }
    std::string text = fmt::format("{:<{}}{}\n", "begin at", width + 3, headOfOutcomes("segments"));
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        text += fmt::format("{:<{}}{}\n", layers[layer].name, width + 3, rowOfOutcomes(schedule.segmentCountsByLayer[layer]));
    }
    return text + fmt::format("{:<{}}{}\n", "all", width + 3, rowOfOutcomes(schedule.segmentCounts));
}

} // namespace

std::string writeSearchTables(const Schedule& schedule)
{
    std::string text;
    if (schedule.segmentSearches.empty() && schedule.segmentCountsByLayer.empty()) {
        return "\nnothing was searched for\n";
    }
    if (!schedule.segmentSearches.empty()) {
        text += "\nsegments of this schedule: outcomes of the segments that overlap it in a layer, and of its layers' "
                "blockings\n"
                + segmentsOf(schedule);
    }
    if (!schedule.segmentCountsByLayer.empty()) {
        text += "\nall segments, by the layer that they begin with\n" + layersOf(schedule);
    }
    return text;
}

} // namespace tilescape::io
