#pragma once

#include "core/cost/link_words.h"
#include "ui/chip/chip_content.h"

#include <QPainter>
#include <QPalette>
#include <QRectF>

#include <memory>

namespace tilescape::ui::chip {

/// Side of a tile and distance from one tile to the next, in scene units (pixels at zoom 1).
inline constexpr double tileSide = 64;
inline constexpr double tilePitch = 72;

/// Bounds of the chip with its memory channels.
QRectF chipBounds(const ChipContent& content);
QRectF tileRect(Tile tile);
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
double badgeText(const ChipContent& content, const ChipLook& look);
/// The memory channels at the corners; none where every tile has its own.
std::vector<QRectF> memoryRects(const ChipContent& content);

/// Tiles that meet `exposed`, with colour, range of the piece and buffer filling, and the memory channels.
void paintChip(QPainter& painter, const ChipContent& content, const ChipLook& look, const QRectF& exposed);

/// Where regions lie side by side, parts are told apart by shades of their region's colour.
QColor regionShade(std::size_t region, Count part, const QPalette& palette);
/// Colour of a part of the main split, shaded by its part of the minor one.
QColor partColour(const ChipContent& content, const TileContent& tile, const QPalette& palette);

/// The PE array with the copies of the logical PE set on it, in `area`; a line of text beneath.
void paintPeArray(QPainter& painter, const ChipContent& content, const QPalette& palette, const QRectF& area);

/// Legend: what colours and bars mean. Returns the height that it takes at this width; paints if `painter` is given.
double paintChipLegend(QPainter* painter, const ChipContent& content, const QPalette& palette, const QRectF& area,
                       const QFont& font);

} // namespace tilescape::ui::chip
