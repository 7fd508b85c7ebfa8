#pragma once

#include "core/dataflow/directives/form.h"

#include <vector>

namespace tilescape::dataflow::directives {

/// A loop in time as the text writes it: which dimension it steps and how often.
struct WrittenLoop {
    std::optional<Loop> loop; ///< none: groups, one after another
    Storage level = Storage::Register; ///< its steps refill the registers, or the buffer too
    Count count = 1;
    bool rotates = false;
    Place place;
};

/// What the directives of one layer say by themselves (KAPLA III-B): sizes are products over dimensions, parallelism is
/// the product of the stacks, and each tensor is brought in anew whenever an update steps along one of its dimensions.
struct LayerCounts {
    PerStorage<PerTensor<Count>> words;   ///< that one PE, one tile's buffer holds; none of what bypasses
    PerStorage<Count> units{{1, 1}};      ///< tiles, PEs of a tile
    std::vector<WrittenLoop> loops;       ///< innermost first
    PerStorage<PerTensor<Count>> fetches; ///< times a datum is brought into the level; outputs: and back
    PerLevel<PerTensor<double>> accesses; ///< words, over all tiles
    double operations = 0;
};

/// `kept`: what the buffer stores; `sharers`: tiles among which a fetch from memory is divided. The directives are those
/// that `readScheme` took without an error. `reloadsWeights`: they come in for every batch group.
LayerCounts countLayer(const LayerContext& context, const LayerDirectives& directives, const PerTensor<bool>& kept,
                       const PerTensor<Count>& sharers, bool reloadsWeights = false);

/// Times each tensor is fetched into each level if the loops nest as they are written.
PerStorage<PerTensor<Count>> fetchesOf(const LayerForm& form, const std::vector<WrittenLoop>& loops,
                                       bool reloadsWeights = false);

/// What the text itself says to be stored in the buffer.
PerTensor<bool> writtenKept(const LayerForm& form, const Scope& buffer);

/// Partition and replication from the stacks; the form of the rest.
LayerForm formOf(const LayerContext& context, const LayerDirectives& directives);

} // namespace tilescape::dataflow::directives
