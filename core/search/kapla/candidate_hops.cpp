#include "core/search/kapla/candidate_hops.h"

#include "core/search/space/infinite.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tilescape::search {

namespace {

/// An estimate of hops may be as much too high.
constexpr double hopsCounted = 0.9;

double expectedLeastOf(const Objective& objective, const CandidateChoice& choice)
{
    const std::array<double, 3>& fetchPj = choice.partition->fetchPj();
    double least = infinite;
    for (const BlockingChoice& blocking : choice.blockings) {
        const double hops = fetchPj[0] * static_cast<double>(blocking.fetches[Tensor::Weight])
                            + choice.partition->inputTreePj() * static_cast<double>(blocking.fetches[Tensor::Input])
                            + fetchPj[2] * static_cast<double>(blocking.fetches[Tensor::Output]);
        least = std::min(least, scalarOf(objective, blocking.energyPj + hopsCounted * hops, blocking.cycles));
    }
    return least;
}

} // namespace

CandidateHops::CandidateHops(pipeline::LayoutRegistry& registry, std::size_t layer, const Objective& objective,
                             const std::vector<CandidateChoice>& choices)
    : m_registry(registry), m_layer(layer), m_choices(choices), m_current(m_known.end())
{
    for (const CandidateChoice& choice : choices) {
        m_expectedLeast.push_back(expectedLeastOf(objective, choice));
    }
}

void CandidateHops::setInputs(std::vector<pipeline::LayoutNumber> inputs)
{
    m_current = m_known.try_emplace(std::move(inputs), m_choices.size()).first;
}

cost::UnitHops CandidateHops::of(std::size_t choice)
{
    const CountedPartition& counted = m_choices[choice].partition->counted();
    std::optional<pipeline::HopsIn>& in = m_current->second[choice];
    if (!in) {
        in = m_registry.hopsIn(m_layer, counted.inputs, counted.operands, m_current->first);
    }
    return {counted.weightHops + in->operand, in->input, counted.outputHops};
}

} // namespace tilescape::search
