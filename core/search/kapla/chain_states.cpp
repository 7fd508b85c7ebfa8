#include "core/search/kapla/chain_states.h"

#include <algorithm>

namespace tilescape::search {

pipeline::LayoutNumber layoutOf(const LiveLayouts& layouts, pipeline::MapNumber map)
{
    return std::lower_bound(layouts.begin(), layouts.end(), std::pair{map, pipeline::LayoutNumber{0}})->second;
}

ChainState& ChainStates::at(const LiveLayouts& layouts)
{
    const auto [known, isNew] = m_numbers.try_emplace(layouts, m_states.size());
    if (isNew) {
        m_states.push_back({layouts, std::numeric_limits<double>::infinity(), noStep, 0});
    }
    return m_states[known->second];
}

std::vector<const ChainState*> ChainStates::best(std::size_t most) const
{
    std::vector<const ChainState*> order;
    for (const ChainState& state : m_states) {
        order.push_back(&state);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const ChainState* a, const ChainState* b) { return a->value < b->value; });
    order.resize(std::min(order.size(), most));
    return order;
}

} // namespace tilescape::search
