#include "core/io/network_json.h"

#include "core/io/problem_parts.h"
#include "core/support/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace tilescape::io {
namespace {

using nlohmann::ordered_json;
using Keys = std::vector<std::string_view>;

constexpr std::string_view networkFormat = "tilescape-network";
constexpr std::array<std::string_view, 8> kinds{"convolution",            "fully_connected", "pooling",
                                                "elementwise",            "transposed_convolution", "unpooling",
                                                "weight_gradient",        "matrix_product"};

/// What a layer of each kind may say, in the order of `kinds`; the last row is for a layer whose kind is not known.
const std::array<Keys, kinds.size() + 1>& layerKeys()
{
    static const auto keys = [] {
        const Keys common{"name",           "kind",
                          "inputs",         "input_channels",
                          "output_channels", "output_size",
                          "first_input_channel"};
        const std::array<Keys, kinds.size() + 1> own{
            Keys{"filter_size", "stride", "groups"}, Keys{"filter_size"}, Keys{"window_size", "stride"}, Keys{"operands"},
            Keys{"filter_size", "stride", "groups"}, Keys{"window_size", "stride"}, Keys{"filter_size", "stride", "groups"},
            Keys{"groups", "transposed_input", "transposed_operand"},
            Keys{"filter_size", "stride", "groups", "window_size", "operands", "transposed_input", "transposed_operand"}};
        std::array<Keys, kinds.size() + 1> all;
        for (std::size_t kind = 0; kind < all.size(); ++kind) {
            all[kind] = common;
            all[kind].insert(all[kind].end(), own[kind].begin(), own[kind].end());
        }
        return all;
    }();
    return keys;
}

Extent extentOr(const std::optional<JsonPlace>& place, Extent otherwise)
{
    return place ? place->extent().value_or(Extent{}) : otherwise;
}

Count countOr(const std::optional<JsonPlace>& place, Count otherwise)
{
    return place ? place->count().value_or(1) : otherwise;
}

bool flagOr(const std::optional<JsonPlace>& place, bool otherwise) { return place ? place->flag().value_or(false) : otherwise; }

/// Reads the members of a network; a layer that has a fault of its own is kept out of the later checks, so that one
/// mistake is told once.
class NetworkReader {
public:
    NetworkReader(const JsonPlace& place, JsonFaults& faults) : m_place(place), m_faults(faults) {}

    std::optional<network::Network> read()
    {
        static const Keys keys{"format", "version", "name", "description", "input", "external_inputs", "layers"};
        const std::size_t before = m_faults.count();
        if (!m_place.isObject(keys)) {
            return {};
        }
        readNames();
        readInputs();
        readLayers();
        const bool readable = m_faults.count() == before;
        deriveInputChannels();
        addChecks(network::check(m_network), readable);
        if (m_faults.count() != before) {
            return {};
        }
        return network::inTopologicalOrder(std::move(m_network));
    }

private:
    void readNames()
    {
        if (const auto place = m_place.require("name")) {
            m_network.name = place->text().value_or("");
        }
        if (const auto place = m_place.find("description")) {
            m_network.description = place->text().value_or("");
        }
    }

    void readInputs()
    {
        static const Keys keys{"channels", "size"};
        static const Keys externalKeys{"name", "channels", "size"};
        const auto input = m_place.require("input");
        m_inputsKnown = input && input->isObject(keys) && readMap(*input, m_network.input);
        const auto external = m_place.find("external_inputs");
        const auto elements = external ? external->elements() : std::nullopt;
        for (const JsonPlace& place : elements.value_or(std::vector<JsonPlace>{})) {
            network::ExternalInput map;
            const bool isObject = place.isObject(externalKeys);
            if (isObject) {
                const auto name = place.require("name");
                map.name = name ? name->text().value_or("") : "";
            }
            m_inputsKnown &= isObject && readMap(place, map);
            m_network.externalInputs.push_back(std::move(map));
        }
    }

    bool readMap(const JsonPlace& place, network::ExternalInput& map)
    {
        const std::size_t before = m_faults.count();
        map.channels = countOr(place.require("channels"), 1);
        map.size = extentOr(place.require("size"), {});
        return m_faults.count() == before;
    }

    void readLayers()
    {
        const auto list = m_place.require("layers");
        const auto places = list ? list->elements() : std::nullopt;
        m_layersKnown = places.has_value();
        for (const JsonPlace& place : places.value_or(std::vector<JsonPlace>{})) {
            const std::size_t before = m_faults.count();
            network::Layer layer;
            m_channelsGiven.push_back(true);
            readLayer(place, layer);
            m_faults.setLayer("");
            m_network.layers.push_back(std::move(layer));
            m_broken.push_back(m_faults.count() != before);
        }
    }

    void readLayer(const JsonPlace& place, network::Layer& layer)
    {
        // The name first: later faults tell it.
        if (const auto name = nameOf(place)) {
            layer.name = *name;
            m_faults.setLayer(*name);
        }
        const auto kindPlace = kindOf(place);
        const std::size_t kind = kindPlace.value_or(kinds.size());
        if (!place.isObject(layerKeys()[kind])) {
            return;
        }
        if (!place.find("kind")) {
            place.fault("the key 'kind' is missing", "it is one of " + support::listOfNames(kinds));
        }
        if (const auto name = place.require("name")) {
            static_cast<void>(name->text());
        }
        readInputNames(place, layer);
        const auto channels = place.find("input_channels");
        m_channelsGiven.back() = channels.has_value();
        layer.inputChannels = countOr(channels, 1);
        layer.outputChannels = countOr(place.require("output_channels"), 1);
        if (const auto first = place.find("first_input_channel")) {
            layer.firstInputChannel = first->count().value_or(0);
        }
        const bool mayOmitSize = kind == 1;
        layer.outputSize = extentOr(mayOmitSize ? place.find("output_size") : place.require("output_size"), {});
        if (kind < kinds.size()) {
            readKind(place, kind, layer);
        }
    }

    /// The name if there is one, silently.
    static std::optional<std::string> nameOf(const JsonPlace& place)
    {
        const auto name = place.find("name");
        return name && name->isText() ? name->text() : std::nullopt;
    }

    static std::optional<std::size_t> kindOf(const JsonPlace& place)
    {
        const auto kind = place.find("kind");
        return kind ? kind->choice(kinds) : std::nullopt;
    }

    void readInputNames(const JsonPlace& place, network::Layer& layer)
    {
        const auto inputs = place.find("inputs");
        if (!inputs) {
            layer.inputs = {m_network.layers.empty() ? std::string(network::inputName) : m_network.layers.back().name};
        } else if (inputs->isText()) {
            layer.inputs = {*inputs->text()};
        } else {
            const auto elements = inputs->elements();
            for (const JsonPlace& each : elements.value_or(std::vector<JsonPlace>{})) {
                layer.inputs.push_back(each.text().value_or(""));
            }
        }
    }

    static void readKind(const JsonPlace& place, std::size_t kind, network::Layer& layer)
    {
        switch (kind) {
        case 0:
            layer.kind = network::Convolution{extentOr(place.require("filter_size"), {}), extentOr(place.find("stride"), {}),
                                              countOr(place.find("groups"), 1)};
            break;
        case 1: layer.kind = network::FullyConnected{extentOr(place.find("filter_size"), {})}; break;
        case 2: {
            const Extent window = extentOr(place.require("window_size"), {});
            layer.kind = network::Pooling{window, extentOr(place.find("stride"), window)};
            break;
        }
        case 3:
            layer.kind =
                network::Elementwise{countOr(place.find("operands"), static_cast<Count>(layer.inputs.size()))};
            break;
        case 4:
            layer.kind = network::TransposedConvolution{extentOr(place.require("filter_size"), {}),
                                                        extentOr(place.find("stride"), {}),
                                                        countOr(place.find("groups"), 1)};
            break;
        case 5: {
            const Extent window = extentOr(place.require("window_size"), {});
            layer.kind = network::Unpooling{window, extentOr(place.find("stride"), window)};
            break;
        }
        case 6:
            layer.kind = network::WeightGradient{extentOr(place.require("filter_size"), {}),
                                                 extentOr(place.find("stride"), {}), countOr(place.find("groups"), 1)};
            break;
        default:
            layer.kind = network::MatrixProduct{countOr(place.find("groups"), 1),
                                                flagOr(place.find("transposed_input"), false),
                                                flagOr(place.find("transposed_operand"), false)};
        }
    }

    /// The channels of a layer whose inputs are not all known stay 1; the unknown input is reported anyway.
    void deriveInputChannels()
    {
        std::map<std::string_view, Count> channels{{network::inputName, m_network.input.channels}};
        for (const network::ExternalInput& input : m_network.externalInputs) {
            channels.emplace(input.name, input.channels);
        }
        for (const network::Layer& layer : m_network.layers) {
            channels.emplace(layer.name, layer.outputChannels);
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            if (m_channelsGiven[i]) {
                continue;
            }
            const network::Layer& layer = m_network.layers[i];
            const auto* product = std::get_if<network::MatrixProduct>(&layer.kind);
            if (product && product->transposedInput && !layer.inputs.empty()) {
                m_network.layers[i].inputChannels = rowsOf(layer.inputs.front(), product->groups);
                continue;
            }
            unsigned long long sum = 0; // wraps instead of overflowing; sizes that large are faults of their own
            const std::size_t summed = layer.inputs.size() - (network::hasOperand(layer) && !layer.inputs.empty() ? 1 : 0);
            for (std::size_t input = 0; input < summed; ++input) {
                const auto found = channels.find(layer.inputs[input]);
                sum += found == channels.end() ? 0 : static_cast<unsigned long long>(found->second);
            }
            m_network.layers[i].inputChannels = std::max<Count>(1, static_cast<Count>(sum));
        }
    }

    /// What a product sums over if it takes its first input transposed: the rows, in every group.
    [[nodiscard]] Count rowsOf(const std::string& input, Count groups) const
    {
        constexpr Count mostRows = Count{1} << 31; // larger ones are faults of their own
        const auto times = [groups, mostRows](Extent size) {
            return std::clamp<Count>(size.height, 1, mostRows) * std::clamp<Count>(groups, 1, mostRows);
        };
        for (const network::Layer& layer : m_network.layers) {
            if (layer.name == input) {
                return times(layer.outputSize);
            }
        }
        for (const network::ExternalInput& external : m_network.externalInputs) {
            if (external.name == input) {
                return times(external.size);
            }
        }
        return times(m_network.input.size);
    }

    /// With unreadable parts in the file, only faults that do not follow from them are told.
    void addChecks(support::Diagnostics faults, bool readable)
    {
        if (!readable) {
            std::erase_if(faults, [this](const support::Diagnostic& fault) { return mayFollow(fault.pointer); });
        }
        m_faults.add(std::move(faults), m_place.pointer());
    }

    bool mayFollow(std::string_view pointer) const
    {
        constexpr std::string_view start = "/layers/";
        if (!pointer.starts_with(start)) {
            return !m_inputsKnown || !m_layersKnown;
        }
        const std::string digits(pointer.substr(start.size(), pointer.find('/', start.size()) - start.size()));
        const std::size_t index = std::stoul(digits);
        const auto broken = [this](const std::string& name) {
            for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
                // A layer that lost its name may be the one that is meant.
                if (m_broken[i] && (m_network.layers[i].name == name || m_network.layers[i].name.empty())) {
                    return true;
                }
            }
            return !m_inputsKnown;
        };
        const std::vector<std::string>& inputs = m_network.layers[index].inputs;
        return m_broken[index] || std::any_of(inputs.begin(), inputs.end(), broken);
    }

    const JsonPlace& m_place;
    JsonFaults& m_faults;
    network::Network m_network;
    std::vector<bool> m_channelsGiven;
    std::vector<bool> m_broken;
    bool m_inputsKnown = false;
    bool m_layersKnown = false;
};

ordered_json extentOf(Extent extent) { return ordered_json::array({extent.height, extent.width}); }

ordered_json layerJson(const network::Layer& layer)
{
    ordered_json json;
    json["name"] = layer.name;
    json["kind"] = network::kindName(layer.kind);
    json["inputs"] = layer.inputs;
    json["input_channels"] = layer.inputChannels;
    json["output_channels"] = layer.outputChannels;
    json["output_size"] = extentOf(layer.outputSize);
    if (layer.firstInputChannel) {
        json["first_input_channel"] = *layer.firstInputChannel;
    }
    std::visit(
        [&json](const auto& kind) {
            if constexpr (requires { kind.filter; }) {
                json["filter_size"] = extentOf(kind.filter);
            }
            if constexpr (requires { kind.window; }) {
                json["window_size"] = extentOf(kind.window);
            }
            if constexpr (requires { kind.stride; }) {
                json["stride"] = extentOf(kind.stride);
            }
            if constexpr (requires { kind.groups; }) {
                json["groups"] = kind.groups;
            }
            if constexpr (requires { kind.operands; }) {
                json["operands"] = kind.operands;
            }
            if constexpr (requires { kind.transposedInput; }) {
                json["transposed_input"] = kind.transposedInput;
                json["transposed_operand"] = kind.transposedOperand;
            }
        },
        layer.kind);
    return json;
}

} // namespace

std::optional<network::Network> networkFrom(const JsonPlace& place) { return NetworkReader(place, place.faults()).read(); }

void putNetwork(ordered_json& into, const network::Network& network)
{
    into["name"] = network.name;
    into["description"] = network.description;
    into["input"] = {{"channels", network.input.channels}, {"size", extentOf(network.input.size)}};
    into["external_inputs"] = ordered_json::array();
    for (const network::ExternalInput& input : network.externalInputs) {
        into["external_inputs"].push_back(
            {{"name", input.name}, {"channels", input.channels}, {"size", extentOf(input.size)}});
    }
    into["layers"] = ordered_json::array();
    for (const network::Layer& layer : network.layers) {
        into["layers"].push_back(layerJson(layer));
    }
}

support::Result<network::Network> readNetwork(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    if (json) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, networkFormat)) {
            std::optional<network::Network> network = networkFrom(root);
            if (network && faults.count() == 0) {
                return *std::move(network);
            }
        }
    }
    return faults.take();
}

std::string writeNetwork(const network::Network& network)
{
    ordered_json json{{"format", networkFormat}, {"version", 1}};
    putNetwork(json, network);
    return prettyText(json);
}

} // namespace tilescape::io
