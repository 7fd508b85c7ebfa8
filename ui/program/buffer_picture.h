#pragma once

#include "core/program/trace.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace tilescape::ui::program {

/// A piece of a range at a moment.
struct PieceMoment {
    enum class State { Free, Filling, Full };
    State state = State::Free;
    double share = 0; ///< of its room that its unit takes
    QString unit;
    Count updates = 0; ///< still to arrive
    Count reads = 0;   ///< still to happen
};

/// The range of one tensor in the buffer of a tile at a moment.
struct RangeMoment {
    Tensor tensor = Tensor::Weight;
    QString name;         ///< of the tensor; with that of the layer where the tile works on several
    bool inBuffer = true; ///< takes room there
    bool inPlace = false; ///< else: its words stay where another layer made them, or it is at the edge of the array
    Count base = 0;       ///< words
    Count room = 0;       ///< words
    Count words = 0;      ///< in use
    std::vector<PieceMoment> pieces;
};

/// What a tile's buffer holds at a moment. A plain value.
struct BufferMoment {
    std::optional<Tile> tile;
    Count bufferWords = 0;
    std::vector<RangeMoment> ranges; ///< of the tensors that the layer has
    [[nodiscard]] Count words() const; ///< in use in the buffer
};

/// Bytes of a word as programs have them.
inline constexpr double bytesPerWord = 2;

/// Of all layers of the segment at work that the tile works on.
BufferMoment bufferMoment(const tilescape::program::Trace& trace, std::optional<Tile> tile, std::size_t position);

/// "Inputs: 128 of 256 B; 1 of 2 pieces in use".
QString rangeText(const RangeMoment& range);

/// Heights of the rows and the whole for a font.
double bufferHeight(const BufferMoment& moment, const QFont& font);
/// A row a tensor, each range where it lies in the buffer, whose end is marked; pieces that fill are hatched. Returns where the
/// pieces are, by range, for tooltips.
std::vector<std::vector<QRectF>> paintBuffer(QPainter& painter, const BufferMoment& moment, const QRectF& area, const QPalette& palette,
                                             const QFont& font);

} // namespace tilescape::ui::program
