#pragma once

#include "core/training/adaptflow/settings.h"

#include <optional>
#include <vector>

namespace tilescape::training::adaptflow {

/// The array of section 3: 32 rings of 8 PEs, joined to the buffer by a Clos network of 2 x 2 switches with 16 ports. The switches
/// of its last stage are 2 x 4 (Fig. 1 d), so that each port serves two rings.
inline constexpr std::size_t closPorts = 16;
inline constexpr std::size_t ringCount = 32;
inline constexpr std::size_t pesPerRing = 8;
inline constexpr double closLatencyCycles = 7 + 2; ///< stages, and the mean way around a bidirectional ring of eight
inline constexpr double busLatencyCycles = 16;     ///< of the baselines

/// Stages, switches and links of such a network (ports: a power of two from 2 on): 7, 56 and 112 for 16 ports; with the 256
/// links of the rings these are the paper's 56 switches and 368 links.
std::size_t closStages(std::size_t ports);
std::size_t closSwitches(std::size_t ports);
std::size_t closLinks(std::size_t ports);

/// For each output port the input port that it hears.
using Requests = std::vector<std::optional<std::size_t>>;

/// A 2 x 2 switch: for each output which input it passes on (0, 1), or -1.
using SwitchState = std::array<int, 2>;

/// The switches' states, [stage][switch].
using Routing = std::vector<std::vector<SwitchState>>;

/// Where the outputs of a stage lead: `position` is 2 x switch + output, the answer 2 x switch + input of the next.
std::size_t wireAfter(std::size_t ports, std::size_t stage, std::size_t position);

/// Sets the switches up, or finds no way. Unicasts to different ports always have one (a rearrangeable network); a multicast
/// whose sources share switches may have none. Requires one request an output and ports a power of two.
std::optional<Routing> route(const Requests& requests);

/// Which input each wire carries: [stage][2 x switch + input], and the outputs as the last row. What `route` promises, followed.
std::vector<Requests> trace(std::size_t ports, const Routing& routing);

/// How an operand travels (Table 1).
enum class Pattern { Unicast, Multicast, Broadcast };
std::string_view labelOf(Pattern pattern);
Pattern patternOf(Dataflow dataflow, Tensor tensor);

/// One set-up of the network for a pattern: unicast, port i to port i; multicast, every fourth port to four neighbours;
/// broadcast, port 0 to all. Sums go the same way back.
Requests requestsOf(Pattern pattern);

/// A row of Figure 7's comparison as the text of section 3.4 gives it.
struct NocArea {
    std::string_view machine;
    std::string_view switches;
    Count links;
};
std::span<const NocArea> nocAreas();

} // namespace tilescape::training::adaptflow
