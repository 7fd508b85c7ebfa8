#include "core/search/space/search_space.h"

#include <array>

namespace tilescape::search {

std::string_view nameOf(Goal goal)
{
    static constexpr std::array<std::string_view, 3> names{"energy", "delay", "energy_delay"};
    return names[static_cast<std::size_t>(goal)];
}

std::span<const SpaceOption> spaceOptions()
{
    static constexpr std::array<SpaceOption, 12> options{{
        {"hybrid_partition", "Hybrid",
         "Split layers over tiles along any mix of output channels and map; without it along the map only, fully "
         "connected "
         "layers along the output channels.",
         &SearchSpace::hybridPartition},
        {"batch_partition", "Batch", "Split the batch over tiles as well.", &SearchSpace::batchPartition},
        {"input_channel_partition", "Channels",
         "Split the input channels over tiles as well; their partial sums are gathered. Needs hybrid partition.",
         &SearchSpace::inputChannelPartition},
        {"access_forwarding", "Forward", "Data that several tiles need are fetched once and forwarded.",
         &SearchSpace::accessForwarding},
        {"buffer_sharing", "Share",
         "Tiles that need one piece of a tensor hold it once between them; it rotates from tile to tile (Tangram 3.1).",
         &SearchSpace::bufferSharing},
        {"keep_outputs_on_chip", "Keep",
         "Layers that follow each other on the same tiles may hand their data on there instead of through memory.",
         &SearchSpace::keepOutputsOnChip},
        {"spatial_pipelining", "Pipeline",
         "Layers may run side by side in regions of the chip, each handing groups of its output to the next (Tangram "
         "3.2).",
         &SearchSpace::spatialPipelining},
        {"alternate_loop_order", "Alternate",
         "Neighbouring layers of a pipeline take their loops in alternate order, so that every second map is handed on "
         "group by "
         "group; without it every map between regions is buffered whole (Tangram 3.2).",
         &SearchSpace::alternateLoopOrder},
        {"zigzag_regions", "Zig-zag",
         "Regions of a pipeline may fold in stripes over the chip; without it each has whole columns or rows (Tangram "
         "3.3).",
         &SearchSpace::zigzagRegions},
        {"linear_chains", "Linear",
         "Only layers in a chain share a segment: no branches side by side, no joins (Tangram 2.4).",
         &SearchSpace::linearChains},
        {"rounded_factors", "Round up",
         "Counts that divide poorly may be rounded up: 7 channels as 2 x 4, 127 as 128, a batch of 64 over 7 rows of "
         "tiles. The redundant operations take time and energy. Used by KAPLA only, on chips without a shared buffer: "
         "it searches with and without it, and takes the better schedule.",
         &SearchSpace::roundedFactors, true},
        {"training", "Train",
         "Schedule a step of training: behind the network stand the layers that propagate errors and gather the "
         "gradients of "
         "the weights (Tangram 3.4, KAPLA II-A).",
         &SearchSpace::training},
    }};
    return options;
}

namespace {

SearchSpace pipelinedSpace()
{
    SearchSpace space;
    space.keepOutputsOnChip = true;
    space.spatialPipelining = true;
    return space;
}

SearchSpace tangramSpace()
{
    SearchSpace space = pipelinedSpace();
    space.bufferSharing = true;
    return space;
}

SearchSpace baselineSpace()
{
    SearchSpace space = pipelinedSpace();
    space.alternateLoopOrder = false;
    space.linearChains = true;
    return space;
}

/// One array has neither tiles that share nor regions.
SearchSpace monolithicSpace()
{
    SearchSpace space;
    space.keepOutputsOnChip = true;
    return space;
}

} // namespace

std::span<const SpaceMode> spaceModes()
{
    static const std::array<SpaceMode, 3> modes{{
        {"tangram", "Tangram", "Shared buffers, alternate loop order, zig-zag regions, segments of branching networks.",
         tangramSpace()},
        {"baseline", "Baseline",
         "The same chip before Tangram (2.4): private buffers, whole maps between the layers of linear chains.",
         baselineSpace()},
        {"monolithic", "Monolithic",
         "Layer after layer on one array, maps kept on chip between them; for a chip of one tile such as "
         "tangram_monolithic.",
         monolithicSpace()},
    }};
    return modes;
}

pipeline::ExecutionRules executionRules(const SearchSpace& space)
{
    return {spreadsFetches(space), space.bufferSharing, space.spatialPipelining, space.bufferBypass, space.counts};
}

} // namespace tilescape::search
