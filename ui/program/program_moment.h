#pragma once

#include "core/program/trace.h"

#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::program {

/// Where a tile's words come from or go to that leave the tiles: DRAM, a shared buffer that has them already or keeps them for
/// later, or DRAM through the shared buffer.
enum class MomentMemory { Dram, Shared, DramThroughShared };

/// Words on their way between two tiles, or between a tile and memory.
struct MomentTransfer {
    std::optional<Tile> from; ///< none: memory
    std::optional<Tile> to;
    Tensor tensor = Tensor::Weight;
    Count words = 0;
    bool last = false; ///< of the step that was done last
    MomentMemory memory = MomentMemory::Dram; ///< where one end is none of the tiles
};

/// One tile at a moment.
struct MomentTile {
    bool works = false; ///< on a layer of the segment
    std::size_t region = 0;
    PerTensor<Count> words;    ///< in use, in its buffer
    std::optional<Tensor> rotates; ///< the tensor of which `label` names the unit that it holds
    QString label;
    bool computes = false; ///< a pass is at work
    bool last = false;     ///< has done the last step
    bool faulty = false;
};

/// A program after some of its steps, as it is drawn on the chip. A plain value.
struct ProgramMoment {
    Extent tiles;
    bool cornerMemory = true;
    bool sharedBuffers = false; ///< between tiles and DRAM
    Count bufferWords = 0;
    std::vector<MomentTile> contents; ///< row by row
    std::vector<MomentTransfer> transfers;
    std::optional<Tile> selected;

    [[nodiscard]] const MomentTile& at(Tile tile) const
    {
        return contents[static_cast<std::size_t>(tile.row * tiles.width + tile.column)];
    }
};

ProgramMoment momentOf(const tilescape::program::Trace& trace, std::size_t position, std::optional<Tile> selected);

/// The memory that a step fetches from or stores to, by the step's number.
MomentMemory momentMemory(const tilescape::program::Trace& trace, std::size_t step);

/// The controller's stream of a tile in the layer that it works on at a moment; its array's is the next one. Nothing if it
/// works on none.
std::optional<std::size_t> streamAt(const tilescape::program::Trace& trace, Tile tile, std::size_t position);

/// The steps that are at work when `position` are done: the last one, and those whose cycles are not over, in their order.
std::vector<std::size_t> stepsAtWork(const tilescape::program::Trace& trace, std::size_t position);

} // namespace tilescape::ui::program
