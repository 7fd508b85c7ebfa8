#pragma once

#include "core/schedule/schedule.h"
#include "core/support/enum_array.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::explore {

/// A part of the chip that has a peak.
enum class Resource { Compute, Bus, Buffer, Noc, Dram };
inline constexpr std::array<Resource, 5> allResources{Resource::Compute, Resource::Bus, Resource::Buffer, Resource::Noc,
                                                      Resource::Dram};
std::string_view nameOf(Resource resource); ///< "PEs", "array bus", "buffers", "NoC", "DRAM"

/// How near each resource comes to its peak, in [0, 1]; nothing for one without a limit.
/// PEs: operations needed, one a PE and cycle. Array bus: cycles of the busiest tensor's bus, of each tile at work. Buffers:
/// words read and written, at three ports as wide as an array bus. NoC: word-hops, over links as wide as an array bus.
/// DRAM: cycles of its transfers.
using SpeedOfLight = support::EnumArray<Resource, std::optional<double>, 5>;

/// Of the whole chip over all cycles of the schedule, which has a result.
SpeedOfLight speedOfNetwork(const schedule::Schedule& schedule);
/// Of the whole chip in the cycles of segment `number`.
SpeedOfLight speedOfSegment(const schedule::Schedule& schedule, std::size_t number);
/// Of the tiles of the layer's region in its own cycles; NoC and DRAM are those of the chip.
SpeedOfLight speedOfLayer(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);

/// One layer or segment on the roofline (Williams and others, CACM'09).
struct RooflinePoint {
    std::string name;
    std::optional<std::size_t> segment; ///< its number; none: the point is a layer
    std::vector<std::size_t> layers;    ///< indices in the network
    double operationsPerByte = 0;       ///< of DRAM traffic; infinite without any. A multiply and an add count as two
    double gops = 0;                    ///< in its own cycles
    double seconds = 0;
};

struct Roofline {
    double peakGops = 0;                          ///< of all PEs
    std::optional<double> dramGigabytesPerSecond; ///< none: unlimited
    std::vector<RooflinePoint> points;            ///< segments first, then layers, in the order in which they run
};

/// The roofline of a schedule. Segments of one layer are shown as the layer alone.
Roofline rooflineOf(const schedule::Schedule& schedule);

} // namespace tilescape::explore
