#pragma once

#include "core/pipeline/layout_registry.h"

#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// The layouts of the maps that are still needed, by ascending number of the map. The numbers of layouts are those of a
/// `LayoutRegistry`: nothing but their equality may be used.
using LiveLayouts = std::vector<std::pair<pipeline::MapNumber, pipeline::LayoutNumber>>;
/// The layout of `map`, which must be among them.
pipeline::LayoutNumber layoutOf(const LiveLayouts& layouts, pipeline::MapNumber map);

/// In place of a segment's number: there is none yet.
inline constexpr std::size_t noStep = std::numeric_limits<std::size_t>::max();

/// The best schedule found of all layers before a position that leaves the maps in these layouts.
struct ChainState {
    LiveLayouts layouts;
    double value = 0;          ///< in the units of `scalarOf`
    std::size_t step = noStep; ///< number of its last segment
    std::size_t input = 0;     ///< number of the network input's layout
};

/// The states of one position, in the order in which they were found.
class ChainStates {
public:
    /// The state of these layouts; a new one, whose value is infinite, if there is none.
    ChainState& at(const LiveLayouts& layouts);
    /// All states of the position.
    [[nodiscard]] const std::vector<ChainState>& all() const { return m_states; }
    /// At most `most` states of the lowest values; of equal ones those that were found first. If only time counts, many
    /// may be equal.
    [[nodiscard]] std::vector<const ChainState*> best(std::size_t most) const;

private:
    std::vector<ChainState> m_states;
    std::map<LiveLayouts, std::size_t> m_numbers;
};

} // namespace tilescape::search
