#include "core/schedule/check_directives.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/printer.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/sharing.h"
#include "core/interlayer/pricing.h"
#include "core/interlayer/segment_links.h"
#include "core/schedule/check_segments.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace directives = dataflow::directives;
using directives::Place;

namespace {

class Checker {
public:
    Checker(const Problem& problem, std::string_view text, const Schedule* base)
        : m_problem(problem), m_base(base), m_machine(hardware::machineOf(problem.hardware)),
          m_topology(network::topologyOf(problem.network))
    {
        directives::Reading reading = directives::parse(text);
        m_checked.document = std::move(reading.document);
        m_checked.faults = std::move(reading.faults);
    }

    CheckedDirectives run()
    {
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
        checkSegments(m_problem, m_topology, m_checked);
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
        return {m_problem.network.layers[layer], m_problem.batch, m_machine.peArray, m_machine.tiles};
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
            directives::readInputs(*inputs, interlayer::memoryRegion(m_machine).extent, m_checked.faults);
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
        Position position;
        for (const directives::SegmentDirectives& segment : m_checked.document.segments) {
            position.region = 0;
            for (const directives::RegionDirectives& region : segment.regions) {
                position.slot = 0;
                for (const directives::LayerDirectives& layer : region.layers) {
                    const auto found = byName.find(layer.layer);
                    if (found == byName.end()) {
                        complain(layer.place, {}, fmt::format("the network has no layer '{}'", layer.layer.substr(0, 60)),
                                 names.size() > 12 && support::nearestName(layer.layer, names).empty()
                                     ? fmt::format("it has {} layers", names.size())
                                     : support::suggestName(layer.layer, names));
                    } else {
                        readLayer(found->second, position, layer);
                    }
                    ++position.slot;
                }
                ++position.region;
            }
            ++position.segment;
        }
    }

    void readLayer(std::size_t index, Position position, const directives::LayerDirectives& text)
    {
        const auto again = m_texts.find(index);
        if (again != m_texts.end()) {
            complain(text.place, text.layer, fmt::format("the layer stands in line {} already", again->second->place.line),
                     "each layer runs once");
            return;
        }
        m_texts.emplace(index, &text);
        if (const ScheduledLayer* scheduled = m_base ? m_base->find(index) : nullptr) {
            m_placesAsked.push_back({index, position});
            position = scheduled->position;
        }
        const auto scheme = directives::readScheme(contextOf(index), text, m_checked.faults);
        if (scheme) {
            CheckedLayer layer;
            layer.given = {index, position, *scheme};
            layer.place = text.place;
            m_checked.layers.push_back(std::move(layer));
        }
    }

    /// Part of a schedule: its layers stay where they are.
    void checkPlaces()
    {
        for (const auto& [layer, asked] : m_placesAsked) {
            const Position& is = m_base->find(layer)->position;
            const auto& [firstLayer, firstAsked] = m_placesAsked.front();
            const Position& first = m_base->find(firstLayer)->position;
            const bool moved = is.segment - first.segment != asked.segment - firstAsked.segment
                || (is.segment == first.segment && asked.region - firstAsked.region != is.region - first.region);
            if (moved) {
                complain(m_texts.at(layer)->place, m_problem.network.layers[layer].name,
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
                if (source.kind == network::Source::Kind::Layer && !placed[source.index] && m_texts.contains(source.index)
                    && m_texts.at(source.index)->place.line > layer.place.line) {
                    complain(layer.place, m_problem.network.layers[index].name,
                             fmt::format("the layer stands before '{}', whose output it needs",
                                         m_problem.network.layers[source.index].name),
                             "layers stand in the order in which they run");
                }
            }
        }
        for (std::size_t i = 0; i < m_problem.network.layers.size(); ++i) {
            if (!m_texts.contains(i)) {
                complain({1, 1, 1}, m_problem.network.layers[i].name, "the layer has no directives", "every layer needs them");
            }
        }
    }

    /// Which layers take data from tiles and leave them there, by segment; layers of the base included.
    void linkSegments()
    {
        std::map<Count, std::vector<interlayer::Placement>> segments;
        std::map<std::size_t, const dataflow::LayerScheme*> schemes;
        for (const CheckedLayer& layer : m_checked.layers) {
            schemes[layer.given.layer] = &layer.given.scheme;
        }
        if (m_base) {
            for (const ScheduledLayer& layer : m_base->layers) {
                segments[layer.position.segment].push_back({layer.layer, layer.position});
                schemes.emplace(layer.layer, &layer.scheme);
            }
        } else {
            for (const CheckedLayer& layer : m_checked.layers) {
                segments[layer.given.position.segment].push_back({layer.given.layer, layer.given.position});
            }
        }
        for (const auto& [number, segment] : segments) {
            const std::vector<interlayer::Links> links = interlayer::linksOf(m_topology, segment);
            for (std::size_t i = 0; i < segment.size(); ++i) {
                Surroundings& own = m_surroundings[segment[i].layer];
                own.links = links[i];
                if (links[i].source) {
                    own.inputIsHere = schemes.at(*links[i].source)->region == schemes.at(segment[i].layer)->region;
                }
            }
        }
    }

    void countLayer(CheckedLayer& layer)
    {
        const std::size_t index = layer.given.layer;
        const dataflow::LayerScheme& scheme = layer.given.scheme;
        const directives::LayerContext context = contextOf(index);
        const directives::LayerDirectives& text = *m_texts.at(index);
        const Surroundings& around = m_surroundings[index];
        const bool spreads = m_problem.space.accessForwarding || m_problem.space.bufferSharing;
        const PerTensor<Count> sharers =
            spreads ? dataflow::sharersOf(context.layer, scheme.partition) : PerTensor<Count>{{1, 1, 1}};

        // What lies in these very tiles' buffers, or shall stay there, cannot bypass them.
        PerTensor<bool> mayBypass = m_problem.space.bufferBypass;
        mayBypass[Tensor::Input] &= !(around.links.source && around.inputIsHere);
        mayBypass[Tensor::Output] &= around.links.outputToMemory;
        const dataflow::LoopNest nest =
            dataflow::loopNest(dataflow::tileLayer(context.layer, context.batch, scheme.partition), context.peArray,
                               scheme.replication);
        const auto modelFetches = cost::fetchesOf(nest, scheme.blocking);
        layer.kept = cost::keptInBuffer(modelFetches, mayBypass);
        layer.onChip[Tensor::Input] = around.links.source.has_value();
        layer.onChip[Tensor::Output] = !around.links.outputToMemory;
        layer.counts = directives::countLayer(context, text, layer.kept, sharers);

        checkBypass(layer, text, mayBypass);
        checkRotation(layer, text, modelFetches);
        checkRoom(layer, text);
        checkFetchedOnce(layer, text, around.links);
    }

    void checkBypass(const CheckedLayer& layer, const directives::LayerDirectives& text, const PerTensor<bool>& mayBypass)
    {
        const auto context = contextOf(layer.given.layer);
        const auto found = tensorsOf(context, text, directives::bufferMemory);
        for (const Tensor tensor : allTensors) {
            if (!found[tensor] || found[tensor]->bypass != layer.kept[tensor]) {
                continue;
            }
            const auto& fetches = layer.counts.fetches;
            if (layer.kept[tensor]) {
                complain(found[tensor]->place, text.layer,
                         fmt::format("the buffer stores the {}s all the same", nameOf(tensor)),
                         mayBypass[tensor]
                             ? fmt::format("they are fetched {} times into the buffer, {} times from there; without 'bypass' "
                                           "the text says so",
                                           fetches[Storage::Buffer][tensor], fetches[Storage::Register][tensor])
                             : "they may not bypass it here; without 'bypass' the text says so",
                         support::Severity::Warning);
            } else {
                complain(found[tensor]->place, text.layer,
                         fmt::format("storing the {}s in the buffer saves no fetch from memory: they bypass it", nameOf(tensor)),
                         "with 'bypass' after the sizes the text says so", support::Severity::Warning);
            }
        }
    }

    static PerTensor<const directives::TensorDirective*> tensorsOf(const directives::LayerContext& context,
                                                                  const directives::LayerDirectives& text,
                                                                  std::string_view memory)
    {
        return directives::matchTensors(directives::formOf(context, text), *text.find(memory));
    }

    void checkRotation(const CheckedLayer& layer, const directives::LayerDirectives& text,
                       const PerStorage<PerTensor<Count>>& modelFetches)
    {
        for (const Tensor tensor : allTensors) {
            const Count written = layer.counts.fetches[Storage::Register][tensor];
            const auto rotation = std::find_if(layer.counts.loops.begin(), layer.counts.loops.end(),
                                               [](const directives::WrittenLoop& loop) { return loop.rotates; });
            if (rotation != layer.counts.loops.end() && written != modelFetches[Storage::Register][tensor]
                && tensorsOf(contextOf(layer.given.layer), text, directives::bufferMemory)[tensor]) {
                complain(rotation->place, text.layer,
                         fmt::format("with the rotation outside, the {}s are fetched {} times from the buffer", nameOf(tensor),
                                     written),
                         fmt::format("the inserted level may not change the {} times without it",
                                     modelFetches[Storage::Register][tensor]));
            }
        }
    }

    void checkRoom(const CheckedLayer& layer, const directives::LayerDirectives& text)
    {
        const auto context = contextOf(layer.given.layer);
        for (const Storage storage : allStorages) {
            const auto& words = layer.counts.words[storage];
            const Count held = words[Tensor::Weight] + words[Tensor::Input] + words[Tensor::Output];
            const Count capacity =
                storage == Storage::Buffer ? m_machine.bufferWordsPerTile : m_machine.registerWordsPerPe;
            if (held <= capacity) {
                continue;
            }
            const auto found = tensorsOf(context, text, directives::memoryName(storage));
            const auto largest = *std::max_element(allTensors.begin(), allTensors.end(),
                                                   [&](Tensor a, Tensor b) { return words[a] < words[b]; });
            complain(found[largest] ? found[largest]->place : text.place, text.layer,
                     fmt::format("the tensors need {} words of {}, {} are there", held,
                                 storage == Storage::Buffer ? "a tile's buffer" : "a PE's registers", capacity),
                     fmt::format("that is {} too many; the {}s take {}{}", held - capacity, nameOf(largest), words[largest],
                                 storage == Storage::Buffer && found[largest] && found[largest]->bypass
                                     ? ", as in this order of updates they cannot bypass the buffer without more fetches"
                                     : ""));
        }
        if (!m_problem.space.bufferSharing) {
            for (const directives::TensorDirective& tensor : text.find(directives::bufferMemory)->tensors) {
                if (tensor.shared.value_or(1) > 1) {
                    complain(tensor.place, text.layer, fmt::format("{} tiles are to share one copy", *tensor.shared),
                             "buffer sharing is switched off: without a sharing factor each tile has its own copy");
                }
            }
        }
    }

    /// What lies in tiles' buffers passes on: nothing keeps it for a second time.
    void checkFetchedOnce(const CheckedLayer& layer, const directives::LayerDirectives& text, const interlayer::Links& links)
    {
        const auto context = contextOf(layer.given.layer);
        const auto found = tensorsOf(context, text, directives::bufferMemory);
        const auto& fetches = layer.counts.fetches[Storage::Buffer];
        const auto check = [&](Tensor tensor, bool onChip, std::string_view what) {
            if (onChip && fetches[tensor] > 1 && found[tensor]) {
                complain(found[tensor]->place, text.layer,
                         fmt::format("the updates move the {}s {} times, but {}", nameOf(tensor), fetches[tensor], what),
                         "once is right: step its dimensions outermost, or hold all of it");
            }
        };
        check(Tensor::Input, links.source && !links.forwarder, "they come from other layers' tiles as these make them");
        check(Tensor::Output, !links.outputToMemory, "they stay on chip for the layers after it");
    }

    struct Surroundings {
        interlayer::Links links;
        bool inputIsHere = false; ///< in the tiles of the layer itself
    };

    const Problem& m_problem;
    const Schedule* m_base;
    hardware::Machine m_machine;
    network::Topology m_topology;
    CheckedDirectives m_checked;
    std::map<std::size_t, const directives::LayerDirectives*> m_texts;
    std::vector<std::pair<std::size_t, Position>> m_placesAsked;
    std::map<std::size_t, Surroundings> m_surroundings;
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
            schemes.push_back({layer.layer, layer.position, layer.scheme});
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
