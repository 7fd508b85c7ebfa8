#pragma once

#include "core/network/network.h"
#include "core/pipeline/slot.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// A layer, by its index in the network, and its slot.
struct Placement {
    std::size_t layer = 0;
    Slot slot;
};

/// Where one layer of a segment takes its input from and where its output goes (cost-model.md 5; Tangram 3.3).
struct Links {
    /// The layer of the segment in whose region the whole input lies, by its index in the network: one that computes
    /// it, or that fetches the same maps from memory. Empty if the input, or a part of it, comes from memory.
    std::optional<std::size_t> source;
    /// The layer of the segment, by its index in the network, from whose region the input is forwarded although it also
    /// lies in memory: that layer fetched it, or computes it and stores it there as well. Empty if there is none.
    std::optional<std::size_t> forwarder;
    /// Whether the output goes to memory, because a layer outside the segment needs it or no layer does.
    bool outputToMemory = false;
    bool handsOn = false;  ///< layers of the segment take the output
    double madeInside = 0; ///< fraction, in [0, 1], of the maps that it reads that layers of the segment compute
};

/// The fraction of the input's words that lies in tiles' buffers although the input as a whole counts as coming from
/// memory: one half for the sum of two maps of which a layer of the segment computes one. Zero for all but element-wise
/// layers and for Counts::Reference, which knows one operand.
double inputPartInTiles(const network::Layer& layer, const Links& links, Counts counts);

/// Whether others take the output from the tiles' buffers as it is made, so that it lies there and is moved once only, also where it
/// goes to memory as well. Counts::Reference asks that only of what does not go to memory.
inline bool isTakenFromTiles(const Links& links, Counts counts)
{
    return counts == Counts::Executed ? links.handsOn : !links.outputToMemory;
}

/// The links of every layer of one segment, in the order of `segment`.
std::vector<Links> linksOf(const network::Topology& topology, const std::vector<Placement>& segment);

} // namespace tilescape::pipeline
