#pragma once

#include "core/network/network.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::program {

/// What the layers of a segment can hand on to each other (Tangram 3.2). Layers are given by their place in the schedule.
class SegmentRules {
public:
    /// The schedule must outlive this.
    explicit SegmentRules(const schedule::Schedule& schedule);

    /// Why the layer cannot hand on what it makes, or take what it needs, within its segment: maps that are fetched again, or
    /// makers and takers that go through a map in different orders, neither with room for all of it. Empty if it can.
    [[nodiscard]] std::string obstacle(std::size_t place) const;
    /// Whether the layer, whose output bypasses the buffer in the schedule (Counts::Reference), keeps it there for those that take it.
    [[nodiscard]] bool keepsToHandOn(std::size_t place) const;
    /// The number of loops, all of them at DRAM level, around what the layer hands on at a time: over groups of the batch or of
    /// channels. Nothing if it goes through the batch for one group of a convolution after another.
    [[nodiscard]] std::optional<std::size_t> groupLoops(std::size_t place) const;
    /// Whether what the layer has of its input at a time is always a part of what the makers hold at that time.
    [[nodiscard]] bool takesOfWhatIsHeld(std::size_t place) const;
    /// The number of loops with each iteration of which what the layer has of its input is another.
    [[nodiscard]] std::size_t inputLoops(std::size_t place) const;

private:
    struct Pass;
    using Placed = schedule::ScheduledLayer;

    [[nodiscard]] const network::Layer& layerOf(const Placed& placed) const { return m_network.layers[placed.layer]; }
    [[nodiscard]] bool reads(const Placed& taker, const Placed& maker) const;
    [[nodiscard]] std::string ownObstacle(const Placed& placed, bool takes, bool handsOn) const;
    [[nodiscard]] std::string orderObstacle(const Placed& maker, const Placed& taker) const;
    [[nodiscard]] bool dealsAlike(const Placed& maker, const Placed& taker, Count groups) const;
    [[nodiscard]] std::vector<Pass> through(const Placed& placed, Tensor tensor) const;

    const schedule::Schedule& m_schedule;
    const network::Network& m_network;
    network::Topology m_topology;
};

} // namespace tilescape::program
