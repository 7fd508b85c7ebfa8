#pragma once

#include "core/network/network.h"

#include <vector>

namespace tilescape::search {

/// The vertices of a network (`network::verticesOf`) in the order in which all searches let them run, and of which segments are runs
/// (cost-model.md 5). It depends on the layers and their edges, not on the order in which they are given: branches follow each other so that
/// the segments of a few vertices that are legal have little to move over DRAM.
std::vector<std::vector<std::size_t>> runVertices(const network::Network& network);

/// The layers of these vertices. Indices in the network.
std::vector<std::size_t> runOrder(const network::Network& network);

} // namespace tilescape::search
