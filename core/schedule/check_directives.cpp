#include "core/schedule/check_directives.h"

#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/pipeline/chain_cost.h"
#include "core/pipeline/weight_pinning.h"
#include "core/schedule/check_layer.h"
#include "core/schedule/check_segments.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace directives = dataflow::directives;
using directives::Place;

namespace {

class Checker {
public:
    Checker(const Problem& problem, std::string_view text, const Schedule* base)
        : m_problem(problem),
          m_base(base),
          m_machine(hardware::machineOf(problem.hardware)),
          m_topology(network::topologyOf(problem.network))
    {
        directives::Reading reading = directives::parse(text);
        m_checked.document = std::move(reading.document);
        m_checked.faults = std::move(reading.faults);
        m_hasDirectives = reading.hasDirectives;
        m_isCutOff = reading.isCutOff;
    }

    CheckedDirectives run()
    {
        if (!m_hasDirectives) {
            m_checked.faults.clear();
            complain({1, 1, 1}, {}, "this is no text of directives",
                     "it says of each layer, under lines such as 'conv1:REGF' and 'conv1:GBUF', what tensor, stack and "
                     "update do; `tilescape-cli directives` prints one");
            return std::move(m_checked);
        }
        readInputs();
        readLayers();
        if (m_base) {
            checkPlaces();
        } else {
            checkOrder();
        }
        linkSegments();
        for (CheckedLayer& layer : m_checked.layers) {
            countLayer(layer);
        }
        checkSegments(m_problem, m_topology, m_checked, m_checked.layers.size() == m_problem.network.layers.size());
        directives::sortByPlace(m_checked.faults);
        return std::move(m_checked);
    }

private:
    void complain(const Place& place, const std::string& layer, std::string problem, std::string remedy,
                  support::Severity severity = support::Severity::Error)
    {
        m_checked.faults.push_back({place, severity, layer, std::move(problem), std::move(remedy)});
    }

    [[nodiscard]] directives::LayerContext contextOf(std::size_t layer) const
    {
        return {m_problem.network.layers[layer], m_problem.batch, m_machine.shape.peArray, m_machine.shape.tiles,
                m_problem.space.counts};
    }

    void readInputs()
    {
        const auto& inputs = m_checked.document.inputs;
        if (!inputs) {
            return;
        }
        if (inputs->layer != network::inputName) {
            complain(inputs->place, {}, fmt::format("'{}' does not come from outside", inputs->layer),
                     fmt::format("'{}:DRAM' says how all that does lies over the memory channels", network::inputName));
        }
        const auto partition =
            directives::readInputs(*inputs, pipeline::memoryRegion(m_machine).extent, m_checked.faults);
        m_checked.inputPartition = partition.value_or(dataflow::Partition{});
    }

    void readLayers()
    {
        std::map<std::string_view, std::size_t> byName;
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < m_problem.network.layers.size(); ++i) {
            byName.emplace(m_problem.network.layers[i].name, i);
            names.emplace_back(m_problem.network.layers[i].name);
        }
        Slot slot;
        for (const directives::SegmentDirectives& segment : m_checked.document.segments) {
            slot.region = 0;
            for (const directives::RegionDirectives& region : segment.regions) {
                slot.index = 0;
                for (const directives::LayerDirectives& layer : region.layers) {
                    const auto found = byName.find(layer.layer);
                    if (found == byName.end()) {
                        complain(layer.place, {},
                                 fmt::format("the network has no layer '{}'", layer.layer.substr(0, 60)),
                                 names.size() > 12 && support::nearestName(layer.layer, names).empty()
                                     ? fmt::format("it has {} layers", names.size())
                                     : support::suggestName(layer.layer, names));
                    } else {
                        readLayer(found->second, slot, layer);
                    }
                    ++slot.index;
                }
                ++slot.region;
            }
            ++slot.segment;
        }
    }

    void readLayer(std::size_t index, Slot slot, const directives::LayerDirectives& text)
    {
        const auto again = m_texts.find(index);
        if (again != m_texts.end()) {
            complain(text.place, text.layer,
                     fmt::format("the layer stands in line {} already", again->second->place.line),
                     "each layer runs once");
            return;
        }
        m_texts.emplace(index, &text);
        if (const ScheduledLayer* scheduled = m_base ? m_base->find(index) : nullptr) {
            m_placesAsked.push_back({index, slot});
            slot = scheduled->slot;
        }
        if (std::any_of(text.scopes.begin(), text.scopes.end(),
                        [](const directives::Scope& scope) { return scope.incomplete; })) {
            m_incompleteSegments.insert(slot.segment);
            return; // what else seems wrong may follow from what could not be read
        }
        const auto scheme = directives::readScheme(contextOf(index), text, m_checked.faults);
        if (scheme) {
            CheckedLayer layer;
            layer.given = {index, slot, *scheme};
            layer.place = text.place;
            m_checked.layers.push_back(std::move(layer));
        }
    }

    /// Part of a schedule: its layers stay where they are.
    void checkPlaces()
    {
        for (const auto& [layer, asked] : m_placesAsked) {
            const Slot& is = m_base->find(layer)->slot;
            const auto& [firstLayer, firstAsked] = m_placesAsked.front();
            const Slot& first = m_base->find(firstLayer)->slot;
            const bool moved =
                is.segment - first.segment != asked.segment - firstAsked.segment
                || (is.segment == first.segment && asked.region - firstAsked.region != is.region - first.region);
            if (moved) {
                complain(
                    m_texts.at(layer)->place, m_problem.network.layers[layer].name,
                    fmt::format("the layer would move from segment {}, region {} to another", is.segment, is.region),
                    "segments and regions of a part of a schedule stay as they are");
            }
        }
    }

    void checkOrder()
    {
        std::vector<bool> placed(m_problem.network.layers.size(), false);
        for (const CheckedLayer& layer : m_checked.layers) {
            const std::size_t index = layer.given.layer;
            placed[index] = true;
            for (const network::Source& source : m_topology.sources[index]) {
                if (source.kind == network::Source::Kind::Layer && !placed[source.index]
                    && m_texts.contains(source.index) && m_texts.at(source.index)->place.line > layer.place.line) {
                    complain(layer.place, m_problem.network.layers[index].name,
                             fmt::format("the layer stands before '{}', whose output it needs",
                                         m_problem.network.layers[source.index].name),
                             "layers stand in the order in which they run");
                }
            }
        }
        for (std::size_t i = 0; i < m_problem.network.layers.size() && !m_isCutOff; ++i) {
            if (!m_texts.contains(i)) {
                complain({1, 1, 1}, m_problem.network.layers[i].name, "the layer has no directives",
                         "every layer needs them");
            }
        }
    }

    /// Which layers take data from tiles and leave them there, by segment; layers of the base included.
    void linkSegments()
    {
        std::map<Count, std::vector<pipeline::Placement>> segments;
        std::map<std::size_t, const dataflow::LayerScheme*> schemes;
        for (const CheckedLayer& layer : m_checked.layers) {
            schemes[layer.given.layer] = &layer.given.scheme;
        }
        if (m_base) {
            for (const ScheduledLayer& layer : m_base->layers) {
                segments[layer.slot.segment].push_back({layer.layer, layer.slot});
                schemes.emplace(layer.layer, &layer.scheme);
            }
        } else {
            for (const CheckedLayer& layer : m_checked.layers) {
                segments[layer.given.slot.segment].push_back({layer.given.layer, layer.given.slot});
            }
        }
        for (const auto& [number, segment] : segments) {
            const std::vector<pipeline::Links> links = pipeline::linksOf(m_topology, segment);
            for (std::size_t i = 0; i < segment.size(); ++i) {
                LayerSurroundings& own = m_surroundings[segment[i].layer];
                own.links = links[i];
                own.reloadsWeights = pipeline::reloadsWeights(m_problem.network, m_problem.space.counts, segment, i);
                if (links[i].source) {
                    own.inputIsHere = schemes.at(*links[i].source)->region == schemes.at(segment[i].layer)->region;
                }
            }
        }
    }

    void countLayer(CheckedLayer& layer)
    {
        const std::size_t index = layer.given.layer;
        directives::Faults faults;
        checkLayer({m_problem, m_machine, contextOf(index), *m_texts.at(index), m_surroundings[index]}, layer, faults);
        if (m_incompleteSegments.contains(layer.given.slot.segment)) {
            // They may follow from what its neighbours would hand on.
            std::erase_if(faults,
                          [](const directives::Fault& fault) { return fault.severity != support::Severity::Error; });
        }
        m_checked.faults.insert(m_checked.faults.end(), faults.begin(), faults.end());
    }

    const Problem& m_problem;
    const Schedule* m_base;
    hardware::Machine m_machine;
    network::Topology m_topology;
    CheckedDirectives m_checked;
    bool m_hasDirectives = false;
    bool m_isCutOff = false;
    std::set<Count> m_incompleteSegments; ///< with a layer that could not be read
    std::map<std::size_t, const directives::LayerDirectives*> m_texts;
    std::vector<std::pair<std::size_t, Slot>> m_placesAsked;
    std::map<std::size_t, LayerSurroundings> m_surroundings;
};

} // namespace

CheckedDirectives checkDirectives(const Problem& problem, std::string_view text, const Schedule* base)
{
    return Checker(problem, text, base).run();
}

Schedule priceDirectives(std::shared_ptr<const Problem> problem, const CheckedDirectives& checked, const Schedule* base)
{
    if (!checked.sound()) {
        Schedule schedule;
        schedule.problem = std::move(problem);
        schedule.diagnostics = directives::diagnosticsOf(checked.faults, {});
        return schedule;
    }
    std::vector<GivenScheme> schemes;
    if (base) {
        for (const ScheduledLayer& layer : base->layers) {
            schemes.push_back({layer.layer, layer.slot, layer.scheme});
        }
        for (const CheckedLayer& layer : checked.layers) {
            const auto place = std::find_if(schemes.begin(), schemes.end(),
                                            [&](const GivenScheme& one) { return one.layer == layer.given.layer; });
            if (place != schemes.end()) {
                *place = layer.given;
            }
        }
    } else {
        for (const CheckedLayer& layer : checked.layers) {
            schemes.push_back(layer.given);
        }
    }
    return evaluate(std::move(problem), base ? base->inputPartition : checked.inputPartition, schemes);
}

} // namespace tilescape::schedule
