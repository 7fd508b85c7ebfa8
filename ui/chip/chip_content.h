#pragma once

#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/rotation_steps.h"
#include "core/schedule/schedule.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tilescape::ui::chip {

/// What one tile of the chip does for the selected layer.
struct TileContent {
    bool inRegion = false;
    bool idle = true;       ///< outside the region, or with an empty piece
    Count mainPart = 0;     ///< number of its part of the split that the colours show
    Count minorPart = 0;    ///< number of its part of the split that the shades show
    dataflow::TilePiece piece; ///< of one channel group
    std::optional<std::size_t> neighbour; ///< region of the segment, another than the layer's, that the tile belongs to
};

/// A region of the segment that the layer runs in, as far as the picture names it.
struct RegionMark {
    QString name;           ///< "R2"
    QStringList layers;     ///< that run in it, one after another
    Tile centre;            ///< a tile of it near its middle
    std::vector<Tile> places; ///< some of its tiles, spread over it, from the middle outwards
};

/// Where data of the segment travels: between two regions, or between a region and memory (no region).
struct RegionArrow {
    std::optional<std::size_t> from;
    std::optional<std::size_t> to;
    friend bool operator==(const RegionArrow&, const RegionArrow&) = default;
    friend auto operator<=>(const RegionArrow&, const RegionArrow&) = default;
};

/// A tile's place in the ring around which a shared tensor rotates.
struct RingPlace {
    std::size_t ring = 0;
    Count position = 0;
};

/// The rotation of one shared tensor of the selected layer.
struct ChipRotation {
    dataflow::RotationSteps steps;
    std::vector<std::optional<RingPlace>> places; ///< of the chip's tiles, row by row
    double wordHops = 0; ///< that it takes in all

    [[nodiscard]] bool turns() const { return steps.rounds > 0 && steps.subsets() > 1; }
};

/// The chip as it is drawn: tiles row by row, and what the selected layer does on them. A plain value.
struct ChipContent {
    Extent tiles;
    tilescape::hardware::MemoryPlacement memory = tilescape::hardware::MemoryPlacement::Corners;
    Count bufferWords = 0; ///< room of one tile's buffer
    Count registerWords = 0; ///< room of one PE's registers
    Extent peArray;

    bool hasLayer = false;
    tilescape::network::Layer layer;
    Count batch = 1;
    dataflow::Partition partition;
    std::optional<dataflow::Split> mainSplit;  ///< outermost split with more than one part: the colour
    std::optional<dataflow::Split> minorSplit; ///< the next one: the shade
    PerTensor<double> wordsHeld; ///< in the buffer of a tile of the region
    PerTensor<Count> sharers;    ///< tiles that work on one and the same piece
    double mappedShare = 0; ///< of the PEs of a tile, those that a pass has work for
    std::vector<TileContent> contents;
    Count segment = 0;
    std::size_t ownRegion = 0; ///< number of the layer's region
    std::vector<RegionMark> regions; ///< by number; empty where the layer's region is the only one

    QStringList layerNames; ///< of the network, by index
    std::vector<RegionArrow> arrows; ///< of the segment, each once; those within a region name it twice
    PerTensor<ChipRotation> rotation;

    /// Subset of the shared tensor that a tile holds at a step; none where nothing of it rotates there.
    [[nodiscard]] std::optional<Count> subsetAt(Tensor tensor, Tile tile, Count step) const;
    [[nodiscard]] const TileContent& at(Tile tile) const
    {
        return contents[static_cast<std::size_t>(tile.row * tiles.width + tile.column)];
    }
    [[nodiscard]] Count busyTiles() const;
};

/// The bare chip.
ChipContent chipContent(const tilescape::hardware::Hardware& hardware);

/// The chip under one layer of a schedule.
ChipContent chipContent(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);

/// The ranges of a tile's piece, one a line: "Output channels 0–47 (48)". Only those that the partition splits if
/// `onlySplit`.
QStringList pieceLines(const ChipContent& content, const TileContent& tile, bool onlySplit);

/// Short form for the tile itself: "o 0–47".
QStringList pieceLabels(const ChipContent& content, const TileContent& tile);

} // namespace tilescape::ui::chip
