#pragma once

#include "core/network/network.h"
#include "core/training/adaptflow/volumes.h"

#include <limits>

namespace tilescape::training::adaptflow {

/// What one dataflow moves for a layer, at its best (or given) tile.
struct Volume {
    bool fits = false; ///< false: no tile fits the buffer; `total` is infinite then, and the rest means nothing
    LoopTile tile;
    PerTensor<double> elements;
    double total = std::numeric_limits<double>::infinity(); ///< DA, elements
    double bytes = std::numeric_limits<double>::infinity();
    double bufferBytes = 0; ///< G
};

/// One layer: Fig. 3. Ties go to the earlier of WS, IS, OS.
struct LayerChoice {
    std::size_t layer = 0; ///< into the network's layers
    std::string name;
    Nest nest;
    PerDataflow<Volume> volumes;
    std::optional<Dataflow> choice; ///< none: nothing fits
};

/// All layers that multiply, in the network's order.
using Selection = std::vector<LayerChoice>;

/// Sides that the search tries for a loop of `n`: powers of two, n, and n over 2, 3, 4, 5, 6, 8, 12 and 16, rounded up.
std::vector<Count> candidateSides(Count n);

/// The tile that moves least and fits `capacityBytes`. Filters are whole. No tile fits: an empty volume.
Volume leastVolume(const Nest& nest, Dataflow dataflow, const Settings& settings, Count capacityBytes);

/// The volume at this tile, whether or not it fits.
Volume volumeAt(const Nest& nest, const LoopTile& tile, Dataflow dataflow, const Settings& settings, Count capacityBytes);

Selection selectDataflows(const network::Network& network, Count batch, const Settings& settings, int threads = 0);

/// Sums over all layers; infinite if a layer fits nowhere.
struct Totals {
    PerDataflow<double> elements; ///< each dataflow fixed for all layers
    PerDataflow<double> bytes;
    double chosenElements = 0;
    double chosenBytes = 0;
    double compulsory = 0;
};
Totals totalsOf(const Selection& selection);

} // namespace tilescape::training::adaptflow
