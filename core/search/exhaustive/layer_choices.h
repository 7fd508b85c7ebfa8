#pragma once

#include "core/search/exhaustive/layer_answer_cache.h"
#include "core/search/exhaustive/layer_lookup.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <cstddef>
#include <list>
#include <memory>
#include <vector>

namespace tilescape::search {

/// What every layer of a network may choose from where it runs by itself: partitions with their blockings, on all tiles of the chip
/// and on such parts of it as the layer may divide better over.
class LayerChoices {
public:
    /// A partition of the tiles that the layer works on.
    struct Choice {
        const PartitionChoice* partition = nullptr;
        const dataflow::Region* region = nullptr;
    };

    /// The arguments outlive this object.
    LayerChoices(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                 const ChainControl& control, const LayerLookup& lookup);

    /// Searches all layers in the order in which they run, and adds to the answer's counts and obstacles. False if some layer has no
    /// scheme, or the search was stopped.
    bool search(ChainAnswer& answer);

    /// Of the layer at `place` in that order.
    [[nodiscard]] const std::vector<Choice>& at(std::size_t place) const { return m_choices[place]; }
    [[nodiscard]] const SearchCounts& countsAt(std::size_t place) const { return m_counts[place]; }

private:
    const LayerAnswer* answerOn(std::size_t layer, const dataflow::Region& region);

    const SearchTask& m_task;
    const Objective& m_objective;
    LayerAnswerCache& m_cache;
    const ChainControl& m_control;
    const LayerLookup& m_lookup;
    dataflow::Region m_memoryChannels;
    std::vector<std::shared_ptr<const LayerAnswer>> m_answers; ///< that the choices are part of
    std::list<dataflow::Region> m_regions;                     ///< that the choices refer to
    std::vector<std::vector<Choice>> m_choices;
    std::vector<SearchCounts> m_counts;
};

} // namespace tilescape::search
