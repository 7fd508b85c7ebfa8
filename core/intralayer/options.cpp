#include "core/intralayer/options.h"

#include <array>

namespace tilescape::intralayer {

std::string_view nameOf(Goal goal)
{
    static constexpr std::array<std::string_view, 3> names{"energy", "delay", "energy_delay"};
    return names[static_cast<std::size_t>(goal)];
}

std::span<const SpaceOption> spaceOptions()
{
    static constexpr std::array<SpaceOption, 8> options{{
        {"hybrid_partition", "Hybrid",
         "Split layers over tiles along any mix of output channels and map; without it along the map only, fully connected "
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
         "Layers may run side by side in regions of the chip, each handing groups of its output to the next (Tangram 3.2).",
         &SearchSpace::spatialPipelining},
        {"training", "Train",
         "Schedule a step of training: behind the network stand the layers that propagate errors and gather the gradients of "
         "the weights (Tangram 3.4, KAPLA II-A).",
         &SearchSpace::training},
    }};
    return options;
}

} // namespace tilescape::intralayer
