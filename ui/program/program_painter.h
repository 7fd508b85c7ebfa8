#pragma once

#include "ui/plot/legend.h"
#include "ui/program/program_moment.h"

#include <QPainter>
#include <QPalette>
#include <QRectF>

namespace tilescape::ui::program {

struct ProgramLook {
    QPalette palette;
    double scale = 1; ///< pixels per scene unit: decides what is written on a tile
};

/// Bounds in scene units, of tiles and memory channels.
QRectF programBounds(const ProgramMoment& moment);
/// Tiles with what their buffers hold, memory channels, and the transfers at work as arrows in the colours of their tensors.
void paintProgram(QPainter& painter, const ProgramMoment& moment, const ProgramLook& look);
/// What the signs mean; `cornerMemory`: channels stand beside the tiles, whose names have no room everywhere;
/// `sharedBuffers`: the chip has some between tiles and DRAM.
std::vector<plot::LegendEntry> programLegend(const QPalette& palette, bool cornerMemory, bool sharedBuffers);

} // namespace tilescape::ui::program
