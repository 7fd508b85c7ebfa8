#pragma once

#include "core/network/network.h"
#include "core/training/parallelism/settings.h"

#include <span>
#include <string>
#include <vector>

namespace tilescape::training::parallelism {

/// A layer with weights, or a join: a layer without weights where maps of several meet (the sum of a residual block). A join
/// has no communication of its own, but its result lies split along the batch or along the channels, as it is chosen.
struct Vertex {
    std::string name;
    std::size_t layer = 0; ///< into the network's layers
    bool join = false;
    bool fullyConnected = false;
    double weightWords = 0;
    double inputWords = 0;  ///< F_l for one sample, without padding
    double outputWords = 0; ///< F_l+1 for one sample; after the pooling that alone reads it
    double macs = 0;        ///< forward, for one sample
};

/// A feature map that one vertex makes and another reads. What lies between (pooling, activations) takes no choice.
struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    double words = 0; ///< that the consumer reads of it, for one sample
};

/// A network cut at its layers with weights, in topological order (HyPar, Section 4.1, for a DAG).
struct Graph {
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;            ///< by consumer
    std::vector<std::size_t> firstEdge; ///< of each vertex's edges from its producers; one more at the end
    std::vector<std::size_t> lastUse;   ///< the last vertex that reads each; itself if none does
    double otherMacs = 0;               ///< of products of two feature maps, which have no weights to be split

    [[nodiscard]] std::span<const Edge> edgesInto(std::size_t vertex) const
    {
        return std::span(edges).subspan(firstEdge[vertex], firstEdge[vertex + 1] - firstEdge[vertex]);
    }
};

/// Requires a checked network (or one without layers).
Graph graphOf(const network::Network& network, Maps maps, Positions positions);

} // namespace tilescape::training::parallelism
