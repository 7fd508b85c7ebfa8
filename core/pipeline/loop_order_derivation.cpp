#include "core/pipeline/loop_order_constraints.h"

#include "core/dataflow/unit_pass.h"
#include "core/pipeline/group_counts.h"

#include <algorithm>
#include <set>

namespace tilescape::pipeline {

using network::Network;
using network::Source;
using network::Topology;

class LoopOrderConstraintMaker {
public:
    LoopOrderConstraintMaker(const Network& network, const Topology& topology, const Segment& segment,
                             const std::vector<dataflow::Region>& regions, Count batch,
                             const hardware::Machine& machine, bool alternate, bool rounded)
        : m_network(network),
          m_topology(topology),
          m_regions(regions),
          m_batch(batch),
          m_machine(machine),
          m_alternate(alternate),
          m_rounded(rounded),
          m_placements(segment.placements(0)),
          m_links(linksOf(topology, m_placements))
    {
        for (const auto& region : segment.regions) {
            m_regionStart.push_back(m_regionStart.empty() ? 0 : m_regionStart.back() + m_lastSize);
            m_lastSize = region.size();
        }
        m_regionStart.push_back(m_placements.size());
    }

    std::optional<LoopOrderConstraints> make()
    {
        if (m_placements.size() == 1) {
            LoopOrderConstraints free;
            free.m_rules.resize(1);
            free.m_domains = {{0}};
            return free;
        }
        if (handsOnGroupAfterGroup()) {
            return std::nullopt;
        }
        // The first layer with weights may buffer its output whole or not; what leaves fewer pairs waiting is better, then
        // what needs less room.
        std::optional<LoopOrderConstraints> best;
        std::pair<int, double> bestKey;
        for (const bool firstIsWhole : {false, true}) {
            layDown(firstIsWhole);
            const auto key = burden();
            if (key && (!best || *key < bestKey)) {
                best = m_made;
                bestKey = *key;
            }
        }
        if (best) {
            m_made = *best;
            shareFetchedInputs();
            dropLoneVariables();
            followInPlace();
            compact();
            noteInputsThatAreThere();
            if (keepWholeMapsWithRoom()) {
                return m_made;
            }
        }
        return std::nullopt;
    }

private:
    using Rule = LoopOrderConstraints::Rule;

    [[nodiscard]] const network::Layer& layerAt(std::size_t place) const
    {
        return m_network.layers[m_placements[place].layer];
    }
    /// With channels that are summed over. Others, a depthwise convolution among them, take groups of channels as they come.
    [[nodiscard]] bool weighted(std::size_t place) const { return !dataflow::isChannelwise(layerAt(place)); }
    [[nodiscard]] std::size_t regionOf(std::size_t place) const
    {
        return static_cast<std::size_t>(m_placements[place].slot.region);
    }

    /// Whether one that goes group after group takes its input from the segment or hands its output on.
    [[nodiscard]] bool handsOnGroupAfterGroup() const
    {
        for (std::size_t place = 0; place < m_placements.size(); ++place) {
            for (const Source& source : m_topology.sources[m_placements[place].layer]) {
                for (std::size_t maker = 0; maker < place; ++maker) {
                    if (source == Source{Source::Kind::Layer, m_placements[maker].layer}
                        && (goesGroupAfterGroup(layerAt(place)) || goesGroupAfterGroup(layerAt(maker)))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    int newVariable(Count channels, Count words)
    {
        m_made.m_domains.push_back(
            channelGroups(channels, words * m_batch, m_machine.capacities.bufferWordsPerTile, m_rounded));
        return static_cast<int>(m_made.m_domains.size()) - 1;
    }

    /// Place of the layer in another region that the layer at `place` takes its input from.
    [[nodiscard]] std::optional<std::size_t> neighbourOf(std::size_t place) const
    {
        for (const Source& source : m_topology.sources[m_placements[place].layer]) {
            for (std::size_t other = 0; other < place; ++other) {
                if (source == Source{Source::Kind::Layer, m_placements[other].layer}
                    && regionOf(other) != regionOf(place)) {
                    return other;
                }
            }
        }
        return std::nullopt;
    }

    /// Place of the last layer on the same tiles that the layer at `place` takes its input from.
    [[nodiscard]] std::optional<std::size_t> giverOf(std::size_t place) const
    {
        const auto& sources = m_topology.sources[m_placements[place].layer];
        for (std::size_t other = place; other-- > m_regionStart[regionOf(place)];) {
            if (std::find(sources.begin(), sources.end(), Source{Source::Kind::Layer, m_placements[other].layer}) != sources.end()) {
                return other;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool handsOnToNeighbours(std::size_t place) const
    {
        const auto& consumers = m_topology.consumers[m_placements[place].layer];
        return std::any_of(m_placements.begin(), m_placements.end(), [&](const Placement& placed) {
            return placed.slot.region != m_placements[place].slot.region
                   && std::find(consumers.begin(), consumers.end(), placed.layer) != consumers.end();
        });
    }

    void layDown(bool firstIsWhole)
    {
        m_made = {};
        m_made.m_batchIsShared = true;
        m_made.m_domains.push_back(groupCounts(m_batch, m_rounded));
        m_made.m_rules.resize(m_placements.size());
        std::vector<Rule>& rules = m_made.m_rules;
        std::optional<std::size_t> lastWeighted;
        bool groupIsWhole = false; // the last weighted layer and what follows it in place buffer their output whole
        int variable = -1;
        for (std::size_t place = 0; place < rules.size(); ++place) {
            const std::size_t region = regionOf(place);
            if (place == m_regionStart[region]) {
                variable = newVariable(layerAt(place).outputChannels, network::outputWords(layerAt(place)));
            }
            const auto neighbour = neighbourOf(place);
            const auto giver = giverOf(place);
            Rule& rule = rules[place];
            if (weighted(place)) {
                if (groupIsWhole) {
                    const std::size_t end =
                        regionOf(*lastWeighted) == region ? place - 1 : m_regionStart[regionOf(*lastWeighted) + 1] - 1;
                    rules[end].wholeOutput = true;
                }
                groupIsWhole = false;
                variable = newVariable(layerAt(place).outputChannels, network::outputWords(layerAt(place)));
                rule.outputVariable = variable;
                if (lastWeighted && regionOf(*lastWeighted) == region) {
                    rule.wholeInput = true;
                    rules[*lastWeighted].wholeOutput = true;
                    rules[place - 1].wholeOutput = true;
                } else if (giver || neighbour) {
                    // The first layer that sums over channels has its input whole where its output may be in groups, and the other way.
                    if (giver && !lastWeighted && !firstIsWhole) {
                        rules[*giver].wholeOutput = true;
                    }
                    const std::size_t from = giver.value_or(neighbour.value_or(0));
                    if (rules[from].wholeOutput) {
                        rule.wholeInput = true;
                    } else {
                        rule.inputVariable = rules[from].outputVariable;
                        rule.wholeOutput = true;
                        groupIsWhole = true;
                    }
                } else if (!lastWeighted) {
                    rule.wholeOutput = firstIsWhole;
                    groupIsWhole = firstIsWhole;
                }
                lastWeighted = place;
            } else {
                if (neighbour && !rules[*neighbour].wholeOutput) {
                    variable = rules[*neighbour].outputVariable;
                    const std::size_t from =
                        lastWeighted && regionOf(*lastWeighted) == region ? *lastWeighted : m_regionStart[region];
                    for (std::size_t earlier = from; earlier < place; ++earlier) {
                        rules[earlier].outputVariable = variable;
                    }
                }
                rule.outputVariable = variable;
            }
            const bool lastInRegion = place + 1 == m_regionStart[region + 1];
            if (lastInRegion && !handsOnToNeighbours(place)) {
                rule.wholeOutput = false;
            }
        }
        if (!m_alternate) {
            bufferAllWhole();
        }
        for (Rule& rule : rules) {
            rule.inputVariable = rule.wholeInput ? -1 : rule.inputVariable;
            rule.outputVariable = rule.wholeOutput ? -1 : rule.outputVariable;
        }
        dropLoneVariables();
    }

    /// Every map between regions is there as a whole before it is used.
    void bufferAllWhole()
    {
        for (std::size_t place = 0; place < m_made.m_rules.size(); ++place) {
            Rule& rule = m_made.m_rules[place];
            const bool taken = neighbourOf(place).has_value();
            rule.wholeInput |= taken && weighted(place);
            rule.wholeOutput |= handsOnToNeighbours(place) || (taken && !weighted(place));
        }
    }

    /// A variable that binds one side only binds nothing.
    void dropLoneVariables()
    {
        std::vector<int> uses(m_made.m_domains.size(), 0);
        for (const Rule& rule : m_made.m_rules) {
            for (const int variable : {rule.inputVariable, rule.outputVariable}) {
                if (variable >= 0) {
                    ++uses[static_cast<std::size_t>(variable)];
                }
            }
        }
        const auto drop = [&](int& variable) {
            if (variable >= 0 && uses[static_cast<std::size_t>(variable)] < 2) {
                variable = -1;
            }
        };
        for (Rule& rule : m_made.m_rules) {
            drop(rule.inputVariable);
            drop(rule.outputVariable);
        }
    }

    /// Regions on the longest chain of neighbours.
    [[nodiscard]] std::set<std::size_t> criticalRegions() const
    {
        const std::size_t count = m_regionStart.size() - 1;
        std::vector<std::vector<std::size_t>> chains(count);
        chains[0] = {0};
        std::vector<std::size_t> longest = chains[0];
        for (std::size_t place = 0; place < m_placements.size(); ++place) {
            if (const auto neighbour = neighbourOf(place)) {
                const std::size_t region = regionOf(place);
                const auto& before = chains[regionOf(*neighbour)];
                if (!before.empty() && before.size() + 1 > chains[region].size()) {
                    chains[region] = before;
                    chains[region].push_back(region);
                }
                if (chains[region].size() > longest.size()) {
                    longest = chains[region];
                }
            }
        }
        return {longest.begin(), longest.end()};
    }

    /// Pairs on the critical chain that wait for whole maps, and the largest room that whole maps need; none if a region
    /// has not that room.
    [[nodiscard]] std::optional<std::pair<int, double>> burden() const
    {
        const std::set<std::size_t> critical = criticalRegions();
        int waiting = 0;
        double largest = 0;
        for (std::size_t region = 0; region + 1 < m_regionStart.size(); ++region) {
            double words = 0;
            for (std::size_t place = m_regionStart[region]; place < m_regionStart[region + 1]; ++place) {
                const Rule& rule = m_made.m_rules[place];
                const bool holdsInput = rule.wholeInput && !m_sharesFetch.contains(place);
                const double own = (rule.wholeOutput ? static_cast<double>(network::outputWords(layerAt(place))) : 0)
                                   + (holdsInput ? static_cast<double>(network::inputWords(layerAt(place))) : 0);
                words = std::max(words, own);
            }
            if (words
                > static_cast<double>(m_regions[region].extent.size() * m_machine.capacities.bufferWordsPerTile)) {
                return std::nullopt;
            }
            largest = std::max(largest, words);
            if (critical.contains(region) && m_made.m_rules[m_regionStart[region + 1] - 1].wholeOutput) {
                ++waiting;
            }
        }
        return std::pair{waiting, largest};
    }

    /// Layers that share what one of them fetches take it in the same groups.
    void shareFetchedInputs()
    {
        for (std::size_t place = 0; place < m_placements.size(); ++place) {
            std::vector<std::size_t> sharing{place};
            for (std::size_t other = place + 1; other < m_placements.size(); ++other) {
                const bool same =
                    m_placements[place].slot.index == 0 && m_placements[other].slot.index == 0
                    && m_links[other].forwarder == m_placements[place].layer
                    && m_topology.sources[m_placements[other].layer] == m_topology.sources[m_placements[place].layer];
                if (same) {
                    sharing.push_back(other);
                }
            }
            if (sharing.size() == 1) {
                continue;
            }
            const bool bound = std::any_of(sharing.begin(), sharing.end(), [&](std::size_t member) {
                return m_made.m_rules[member].wholeOutput || m_made.m_rules[member].outputVariable >= 0;
            });
            const int variable =
                bound ? -1 : newVariable(layerAt(place).inputChannels, network::inputWords(layerAt(place)));
            m_sharesFetch.insert(sharing.begin(), sharing.end());
            for (const std::size_t member : sharing) {
                m_made.m_rules[member].wholeInput = bound;
                m_made.m_rules[member].inputVariable = variable;
            }
        }
    }

    /// Where a variable only ties layers that work in place to their weighted layer, that one chooses freely.
    void followInPlace()
    {
        for (std::size_t variable = 1; variable < m_made.m_domains.size(); ++variable) {
            std::optional<std::size_t> leader;
            bool qualifies = true;
            for (std::size_t place = 0; place < m_made.m_rules.size(); ++place) {
                const Rule& rule = m_made.m_rules[place];
                const auto is = [&](int own) { return own == static_cast<int>(variable); };
                if (!weighted(place)) {
                    qualifies &= !is(rule.outputVariable) || leader.has_value();
                } else if (is(rule.inputVariable) || (is(rule.outputVariable) && leader)) {
                    qualifies = false;
                } else if (is(rule.outputVariable)) {
                    leader = place;
                }
            }
            if (!qualifies || !leader) {
                continue;
            }
            for (std::size_t place = 0; place < m_made.m_rules.size(); ++place) {
                Rule& rule = m_made.m_rules[place];
                if (rule.outputVariable == static_cast<int>(variable)) {
                    rule.outputVariable = -1;
                    rule.like = weighted(place) ? -1 : static_cast<int>(*leader);
                }
            }
        }
    }

    void noteInputsThatAreThere()
    {
        for (std::size_t place = 0; place < m_made.m_rules.size(); ++place) {
            const auto isMadeHere = [&](const Source& source) {
                const auto first = m_placements.begin() + static_cast<std::ptrdiff_t>(m_regionStart[regionOf(place)]);
                const auto last = m_placements.begin() + static_cast<std::ptrdiff_t>(place);
                return std::any_of(first, last, [&](const Placement& maker) {
                    return source == Source{Source::Kind::Layer, maker.layer};
                });
            };
            const auto& sources = m_topology.sources[m_placements[place].layer];
            Rule& rule = m_made.m_rules[place];
            rule.mayTakePieces = rule.wholeInput && std::all_of(sources.begin(), sources.end(), isMadeHere);
        }
    }

    /// Variables that nothing refers to any more are no choices.
    void compact()
    {
        std::vector<int> renamed(m_made.m_domains.size(), -1);
        std::vector<std::vector<Count>> domains{m_made.m_domains.front()};
        for (Rule& rule : m_made.m_rules) {
            for (int* variable : {&rule.inputVariable, &rule.outputVariable}) {
                if (*variable < 0) {
                    continue;
                }
                int& name = renamed[static_cast<std::size_t>(*variable)];
                if (name < 0) {
                    name = static_cast<int>(domains.size());
                    domains.push_back(m_made.m_domains[static_cast<std::size_t>(*variable)]);
                }
                *variable = name;
            }
        }
        m_made.m_domains = std::move(domains);
    }

    /// One group of channels is a whole map on both sides, as without alternate orders: a choice only where both have room, since
    /// the layers would wait for each other. False if no choice is left.
    bool keepWholeMapsWithRoom()
    {
        for (std::size_t variable = 1; variable < m_made.m_domains.size(); ++variable) {
            const std::vector<Rule> rules = m_made.m_rules;
            bool handedOn = false;
            for (Rule& rule : m_made.m_rules) {
                handedOn |= rule.outputVariable == static_cast<int>(variable);
                rule.wholeInput |= rule.inputVariable == static_cast<int>(variable);
                rule.wholeOutput |= rule.outputVariable == static_cast<int>(variable);
            }
            if (handedOn && !burden()) {
                std::erase(m_made.m_domains[variable], 1);
            }
            m_made.m_rules = rules;
        }
        return std::none_of(m_made.m_domains.begin(), m_made.m_domains.end(),
                            [](const std::vector<Count>& values) { return values.empty(); });
    }

    const Network& m_network;
    const Topology& m_topology;
    const std::vector<dataflow::Region>& m_regions;
    Count m_batch;
    const hardware::Machine& m_machine;
    bool m_alternate;
    bool m_rounded;
    std::vector<Placement> m_placements;
    std::vector<Links> m_links;
    std::vector<std::size_t> m_regionStart; ///< place of each region's first layer; then the number of layers
    std::size_t m_lastSize = 0;
    /// Places of layers that share what one of them fetches: it passes through, and needs no room as a whole.
    std::set<std::size_t> m_sharesFetch;
    LoopOrderConstraints m_made;
};

std::optional<LoopOrderConstraints> LoopOrderConstraints::of(const Network& network, const Topology& topology,
                                                             const Segment& segment,
                                                             const std::vector<dataflow::Region>& regions, Count batch,
                                                             const hardware::Machine& machine, bool alternate,
                                                             bool rounded)
{
    return LoopOrderConstraintMaker(network, topology, segment, regions, batch, machine, alternate, rounded).make();
}

} // namespace tilescape::pipeline
