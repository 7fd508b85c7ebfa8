#pragma once

#include "core/explore/explain.h"

#include <string_view>
#include <vector>

/// The rules of explain.h, one function each: what they propose where their measure is beyond a threshold.
namespace tilescape::explore {

/// What a rule looks at.
struct Examined {
    const schedule::Problem& problem;   ///< as a person gave it
    const schedule::Schedule& schedule; ///< its answer, which has a result
};

const Rule& ruleOf(std::string_view key); ///< `key` is that of a row of `rules()`

using Propose = std::vector<Proposal> (*)(const Examined&);

/// Memories and buses that the PE arrays wait for: twice the rate.
std::vector<Proposal> proposeForDram(const Examined& examined);
std::vector<Proposal> proposeForBus(const Examined& examined);
/// PEs that no mapping of the layers reaches: other arrays of as many PEs.
std::vector<Proposal> proposeForIdlePes(const Examined& examined);
/// Fill, drain and waits of pipelines: twice the batch.
std::vector<Proposal> proposeForFillAndDrain(const Examined& examined);
/// Links that carry several times the mean: memory channels over every tile.
std::vector<Proposal> proposeForHotLinks(const Examined& examined);
/// Pieces of layers that do not divide: numbers of tiles that do.
std::vector<Proposal> proposeForUnevenPieces(const Examined& examined);
/// Full buffers beside data that are fetched again and again: a quarter more, and twice the room.
std::vector<Proposal> proposeForFullBuffers(const Examined& examined);
/// Weights that are fetched again and again, and would fit into buffers that are not much larger.
std::vector<Proposal> proposeForWeights(const Examined& examined);
/// Switches of the search space that are off.
std::vector<Proposal> proposeSwitches(const Examined& examined);

/// A proposal to set a parameter of the chip; nothing if it already has the value, or cannot have it.
std::vector<Proposal> proposeParameter(const Examined& examined, std::string_view rule, std::vector<std::string> layers,
                                       std::string measure, search::Goal about, std::string_view key, double value);

/// The names of the layers of segment `number`, in their order.
std::vector<std::string> layersOfSegment(const schedule::Schedule& schedule, std::size_t number);
/// "conv3 to conv5", as in difference_text.h.
std::string namesOf(const schedule::Schedule& schedule, const std::vector<std::string>& layers);

} // namespace tilescape::explore
