#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/link_words.h"
#include "core/dataflow/layout.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/network/layer.h"

#include <optional>

namespace tilescape::cost {

/// Where a layer's maps lie.
struct LayerPlaces {
    dataflow::Layout input;
    std::optional<dataflow::Layout> operand; ///< a second one's, where the layer has it
    std::optional<dataflow::Layout> output;  ///< none: it stays where it is made, and crosses no link
};

/// A layer as its hops were counted: `spreads` is `forwarding` of `trafficOf`, `memory` the channels.
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

struct LayerLinks {
    PerTensor<LinkWords> words; ///< each sums up to `LayerCost::nocHops`
    double scaledHops = 0;      ///< word-hops of these that follow mean distances: none but as the reference counts
};

/// The words that a layer sends over each link of a mesh of `tiles`, routed as the hops are counted (cost-model.md 3 and 4):
/// - To each tile by itself from where a piece lies, or to the nearest one and on along the nearest-first tree.
/// - Outputs go out as often as they are written, and back as often as they are read again.
/// - Partial sums run to the tile that gathers them, as often as they are written (Counts::Reference: half for each write and
///   each read, rounded up per piece).
/// - What shared buffers hand on goes round the rings of `rotationSteps`, to the tile before. The reference counts its hops with
///   mean distances between neighbours: where the rings' own differ (folded regions), words are scaled to the same sum.
/// Between two tiles the route is XY. A memory channel's own wires are no link: its words appear on those of its tile.
LayerLinks layerLinks(const RoutedLayer& routed, Extent tiles);

} // namespace tilescape::cost
