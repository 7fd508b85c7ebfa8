#include "core/pipeline/loop_order_constraints.h"

#include "core/dataflow/unit_pass.h"

namespace tilescape::pipeline {

bool goesGroupAfterGroup(const network::Layer& layer) { return dataflow::groupsInTurn(layer) > 1; }

TopGroups LoopOrderConstraints::groupsAt(std::size_t place, const std::vector<Count>& values,
                                         const std::vector<Count>& outputGroups) const
{
    const Rule& rule = m_rules[place];
    const auto value = [&](int variable) {
        return variable < 0 ? Count{0} : values[static_cast<std::size_t>(variable)];
    };
    TopGroups groups;
    groups.batch = m_batchIsShared ? values.front() : 0;
    groups.input = mayTakePieces(place) ? 0 : rule.wholeInput ? 1 : value(rule.inputVariable);
    groups.output = rule.like >= 0     ? outputGroups[static_cast<std::size_t>(rule.like)]
                    : rule.wholeOutput ? 1
                                       : value(rule.outputVariable);
    return groups;
}

} // namespace tilescape::pipeline
