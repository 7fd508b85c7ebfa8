#include "core/pipeline/segment_links.h"

#include <algorithm>

namespace tilescape::pipeline {

using network::Source;
using network::Topology;

namespace {

constexpr std::size_t outside = static_cast<std::size_t>(-1);

/// Place in the segment of the layer that makes `source`.
std::size_t placeOf(const std::vector<Placement>& segment, const Source& source)
{
    for (std::size_t place = 0; source.kind == Source::Kind::Layer && place < segment.size(); ++place) {
        if (segment[place].layer == source.index) {
            return place;
        }
    }
    return outside;
}

/// The first layer of the segment that fetches just the same maps from memory, if there is one before `place`.
std::optional<std::size_t> earlierFetcher(const Topology& topology, const std::vector<Placement>& segment,
                                          std::size_t place)
{
    const auto& sources = topology.sources[segment[place].layer];
    for (std::size_t earlier = 0; earlier < place; ++earlier) {
        if (segment[earlier].slot.index == 0 && topology.sources[segment[earlier].layer] == sources) {
            return segment[earlier].layer;
        }
    }
    return std::nullopt;
}

} // namespace

std::vector<Links> linksOf(const Topology& topology, const std::vector<Placement>& segment)
{
    std::vector<Links> links(segment.size());
    for (std::size_t place = 0; place < segment.size(); ++place) {
        const auto& consumers = topology.consumers[segment[place].layer];
        links[place].outputToMemory =
            consumers.empty() || std::any_of(consumers.begin(), consumers.end(), [&](std::size_t consumer) {
                return placeOf(segment, {Source::Kind::Layer, consumer}) == outside;
            });
    }
    for (std::size_t place = 0; place < segment.size(); ++place) {
        std::size_t fromMemory = 0;
        std::vector<std::size_t> makers;
        for (const Source& source : topology.sources[segment[place].layer]) {
            const std::size_t maker = placeOf(segment, source);
            if (maker == outside) {
                ++fromMemory;
            } else {
                makers.push_back(maker);
            }
        }
        if (!makers.empty()) {
            links[place].madeInside =
                static_cast<double>(makers.size()) / static_cast<double>(makers.size() + fromMemory);
        }
        if (makers.empty() && segment[place].slot.index == 0) {
            links[place].source = earlierFetcher(topology, segment, place);
            links[place].forwarder = links[place].source;
            continue;
        }
        for (const std::size_t maker : makers) {
            links[maker].handsOn = true;
            const bool local = segment[maker].slot.region == segment[place].slot.region;
            // Another region decides where the input lies; otherwise it is this region itself.
            if (fromMemory == 0 && (!links[place].source || !local)) {
                links[place].source = segment[maker].layer;
            }
            if (links[maker].outputToMemory) {
                links[place].forwarder = segment[maker].layer;
            }
        }
    }
    return links;
}

double inputPartInTiles(const network::Layer& layer, const Links& links, Counts counts)
{
    const bool mixed =
        counts == Counts::Executed && !links.source && std::holds_alternative<network::Elementwise>(layer.kind);
    return mixed ? links.madeInside : 0;
}

} // namespace tilescape::pipeline
