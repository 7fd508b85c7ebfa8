#pragma once

#include "core/hardware/hardware.h"
#include "core/io/library.h"
#include "core/search/space/layer_task.h"

#include <vector>

/// Layers in regions of KAPLA's chip, for tests of what KAPLA's search consists of.
namespace samples {

using namespace tilescape;

/// `extent` tiles from `corner` on, every way to share buffers and to split allowed, batch 4. Pipelined: input and output lie in
/// tiles.
inline search::LayerTask taskOf(const network::Layer& layer, Extent extent, Tile corner, bool pipelined)
{
    search::LayerTask task;
    task.layer = layer;
    task.batch = 4;
    task.machine = hardware::machineOf(io::loadHardware("kapla_16x16").value());
    std::vector<Tile> tiles;
    for (Count row = 0; row < extent.height; ++row) {
        for (Count column = 0; column < extent.width; ++column) {
            tiles.push_back({corner.row + row, corner.column + column});
        }
    }
    task.region = {extent, std::move(tiles)};
    task.memory = dataflow::cornerChannels(task.machine.shape.tiles);
    task.space.bufferSharing = task.space.batchPartition = task.space.inputChannelPartition = true;
    task.space.bufferBypass = {{false, false, false}};
    task.inputFromTiles = task.outputStays = task.outputIsTaken = pipelined;
    return task;
}

/// A convolution, a fully connected, a depthwise and a pointwise layer.
inline std::vector<network::Layer> someLayers()
{
    const network::Network alexnet = io::loadNetwork("alexnet").value();
    const network::Network mobilenet = io::loadNetwork("mobilenet_v1").value();
    return {alexnet.layers[4], alexnet.layers.back(), mobilenet.layers[1], mobilenet.layers[2]};
}

} // namespace samples
