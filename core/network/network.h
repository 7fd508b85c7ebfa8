#pragma once

#include "core/network/layer.h"
#include "core/support/diagnostic.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescape::network {

/// A feature map that comes from outside: the network's input, or a state of a recurrent net.
struct ExternalInput {
    std::string name;
    Count channels = 1;
    Extent size;
    friend bool operator==(const ExternalInput&, const ExternalInput&) = default;
};

/// The name by which layers refer to the network's own input.
inline constexpr std::string_view inputName = "input";

/// What is computed: a DAG of layers, in topological order once checked. A plain value.
struct Network {
    std::string name;
    std::string description;
    ExternalInput input{std::string(inputName), 1, {}};
    std::vector<ExternalInput> externalInputs; ///< beside `input`
    std::vector<Layer> layers;
    friend bool operator==(const Network&, const Network&) = default;
};

/// Where a layer's input comes from.
struct Source {
    enum class Kind { NetworkInput, ExternalInput, Layer };
    Kind kind = Kind::NetworkInput;
    std::size_t index = 0; ///< into `externalInputs` or `layers`
    friend bool operator==(const Source&, const Source&) = default;
};

/// The edges of a checked network, by index.
struct Topology {
    std::vector<std::vector<Source>> sources;        ///< of each layer, in the order of its `inputs`
    std::vector<std::vector<std::size_t>> consumers; ///< of each layer, ascending, each once
};

Topology topologyOf(const Network& network);

/// Every fault of the network at once; `pointer` is that of the network file (`/layers/3/inputs/0`). Empty if sound.
/// Faults: no layers, empty or duplicate or reserved name, unknown input, cycle, sizes below 1 or whose totals overflow,
/// channels that do not add up, maps that do not fit, groups that do not divide, operands that do not match.
support::Diagnostics check(const Network& network);

/// The same network with its layers in topological order: file order where possible. Requires no cycle.
Network inTopologicalOrder(Network network);

/// Layers that always run on the same tiles, one after another: a layer with weights and those without that work in place on its output
/// (cost-model.md 5). Of `layers`, indices in the network that stand in topological order: what may join several joins the last of them.
std::vector<std::vector<std::size_t>> verticesOf(const Network& network, const Topology& topology,
                                                 std::span<const std::size_t> layers);

/// All vertices in topological order, depth first, so that a branch is followed to its join, branches in the order of the network's layers:
/// as the reference tool schedules them.
std::vector<std::vector<std::size_t>> scheduleVertices(const Network& network);

/// The layers of these vertices. Indices into `layers`.
std::vector<std::size_t> scheduleOrder(const Network& network);

Count channelsOf(const Network& network, const Source& source);
Extent sizeOf(const Network& network, const Source& source);

/// Totals over all layers, for a batch of one (words, operations).
struct NetworkTotals {
    Count layers = 0;
    Count convolutions = 0;
    Count fullyConnected = 0;
    Count weightWords = 0;
    Count featureMapWords = 0; ///< network input, external inputs and every layer's output
    Count operations = 0;
};
NetworkTotals totalsOf(const Network& network);

} // namespace tilescape::network
