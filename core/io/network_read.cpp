#include "core/io/problem_parts.h"
#include "core/network/check.h"
#include "core/support/nearest_name.h"

#include <algorithm>
#include <array>
#include <map>

namespace tilescape::io {
namespace {

using Keys = std::vector<std::string_view>;

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

/// Reads the members of a network. What could not be read is kept out of the later checks, so that one mistake is told once,
/// and everything else is told, too.
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
        deriveInputChannels();
        deriveFilters();
        m_faults.add(network::check(m_network, m_unusable), m_place.pointer());
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

    /// Whether `read` finds no fault.
    template <typename Read>
    bool isSound(Read read)
    {
        const std::size_t before = m_faults.count();
        read();
        return m_faults.count() == before;
    }

    void readInputs()
    {
        static const Keys keys{"channels", "size"};
        static const Keys externalKeys{"name", "channels", "size"};
        const auto input = m_place.require("input");
        m_unusable.input = !input || !input->isObject(keys) || !readMap(*input, m_network.input);
        const auto external = m_place.find("external_inputs");
        const auto elements = external ? external->elements() : std::vector<JsonPlace>{};
        m_unusable.names = !elements || isMisspelt("external_inputs");
        for (const JsonPlace& place : elements.value_or(std::vector<JsonPlace>{})) {
            network::ExternalInput map;
            const bool isObject = place.isObject(externalKeys);
            const auto name = isObject ? place.require("name") : std::nullopt;
            const auto text = name ? name->text() : std::nullopt;
            map.name = text.value_or("");
            m_unusable.names |= map.name.empty();
            const bool isRead = isObject && readMap(place, map);
            m_unusable.externalInputs.push_back(!text || !isRead);
            m_network.externalInputs.push_back(std::move(map));
        }
    }

    /// Whether a key is not there that an unknown one may be.
    [[nodiscard]] bool isMisspelt(std::string_view key) const
    {
        const std::vector<std::string> keys = m_place.keys();
        return !m_place.find(key) && std::any_of(keys.begin(), keys.end(), [&](const std::string& written) {
            return !support::nearestName(written, std::array{key}).empty();
        });
    }

    bool readMap(const JsonPlace& place, network::ExternalInput& map)
    {
        return isSound([&] {
            map.channels = countOr(place.require("channels"), 1);
            map.size = extentOr(place.require("size"), {});
        });
    }

    void readLayers()
    {
        const auto list = m_place.require("layers");
        const auto places = list ? list->elements() : std::nullopt;
        m_unusable.layers = !places;
        for (const JsonPlace& place : places.value_or(std::vector<JsonPlace>{})) {
            network::Layer layer;
            network::UnusableLayer unusable;
            m_channelsGiven.push_back(true);
            m_filterGiven.push_back(true);
            readLayer(place, layer, unusable);
            m_faults.setLayer("");
            m_unusable.names |= layer.name.empty();
            m_network.layers.push_back(std::move(layer));
            m_unusable.layer.push_back(unusable);
        }
    }

    void readLayer(const JsonPlace& place, network::Layer& layer, network::UnusableLayer& unusable)
    {
        if (!place.isObject()) {
            unusable = {true, true, true, true, true, true};
            return;
        }
        // The name first: later faults tell it.
        if (const auto name = nameOf(place)) {
            layer.name = *name;
            m_faults.setLayer(*name);
        }
        const std::size_t kind = kindOf(place).value_or(kinds.size());
        place.isObject(layerKeys()[kind]);
        if (!place.find("kind")) {
            place.fault("the key 'kind' is missing", "it is one of " + support::listOfNames(kinds));
        }
        unusable.name = !isSound([&] {
            const auto name = place.require("name");
            static_cast<void>(name ? name->text() : std::nullopt);
        });
        unusable.inputs = !isSound([&] { readInputNames(place, layer); });
        const auto channels = place.find("input_channels");
        m_channelsGiven.back() = channels.has_value();
        unusable.inputChannels = !isSound([&] {
            layer.inputChannels = countOr(channels, 1);
            if (const auto first = place.find("first_input_channel")) {
                layer.firstInputChannel = first->count().value_or(0);
            }
        });
        unusable.outputChannels = !isSound([&] { layer.outputChannels = countOr(place.require("output_channels"), 1); });
        unusable.outputSize = !isSound([&] {
            const bool mayOmitSize = kind == 1;
            layer.outputSize = extentOr(mayOmitSize ? place.find("output_size") : place.require("output_size"), {});
        });
        m_filterGiven.back() = kind != 1 || place.find("filter_size");
        unusable.shape = kind == kinds.size() || !isSound([&] { readKind(place, kind, layer); });
        markMisspelt(place, layerKeys()[kind], unusable);
    }

    /// A key that may be left out counts as unread where an unknown one may be it, misspelt.
    static void markMisspelt(const JsonPlace& place, const Keys& known, network::UnusableLayer& unusable)
    {
        Keys missing;
        std::copy_if(known.begin(), known.end(), std::back_inserter(missing), [&](auto key) { return !place.find(key); });
        for (const std::string& key : place.keys()) {
            const bool isKnown = std::find(known.begin(), known.end(), key) != known.end();
            const std::string_view meant = isKnown ? std::string_view() : support::nearestName(key, missing);
            unusable.inputs |= meant == "inputs";
            unusable.inputChannels |= meant == "input_channels" || meant == "first_input_channel";
            unusable.outputSize |= meant == "output_size";
            unusable.shape |= !meant.empty();
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

    /// The channels of a layer whose inputs are not all known stay 1, and count as unread.
    void deriveInputChannels()
    {
        std::map<std::string_view, Count> channels;
        const auto add = [&channels](std::string_view name, Count count, bool unusable) {
            if (!unusable && count >= 1 && count <= mostChannels) { // others are faults of their own
                channels.emplace(name, count);
            }
        };
        add(network::inputName, m_network.input.channels, m_unusable.input);
        for (std::size_t i = 0; i < m_network.externalInputs.size(); ++i) {
            add(m_network.externalInputs[i].name, m_network.externalInputs[i].channels, m_unusable.externalInputs[i]);
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            add(m_network.layers[i].name, m_network.layers[i].outputChannels, m_unusable.layer[i].outputChannels);
        }
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            if (m_channelsGiven[i]) {
                continue;
            }
            network::Layer& layer = m_network.layers[i];
            const auto* product = std::get_if<network::MatrixProduct>(&layer.kind);
            if (product && product->transposedInput && !layer.inputs.empty()) {
                layer.inputChannels = rowsOf(layer.inputs.front(), product->groups);
                continue;
            }
            const std::size_t summed = layer.inputs.size() - (network::hasOperand(layer) && !layer.inputs.empty() ? 1 : 0);
            Count sum = 0; // of far fewer inputs than would overflow it
            for (std::size_t input = 0; input < summed; ++input) {
                const auto found = channels.find(layer.inputs[input]);
                sum += found == channels.end() ? 0 : found->second;
                m_unusable.layer[i].inputChannels = m_unusable.layer[i].inputChannels || found == channels.end();
            }
            layer.inputChannels = std::max<Count>(1, sum);
        }
    }

    /// A fully connected layer covers its whole input.
    void deriveFilters()
    {
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            network::Layer& layer = m_network.layers[i];
            if (!m_filterGiven[i] && layer.outputSize == Extent{} && !layer.inputs.empty()) {
                layer.kind = network::FullyConnected{sizeOf(layer.inputs.front())};
            }
        }
    }

    /// What a product sums over if it takes its first input transposed: the rows, in every group.
    [[nodiscard]] Count rowsOf(const std::string& input, Count groups) const
    {
        constexpr Count mostRows = Count{1} << 31; // larger ones are faults of their own
        return std::clamp<Count>(sizeOf(input).height, 1, mostRows) * std::clamp<Count>(groups, 1, mostRows);
    }

    /// Of the map of that name, or where there is none, of the network's input.
    [[nodiscard]] Extent sizeOf(const std::string& input) const
    {
        for (const network::Layer& layer : m_network.layers) {
            if (layer.name == input) {
                return layer.outputSize;
            }
        }
        for (const network::ExternalInput& external : m_network.externalInputs) {
            if (external.name == input) {
                return external.size;
            }
        }
        return m_network.input.size;
    }

    static constexpr Count mostChannels = Count{1} << 31;

    const JsonPlace& m_place;
    JsonFaults& m_faults;
    network::Network m_network;
    network::Unusable m_unusable;
    std::vector<bool> m_channelsGiven;
    std::vector<bool> m_filterGiven; ///< or there is none
};

} // namespace

std::optional<network::Network> networkFrom(const JsonPlace& place) { return NetworkReader(place, place.faults()).read(); }

} // namespace tilescape::io
