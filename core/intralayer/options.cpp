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
    static constexpr std::array<SpaceOption, 5> options{{
        {"hybrid_partition", "Hybrid",
         "Split layers over tiles along any mix of output channels and map; without it along the map only, fully connected "
         "layers along the output channels.",
         &SearchSpace::hybridPartition},
        {"batch_partition", "Batch split", "Split the batch over tiles as well.", &SearchSpace::batchPartition},
        {"input_channel_partition", "Channel split",
         "Split the input channels over tiles as well; their partial sums are gathered. Needs hybrid partition.",
         &SearchSpace::inputChannelPartition},
        {"access_forwarding", "Forwarding", "Data that several tiles need are fetched once and forwarded.",
         &SearchSpace::accessForwarding},
        {"buffer_sharing", "Sharing",
         "Tiles that need one piece of a tensor hold it once between them; it rotates from tile to tile (Tangram 3.1).",
         &SearchSpace::bufferSharing},
    }};
    return options;
}

} // namespace tilescape::intralayer
