#pragma once

#include "core/dataflow/region.h"
#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"
#include "core/pipeline/top_groups.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// What the layers of a segment must have in common so that groups can be handed on as they are ready (cost-model.md 5;
/// Tangram 3.2, alternate layer loop ordering): of two neighbouring layers with weights the producer's output groups are
/// the consumer's input groups, and the next pair buffers its whole map. Unknown group counts are variables.
class LoopOrderConstraints {
public:
    /// None if the maps that must be buffered whole do not fit their regions. Without `alternate` all are between regions.
    /// With `rounded`, counts that divide poorly are cut into groups of which the last may be smaller.
    static std::optional<LoopOrderConstraints> of(const network::Network& network, const network::Topology& topology,
                                                  const Segment& segment, const std::vector<dataflow::Region>& regions,
                                                  Count batch, const hardware::Machine& machine, bool alternate = true,
                                                  bool rounded = false);

    /// Values that each variable may take, ascending; the first is the batch's.
    [[nodiscard]] const std::vector<std::vector<Count>>& domains() const { return m_domains; }

    /// What the layer at `place` in the segment is asked, given the variables' values; `outputGroups` are those of the
    /// layers before it as they came out.
    [[nodiscard]] TopGroups groupsAt(std::size_t place, const std::vector<Count>& values,
                                     const std::vector<Count>& outputGroups) const;

private:
    friend class LoopOrderConstraintMaker;
    struct Rule {
        int inputVariable = -1;
        int outputVariable = -1;
        bool wholeInput = false; ///< buffered whole: one group
        bool wholeOutput = false;
        int like = -1; ///< place of the layer whose output groups it takes over
    };
    std::vector<Rule> m_rules; ///< by place in the segment
    std::vector<std::vector<Count>> m_domains;
    bool m_batchIsShared = false;
};

} // namespace tilescape::pipeline
