#pragma once

#include "core/dataflow/region.h"
#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"
#include "core/pipeline/top_groups.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// Whether tiles go through all of the batch for one group before the next (`dataflow::groupsInTurn`), which is no order in which others
/// could follow.
bool goesGroupAfterGroup(const network::Layer& layer);

/// What the loops of a segment's layers must have in common so that each group of a map can be handed on when it is
/// ready (Tangram 3.2, alternate layer loop ordering; cost-model.md 5). Of two neighbouring layers with weights, the
/// output groups of the producer are the input groups of the consumer; the map after the consumer is buffered whole.
/// The numbers of groups that are not yet chosen are variables.
class LoopOrderConstraints {
public:
    /// The constraints of a segment in its regions; empty if the maps that must be buffered whole do not fit their
    /// regions. Without `alternate` every map between regions is buffered whole. With `rounded`, a number of groups
    /// need not divide the count that it cuts: it may divide one of `support::roundedCounts`.
    static std::optional<LoopOrderConstraints> of(const network::Network& network, const network::Topology& topology,
                                                  const Segment& segment, const std::vector<dataflow::Region>& regions,
                                                  Count batch, const hardware::Machine& machine, bool alternate = true,
                                                  bool rounded = false);

    /// The values that each variable may take, ascending. The first variable is the number of batch groups that all
    /// layers share; its only value is 0, left to the search, if the segment is a single layer.
    [[nodiscard]] const std::vector<std::vector<Count>>& domains() const { return m_domains; }

    /// The groups that are asked for of the layer at `place` in the segment, given one value for each variable.
    /// `outputGroups` are the output groups that were chosen for the layers before it.
    [[nodiscard]] TopGroups groupsAt(std::size_t place, const std::vector<Count>& values,
                                     const std::vector<Count>& outputGroups) const;

    /// Whether all that the layer at `place` takes was made on its tiles before: it may be taken in any pieces.
    [[nodiscard]] bool mayTakePieces(std::size_t place) const { return m_rules[place].mayTakePieces; }

    /// The place of the layer, on the same tiles and before it, whose output groups the layer at `place` takes over; none if there is none.
    [[nodiscard]] std::optional<std::size_t> leaderOf(std::size_t place) const
    {
        const int like = m_rules[place].like;
        return like >= 0 ? std::optional(static_cast<std::size_t>(like)) : std::nullopt;
    }

private:
    friend class LoopOrderConstraintMaker;
    struct Rule {
        int inputVariable = -1;
        int outputVariable = -1;
        bool wholeInput = false; ///< buffered whole: one group
        bool wholeOutput = false;
        bool mayTakePieces = false; ///< of its whole input, all of which was made on the same tiles
        int like = -1; ///< place of the layer whose output groups it takes over
    };
    std::vector<Rule> m_rules; ///< by place in the segment
    std::vector<std::vector<Count>> m_domains;
    bool m_batchIsShared = false;
};

} // namespace tilescape::pipeline
