#pragma once

#include "core/network/network.h"
#include "core/pipeline/slot.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// A layer at its place; the network's layers by index.
struct Placement {
    std::size_t layer = 0;
    Slot slot;
};

/// How one layer of a segment gets its input and hands on its output (cost-model.md 5; Tangram 3.3).
struct Links {
    /// A layer of the segment in whose region the input lies: one that makes it, or that fetches the same maps from
    /// memory and shares them. None: the input, or a part of it, comes from memory.
    std::optional<std::size_t> source;
    /// A layer that forwards what also lies in memory: what it fetched, or what it makes and stores there as well. The
    /// input is taken from its region instead.
    std::optional<std::size_t> forwarder;
    /// A layer outside the segment needs the output, or none does.
    bool outputToMemory = false;
    double madeInside = 0; ///< part of the maps that it reads that layers of the segment make
};

/// Part of the words of an input that else comes from memory that lies in tiles' buffers: of the sum of two maps half, where a
/// layer of the segment makes one. As the reference counts, which knows one operand, none.
double inputPartInTiles(const network::Layer& layer, const Links& links, Counts counts);

/// The links of every layer of one segment, in the order of `segment`.
std::vector<Links> linksOf(const network::Topology& topology, const std::vector<Placement>& segment);

} // namespace tilescape::pipeline
