#pragma once

#include "core/cost/link_words.h"
#include "ui/chip/chip_content.h"
#include "ui/plot/tile_grid.h"

#include <QPainter>
#include <QPalette>
#include <QRectF>

#include <memory>

namespace tilescape::ui::chip {

using plot::tilePitch;
using plot::tileRect;

/// Bounds of the chip with its memory channels.
QRectF chipBounds(const ChipContent& content);
std::optional<Tile> tileAt(const ChipContent& content, QPointF position);

struct NocLoad;

/// The shared tensor whose rotation is shown, and how far it is.
struct ShownRotation {
    Tensor tensor = Tensor::Input;
    Count step = 0;
    friend bool operator==(const ShownRotation&, const ShownRotation&) = default;
};

struct ChipLook {
    QPalette palette;
    std::optional<Tile> hovered;
    double scale = 1;      ///< pixels per scene unit: decides how much is written on a tile
    bool dimmed = false;   ///< an old result
    std::optional<ShownRotation> rotation; ///< in place of the partition
    std::shared_ptr<const NocLoad> load;   ///< in place of both
    std::optional<cost::Link> hoveredLink;
};

/// Arrows of the segment's data: green from and to memory, red between regions, blue within one (Tangram Fig. 10b).
void paintArrows(QPainter& painter, const ChipContent& content, const ChipLook& look);
/// Size of the text in the badges of regions, in scene units: the same on the screen whatever the zoom.
double badgeText(const ChipContent& content, double scale);
/// The memory channels at the corners; none where every tile has its own.
std::vector<QRectF> memoryRects(const ChipContent& content);

/// Tiles that meet `exposed`, with colour, range of the piece and buffer filling, and the memory channels.
void paintChip(QPainter& painter, const ChipContent& content, const ChipLook& look, const QRectF& exposed);

/// Parts of the layer are shades of its region's colour: by the main split, and within it by the minor one.
QColor partColour(const ChipContent& content, const TileContent& tile, const QPalette& palette);
/// The name of a region of the segment, or its number where badges would lie on each other, as large on the screen whatever the
/// zoom. Regions without room for either have none.
struct RegionBadge {
    std::size_t region = 0;
    QString text;
    QRectF rect;
    QFont font;
};
std::vector<RegionBadge> regionBadges(const ChipContent& content, double scale, QFont font);

/// Of a region beside the layer's: there, but not what is looked at.
QColor neighbourColour(std::size_t region, const QPalette& palette);
/// One of `subsets` pieces of a tensor that rotate: a shade of the tensor's colour.
QColor subsetColour(Tensor tensor, Count subset, Count subsets, const QPalette& palette);
/// Whether the tiles are large enough to show what their buffers hold.
bool showsFilling(double scale);

} // namespace tilescape::ui::chip
