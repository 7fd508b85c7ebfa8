#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/link_words.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/network/layer.h"

#include <optional>

namespace tilescape::cost {

/// The layouts of a layer's feature maps.
struct LayerPlaces {
    dataflow::Layout input;
    std::optional<dataflow::Layout> operand; ///< of the second operand; empty if the layer has none
    std::optional<dataflow::Layout> output;  ///< empty: it stays where it is computed and crosses no link
};

/// A priced layer with all that its hops were counted from. `spreads` is the argument `forwarding` of `trafficOf`,
/// `memory` holds the memory channels. It refers to what outlives it.
struct RoutedLayer {
    const network::Layer& layer;
    Count batch;
    const dataflow::LoopNest& nest;
    const dataflow::LayerScheme& scheme;
    const LayerCost& cost;
    const LayerPlaces& places;
    const dataflow::Region& memory;
    bool spreads;
    Counts counts;
};

/// The words of one layer over the links of the mesh, for the whole batch.
struct LayerLinks {
    PerTensor<LinkWords> words; ///< the words over all links of a tensor add up to its `LayerCost::nocHops`
    /// Word-hops of these that are counted with mean distances instead of the tiles' own; 0 for Counts::Executed.
    double scaledHops = 0;
};

/// The words that a layer sends over each link of a mesh of `tiles`, routed as its hops are counted (cost-model.md 3
/// and 4):
/// - Inputs and weights go to each tile by itself from where a piece lies, or to the nearest tile and on along the
///   nearest-first tree.
/// - Outputs go out as often as they are written, and come back as often as they are read again.
/// - Partial sums run to the tile that gathers them, as often as they are written (Counts::Reference: half for each
///   write and each read, rounded up per piece).
/// - Shared buffers pass words around the rings of `rotationSteps`, each tile to the one before it. Counts::Reference
///   counts these hops with mean distances between neighbours: where the rings' own distances differ (folded regions),
///   words are scaled to the same sum.
/// - Between two tiles the route is XY. Wires between a memory channel and its tile are not links.
LayerLinks layerLinks(const RoutedLayer& routed, Extent tiles);

} // namespace tilescape::cost
