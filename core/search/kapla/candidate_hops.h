#pragma once

#include "core/pipeline/layout_registry.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/space/objective.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace tilescape::search {

/// What a layer may choose, with hops from where it finds its inputs: many ways to begin a segment leave them in the same layouts.
class CandidateHops {
public:
    /// `registry` and `choices` must outlive this.
    CandidateHops(pipeline::LayoutRegistry& registry, std::size_t layer, const Objective& objective,
                  const std::vector<CandidateChoice>& choices);

    /// In the order of the layer's sources: for what is asked after this.
    void setInputs(std::vector<pipeline::LayoutNumber> inputs);
    /// Of a choice, in the units of `scalarOf`, its inputs no further away than one of the tiles that share them. Other hops are estimated:
    /// it is no bound.
    [[nodiscard]] double expectedLeast(std::size_t choice) const { return m_expectedLeast[choice]; }
    /// Of a choice, from the inputs that are set.
    [[nodiscard]] cost::UnitHops of(std::size_t choice);

private:
    using HopsByChoice = std::vector<std::optional<pipeline::HopsIn>>;
    using HopsByInputs = std::map<std::vector<pipeline::LayoutNumber>, HopsByChoice>;

    pipeline::LayoutRegistry& m_registry;
    std::size_t m_layer;
    const std::vector<CandidateChoice>& m_choices;
    std::vector<double> m_expectedLeast;
    HopsByInputs m_known;
    HopsByInputs::iterator m_current;
};

} // namespace tilescape::search
