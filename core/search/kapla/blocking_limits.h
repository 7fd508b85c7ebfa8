#pragma once

#include "core/pipeline/top_groups.h"

#include <limits>

namespace tilescape::search {

/// What a segment asks of the blockings of one of its layers.
struct BlockingLimits {
    pipeline::TopGroups top{}; ///< groups that a pipeline asks for
    /// Words of a tile's buffer that other layers leave to this one. An input that tiles do not share and that goes to the PEs as often as to
    /// the buffer takes none of them (`pipeline::RegionRoom`).
    Count roomWords = std::numeric_limits<Count>::max();
    /// So many pieces of its output must have room at a time: with more than one a layer need not wait until others have taken what it made
    /// (`pipeline::HandOnRoom::held`).
    Count outputPieces = 1;
    /// Whether its input is to be held in the buffer, also where that saves no fetch: what made it then goes on while the layer works on its copy
    /// (`pipeline::HandOnRoom::copies`).
    bool keepsInput = false;
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

/// Groups, and room for a piece of the input.
inline BlockingLimits withInputKept(const pipeline::TopGroups& top)
{
    BlockingLimits limits{top};
    limits.keepsInput = true;
    return limits;
}

} // namespace tilescape::search
