#pragma once

#include "core/pipeline/layout_registry.h"

#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Where the maps lie that are still needed, by the map's number, ascending. Which number a layout has is chance: equal or not
/// is all that counts.
using LiveLayouts = std::vector<std::pair<pipeline::MapNumber, pipeline::LayoutNumber>>;
pipeline::LayoutNumber layoutOf(const LiveLayouts& layouts, pipeline::MapNumber map);

inline constexpr std::size_t noStep = std::numeric_limits<std::size_t>::max();

/// The best schedule of all layers before a place that leaves the maps so.
struct ChainState {
    LiveLayouts layouts;
    double value = 0;
    std::size_t step = noStep; ///< its last segment, by number
    std::size_t input = 0;     ///< how the network's input lies, by number
};

/// Those of one place, as they were met.
class ChainStates {
public:
    /// The one of these layouts; new ones are worth nothing yet.
    ChainState& at(const LiveLayouts& layouts);
    [[nodiscard]] const std::vector<ChainState>& all() const { return m_states; }
    /// The best few; of equal ones those that were met first: where only time counts, a great many may be equal.
    [[nodiscard]] std::vector<const ChainState*> best(std::size_t most) const;

private:
    std::vector<ChainState> m_states;
    std::map<LiveLayouts, std::size_t> m_numbers;
};

} // namespace tilescape::search
