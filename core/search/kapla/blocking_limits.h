#pragma once

#include "core/pipeline/top_groups.h"

#include <limits>

namespace tilescape::search {

/// What room there is to be for the input that a layer takes at a time, also where that saves no fetch, so that what made it goes on while
/// the layer works on it.
enum class InputRoom {
    Any,      ///< none need be
    AtOnce,   ///< in the buffer, or all of it in the registers (`pipeline::RegionRoom::takesAtOnce`)
    InBuffer, ///< from which it is copied before the layer needs it (`pipeline::HandOnRoom::copies`)
};

/// What a segment asks of the blockings of one of its layers.
struct BlockingLimits {
    pipeline::TopGroups top{}; ///< groups that a pipeline asks for
    /// Words of a tile's buffer that other layers leave to this one. An input that tiles do not share and that goes to the PEs as often as to
    /// the buffer takes none of them (`pipeline::RegionRoom`).
    Count roomWords = std::numeric_limits<Count>::max();
    /// So many pieces of its output must have room at a time: with more than one a layer need not wait until others have taken what it made
    /// (`pipeline::HandOnRoom::held`).
    Count outputPieces = 1;
    InputRoom inputRoom = InputRoom::Any;
    /// Whether anything is asked beside groups.
    [[nodiscard]] bool isRoomAsked() const { return *this != BlockingLimits{top}; }
    friend bool operator==(const BlockingLimits&, const BlockingLimits&) = default;
    friend auto operator<=>(const BlockingLimits&, const BlockingLimits&) = default;
};

/// Groups, and room for a second piece of the output: others take one while the next is made.
inline BlockingLimits withSecondPiece(const pipeline::TopGroups& top)
{
    BlockingLimits limits{top};
    limits.outputPieces = 2;
    return limits;
}

/// Groups, but the input in one group of channels: what may be taken in pieces may also be taken in one.
inline pipeline::TopGroups inOnePiece(const pipeline::TopGroups& top) { return {top.batch, 1, top.output}; }

/// Groups, and room for what is taken over.
inline BlockingLimits withInputRoom(const pipeline::TopGroups& top, InputRoom room)
{
    BlockingLimits limits{top};
    limits.inputRoom = room;
    return limits;
}

} // namespace tilescape::search
